// Jest loads a `runtime` by `require`, hence CommonJS.
const { AsyncLocalStorage } = require('node:async_hooks');
const { pathToFileURL } = require('node:url');
const { default: Runtime } = require('jest-runtime');

const runtimes = new WeakMap();

/** Of Jest's own modules the one that knows a file's tests. Assertions keep what they know on the global object. */
const STATEFUL = /[\\/]jest-circus[\\/]/;

/**
 * The storages a file used. Each one stays enabled once it ran, and every promise of the process carries a property of
 * each: those of earlier files, one of Jest's own among them, would make promises slower from file to file.
 */
const storages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...parts) {
  storages.add(this);
  return run.apply(this, parts);
};

/**
 * Keeps the modules of a worker process from one test file to the next, as long as `shared-environment.mjs` keeps the
 * context they live in. The test file itself and jest-circus are loaded for each file.
 */
module.exports = class SharedRuntime extends Runtime {
  constructor(config, environment, resolver, transformer, cacheFS, coverage, testPath, globalConfig) {
    const kept = runtimes.get(environment);
    if (kept) {
      kept.testFile = testPath;
      // Between two files' tests modules may not be imported; now they may again.
      kept.testState.state = 'loading';
      return kept;
    }
    super(config, environment, resolver, transformer, cacheFS, coverage, testPath, globalConfig);
    this.testFile = testPath;
    if (environment.isShared) runtimes.set(environment, this);
  }

  teardown() {
    if (!this._environment.isShared) return super.teardown();
    this.restoreAllMocks();
    // One that is used again is enabled again by that.
    for (const storage of storages) storage.disable();
    storages.clear();
    const internals = this.registries.getInternalCjsRegistry();
    for (const path of [...internals.keys()]) if (STATEFUL.test(path)) internals.delete(path);
    // What a test file holds on to, such as its application, is free again.
    const registry = this.registries.getActiveEsmRegistry();
    registry.delete(pathToFileURL(this.testFile).href);
    for (const url of [...registry.keys()]) if (this._environment.isReloaded(url)) registry.delete(url);
  }
};
