import NodeEnvironment from './environment.mjs';

/** One environment a project in each worker process of Jest. */
const shared = new Map();
/** Where jest-circus lists its event handlers on the global object: those of an earlier file must not run again. */
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');

/**
 * One context for all test files that run in the same worker process, so that the modules they import are loaded
 * and compiled once a process instead of once a file (see `shared-runtime.cjs`). For projects whose tests change no
 * globals. Files are isolated as usual where modules must be read again: in watch mode and for coverage.
 */
export default class SharedEnvironment extends NodeEnvironment {
  constructor(config, context) {
    const { globalConfig, projectConfig } = config;
    const kept = shared.get(projectConfig.id);
    if (kept) return kept;
    super(config, context);
    this.isShared = !globalConfig.watch && !globalConfig.watchAll && !globalConfig.collectCoverage;
    if (this.isShared) shared.set(projectConfig.id, this);
  }

  async teardown() {
    if (this.isShared) delete this.global[EVENT_HANDLERS];
    else await super.teardown();
  }
}
