/**
 * Builds what changed: the API with its packages as a bundle, the command line's packages file by file with swc, the web
 * with Vite. A folder is rebuilt when the content of its sources differs from what it was built from.
 */
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { brotliCompressSync, constants } from 'node:zlib';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** What the command line is made of. */
const CLIENT_PACKAGES = ['packages/planning', 'packages/contracts', 'packages/client'];
/** Whose sources end up in the API's bundle. */
const API_INPUTS = [
  'apps/api',
  'packages/planning',
  'packages/optimizer',
  'packages/spreadsheets',
  'packages/contracts',
  'migrations',
];
/** Whose sources end up in the web's bundle. */
const WEB_INPUTS = ['apps/web', ...CLIENT_PACKAGES];

/** What no build depends on. A licence comes and goes with the packing of a package. */
const NO_SOURCES = new Set(['node_modules', 'dist', 'e2e', 'test', 'test-results', 'LICENSE']);

function* filesIn(folder) {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    if (NO_SOURCES.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path);
    else yield path;
  }
}

const isTest = (path) => /\.test\.tsx?$|\.contract\.ts$/.test(path);

/** The sources' content by folder: several builds depend on the same. */
const contents = new Map();

function contentOf(folder) {
  const hash = createHash('sha256');
  for (const path of filesIn(join(root, folder))) {
    if (isTest(path)) continue;
    hash.update(relative(root, path)).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

function fingerprint(folders) {
  const hash = createHash('sha256');
  for (const file of [
    'pnpm-lock.yaml',
    '.swcrc',
    'scripts/build.mjs',
    'scripts/bundle.mjs',
    'scripts/external.mjs',
  ])
    hash.update(readFileSync(join(root, file)));
  for (const folder of folders) {
    if (!contents.has(folder)) contents.set(folder, contentOf(folder));
    hash.update(contents.get(folder));
  }
  return hash.digest('hex');
}

/** Beside every text of the web application its Brotli twin, as small as it gets. */
function compressWeb(folder) {
  for (const path of filesIn(folder)) {
    const text = readFileSync(path);
    if (!/\.(?:js|css|json|svg|webmanifest)$/.test(path) || text.length < 1024) continue;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    };
    writeFileSync(`${path}.br`, brotliCompressSync(text, { params }));
  }
}

const stampOf = (folder) => join(root, folder, 'dist', '.built-from');
const isFresh = (folder, wanted) =>
  existsSync(stampOf(folder)) && readFileSync(stampOf(folder), 'utf8') === wanted;
const stamp = (folder, wanted) => writeFileSync(stampOf(folder), wanted);

async function buildNodePackage(folder, swc) {
  const source = join(root, folder, 'src');
  const target = join(root, folder, 'dist');
  rmSync(target, { recursive: true, force: true });
  for (const path of filesIn(source)) {
    if (isTest(path)) continue;
    const to = join(target, relative(source, path));
    mkdirSync(dirname(to), { recursive: true });
    if (!path.endsWith('.ts') || path.endsWith('.d.ts')) {
      cpSync(path, to);
      continue;
    }
    const { code, map } = await swc.transformFile(path, { configFile: join(root, '.swcrc') });
    const name = to.replace(/\.ts$/, '.js');
    writeFileSync(name, `${code}\n//# sourceMappingURL=${name.split(/[\\/]/).at(-1)}.map\n`);
    writeFileSync(`${name}.map`, map ?? '');
  }
}

/** Whether {@link build} would find nothing to do. */
export const isBuilt = () =>
  CLIENT_PACKAGES.every((folder) => isFresh(folder, fingerprint([folder]))) &&
  isFresh('apps/api', fingerprint(API_INPUTS)) &&
  isFresh('apps/web', fingerprint(WEB_INPUTS));

async function buildClient(tell) {
  let swc;
  for (const folder of CLIENT_PACKAGES) {
    const wanted = fingerprint([folder]);
    if (isFresh(folder, wanted)) continue;
    swc ??= (await import('@swc/core')).default;
    tell(`Building ${folder}`);
    await buildNodePackage(folder, swc);
    stamp(folder, wanted);
  }
}

async function buildApi(tell) {
  const wanted = fingerprint(API_INPUTS);
  if (isFresh('apps/api', wanted)) return;
  tell('Building apps/api');
  const { bundleApi } = await import('./bundle.mjs');
  await bundleApi(join(root, 'apps/api/dist'));
  stamp('apps/api', wanted);
}

function buildWeb(tell) {
  const wanted = fingerprint(WEB_INPUTS);
  if (isFresh('apps/web', wanted)) return;
  tell('Building apps/web');
  const vite = join(root, 'apps/web/node_modules/vite/bin/vite.js');
  const done = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'apps/web'),
    stdio: ['ignore', 'inherit', 'inherit'],
    // Built in another environment, as that of a test, it would contain the development build of React.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (done.status !== 0) throw new Error('The web application could not be built.');
  compressWeb(join(root, 'apps/web/dist'));
  stamp('apps/web', wanted);
}

/** @param tell called with a line for each folder that is built. */
export async function build(tell = console.log, { client = true, api = true, web = true } = {}) {
  contents.clear();
  if (client) await buildClient(tell);
  if (api) await buildApi(tell);
  if (web) buildWeb(tell);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    await build();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
