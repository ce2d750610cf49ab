import vm from 'node:vm';
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
 * Node's environment on a plain global object. Jest's is a proxy, which every use of `Infinity` or a typed array asks:
 * arithmetic becomes many times slower than outside of tests. The built-in objects are constants.
 */
export default class NodeEnvironment extends TestEnvironment {
  constructor(config, context) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
    vm.runInContext(`const { ${BUILT_IN.join(', ')} } = globalThis;`, this.getVmContext());
  }
}
