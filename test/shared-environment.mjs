import NodeEnvironment from './environment.mjs';

/** One environment a project in each worker process of Jest. */
const shared = new Map();
/** Where jest-circus lists its event handlers on the global object: those of an earlier file must not run again. */
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');

/**
 * An environment with one context for all test files that run in the same worker process, so that the modules they
 * import are loaded and compiled once a process instead of once a file (see `shared-runtime.cjs`). For projects whose
 * tests change no globals, or reset what they change. Files are isolated as usual where modules must be read again: in
 * watch mode and for coverage.
 */
export const shareable = (Environment) =>
  class extends Environment {
    constructor(config, context) {
      const { globalConfig, projectConfig } = config;
      const kept = shared.get(projectConfig.id);
      if (kept) return kept;
      super(config, context);
      this.isShared = !globalConfig.watch && !globalConfig.watchAll && !globalConfig.collectCoverage;
      if (this.isShared) shared.set(projectConfig.id, this);
    }

    async setup() {
      this.ready ??= super.setup();
      await this.ready;
    }

    async teardown() {
      if (this.isShared) await this.reset();
      else await super.teardown();
    }

    /** Whether a module is evaluated again for each file. */
    isReloaded() {
      return false;
    }

    /** Between two files. */
    async reset() {
      delete this.global[EVENT_HANDLERS];
    }
  };

export default shareable(NodeEnvironment);
