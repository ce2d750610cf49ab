import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The browser to test with: FIBADO_CHROMIUM, else the first Chromium on the PATH. Throws when there is none. */
export function chromiumPath(): string {
  const named = process.env['FIBADO_CHROMIUM'];
  const found = named
    ? [named]
    : (process.env['PATH'] ?? '')
        .split(delimiter)
        .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const path = found.find(isExecutable);
  if (!path)
    throw new Error('No Chromium found: install it (apt-get install chromium) or set FIBADO_CHROMIUM.');
  return path;
}
