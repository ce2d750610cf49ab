import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { API_FOLDER } from './api-folder.js';

/** The program's version, from its package. */
export const VERSION = (
  JSON.parse(readFileSync(join(API_FOLDER, 'package.json'), 'utf8')) as { version: string }
).version;
