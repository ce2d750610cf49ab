import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const configFile = fileURLToPath(new URL('../.swcrc', import.meta.url));
/** What was compiled once: tests start hundreds of threads and processes from the same sources. */
const folder = fileURLToPath(new URL('../node_modules/.cache/fibado-typescript', import.meta.url));
const { version } = createRequire(import.meta.url)('@swc/core/package.json');
/** What the compiled code depends on besides its source. */
const compiler = `${version}\n${readFileSync(configFile, 'utf8')}`;

/** The folder of the programs that were bundled, if any. */
let programs;

export function initialize(data) {
  programs = data?.programs;
}

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
  const bundled = programs && join(programs, `${relative(root, filename)}.js`);
  if (bundled && existsSync(bundled))
    return { format: 'module', source: readFileSync(bundled, 'utf8'), shortCircuit: true };
  // Read at once: this thread has nothing else to do, and files of a few kilobytes are sooner read than waited for.
  const source = readFileSync(filename, 'utf8');
  const key = createHash('sha256').update([compiler, filename, source].join('\0')).digest('hex');
  const kept = join(folder, `${key}.js`);
  const code = existsSync(kept) ? readFileSync(kept, 'utf8') : await compile(filename, source, kept);
  return { format: 'module', source: code, shortCircuit: true };
}

async function compile(filename, source, kept) {
  const { default: swc } = await import('@swc/core');
  const { code } = await swc.transform(source, { filename, configFile, sourceMaps: 'inline' });
  // Written beside its place and moved there whole: others read it meanwhile. Where nothing can be written, nothing
  // is kept.
  const part = `${kept}.${randomUUID()}`;
  await mkdir(folder, { recursive: true })
    .then(() => writeFile(part, code))
    .then(() => rename(part, kept))
    .catch(() => undefined);
  return code;
}
