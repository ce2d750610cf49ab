/**
 * Lets Node run the workspace's TypeScript sources as they are: `node --import ./scripts/typescript.mjs file.ts`.
 * For benches and test set-ups; the product runs what `build` made.
 */
import { register } from 'node:module';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

/** Where tests keep programs they bundled (see `bundle.mjs`). Threads hear of it from the process that starts them. */
const name = 'FIBADO_TEST_PROGRAMS';
const programs = process.env[name] ?? getEnvironmentData(name);
setEnvironmentData(name, programs);
register('./typescript-hooks.mjs', import.meta.url, { data: { programs } });
