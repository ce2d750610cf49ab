// Jest loads a `runtime` by `require`, hence CommonJS.
const { pathToFileURL } = require('node:url');
const { default: Runtime } = require('jest-runtime');

const runtimes = new WeakMap();

/**
 * Keeps the modules of a worker process from one test file to the next, as long as `shared-environment.mjs` keeps the
 * context they live in. Jest's own modules (jest-circus, expect) and the test file itself are loaded for each file.
 */
module.exports = class SharedRuntime extends Runtime {
  constructor(config, environment, resolver, transformer, cacheFS, coverage, testPath, globalConfig) {
    const kept = runtimes.get(environment);
    if (kept) {
      kept.testFile = testPath;
      return kept;
    }
    super(config, environment, resolver, transformer, cacheFS, coverage, testPath, globalConfig);
    this.testFile = testPath;
    if (environment.isShared) runtimes.set(environment, this);
  }

  teardown() {
    if (!this._environment.isShared) return super.teardown();
    this.restoreAllMocks();
    this.registries.getInternalCjsRegistry().clear();
    // What a test file holds on to, such as its application, is free again.
    const registry = this.registries.getActiveEsmRegistry();
    registry.delete(pathToFileURL(this.testFile).href);
    for (const url of [...registry.keys()]) if (this._environment.isReloaded(url)) registry.delete(url);
  }
};
