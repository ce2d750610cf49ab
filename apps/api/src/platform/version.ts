import { createRequire } from 'node:module';

/** The program's version, from its package. */
export const VERSION = (createRequire(import.meta.url)('../../package.json') as { version: string }).version;
