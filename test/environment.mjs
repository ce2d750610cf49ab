import { runInContext } from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

/** Those the language defines and tests never replace: not `Date`, nor timers, which tests may move. */
export const BUILT_IN = [
  'Array',
  'BigInt',
  'Boolean',
  'Error',
  'JSON',
  'Map',
  'Math',
  'Number',
  'Object',
  'Promise',
  'RangeError',
  'RegExp',
  'Set',
  'String',
  'Symbol',
  'TypeError',
  'WeakMap',
];

/**
 * Node's environment with the built-in objects as constants. On the context's global object each use of one is
 * looked up by Node's own code, which makes arithmetic many times slower than outside of tests.
 */
export default class NodeEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    runInContext(`const { ${BUILT_IN.join(', ')} } = globalThis;`, this.getVmContext());
  }
}
