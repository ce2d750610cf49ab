import { runInContext } from 'node:vm';
import { TestEnvironment } from 'jest-environment-jsdom';
import { BUILT_IN } from '../../../test/environment.mjs';

/** Node's Request, taking the abort signals of jsdom, which are not Node's. */
class BrowserRequest extends Request {
  constructor(input, { signal, ...init } = {}) {
    super(input, init);
    if (signal) Object.defineProperty(this, 'signal', { value: signal });
  }
}

/** jsdom with the parts of fetch it lacks and react-router needs. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, { fetch, Request: BrowserRequest, Response, Headers, structuredClone });
    runInContext(`const { ${BUILT_IN.join(', ')} } = globalThis;`, this.getVmContext());
  }
}
