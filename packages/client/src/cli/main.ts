#!/usr/bin/env node
import { createRequire } from 'node:module';
import { run } from './program.js';

const { version } = createRequire(import.meta.url)('@fibado/client/package.json') as { version: string };
const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort(new Error('interrupted')));
// A reader that goes away (`fibado … | head`) ends the command without a word.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await run(process.argv.slice(2), {
  terminal: { input: process.stdin, output: process.stdout, errors: process.stderr },
  env: process.env,
  signal: interrupted.signal,
  version,
});
