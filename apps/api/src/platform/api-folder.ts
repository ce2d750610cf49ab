import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the API's package, found from the sources as from the bundle, whose files lie elsewhere. */
export const API_FOLDER = packageFolder(dirname(fileURLToPath(import.meta.url)));

/** Whether this process runs the sources, as tests do, and not the build. */
export const RUNS_SOURCES = import.meta.url.endsWith('.ts');

function packageFolder(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : packageFolder(dirname(folder));
}
