import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { existsSync } from 'node:fs';
import swc from '@swc/core';

const configFile = fileURLToPath(new URL('../.swcrc', import.meta.url));

/** `./x.js` means `./x.ts` where only that exists; packages answer with their sources. */
export async function resolve(specifier, context, next) {
  const inSource = { ...context, conditions: ['source', ...context.conditions] };
  if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.startsWith('file:')) {
    const candidate = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    if (existsSync(fileURLToPath(candidate))) return { url: candidate.href, shortCircuit: true };
  }
  return next(specifier, inSource);
}

export async function load(url, context, next) {
  if (!url.startsWith('file:') || !/\.ts$/.test(url)) return next(url, context);
  const filename = fileURLToPath(url);
  const { code } = await swc.transform(await readFile(filename, 'utf8'), {
    filename,
    configFile,
    sourceMaps: 'inline',
  });
  return { format: 'module', source: code, shortCircuit: true };
}
