import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePrograms, threadPrograms } from '../../../../scripts/bundle.mjs';

const API = fileURLToPath(new URL('../..', import.meta.url));
let folder;

/** What tests start again and again: of hundreds of modules read one by one a solver's thread takes 0.3 s, a process 3 s. */
export async function bundleTestPrograms() {
  folder = mkdtempSync(join(tmpdir(), 'fibado-programs-'));
  const threads = threadPrograms().map((name) => join(API, 'src', `${name}.ts`));
  await bundlePrograms([...threads, join(API, 'test/workers/worker-process.ts')], folder);
  process.env.FIBADO_TEST_PROGRAMS = folder;
}

export function removeTestPrograms() {
  if (folder) rmSync(folder, { recursive: true, force: true });
}
