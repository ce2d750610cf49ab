import { runInContext } from 'node:vm';
import { TestEnvironment } from 'jest-environment-jsdom';
import { BUILT_IN } from '../../../test/environment.mjs';
import { shareable } from '../../../test/shared-environment.mjs';

/** Node's Request, taking the abort signals of jsdom, which are not Node's. */
class BrowserRequest extends Request {
  constructor(input, { signal, ...init } = {}) {
    super(input, init);
    if (signal) Object.defineProperty(this, 'signal', { value: signal });
  }
}

/** A longer timer that is pending at the end of a file is cancelled. */
const LONG_MS = 1000;

/** jsdom with the parts of fetch it lacks and react-router needs. */
class BrowserEnvironment extends TestEnvironment {
  longWaits = [];

  async setup() {
    await super.setup();
    this.noteLongWaits();
    Object.assign(this.global, { fetch, Request: BrowserRequest, Response, Headers, structuredClone });
    runInContext(`const { ${BUILT_IN.join(', ')} } = globalThis;`, this.getVmContext());
  }

  /** Libraries free what is not used any more after minutes: until it is ended, a wait would keep that and the process. */
  noteLongWaits() {
    const { setTimeout } = this.global;
    this.global.setTimeout = (callback, ms, ...values) => {
      const timer = setTimeout(callback, ms, ...values);
      if (ms >= LONG_MS) this.longWaits.push(timer);
      return timer;
    };
  }

  endLongWaits() {
    for (const timer of this.longWaits.splice(0)) this.global.clearTimeout(timer);
  }
}

/** Libraries with a global instance or store. */
const STATEFUL = /\/node_modules\/(i18next|react-i18next|@mantine\/notifications)\//;

/**
 * One window for all test files of a worker process, emptied between them: evaluating React and Mantine anew for each
 * file takes longer than most files. Modules with state of their own (the application's) are evaluated for each file.
 */
export default class SharedBrowserEnvironment extends shareable(BrowserEnvironment) {
  isReloaded(url) {
    return url.includes('/node_modules/') ? STATEFUL.test(url) : url.includes('/apps/web/');
  }

  async reset() {
    await super.reset();
    this.endLongWaits();
    const { document, localStorage, sessionStorage, history } = this.global;
    document.head.replaceChildren();
    document.body.replaceChildren();
    localStorage.clear();
    sessionStorage.clear();
    history.replaceState(null, '', '/');
  }
}
