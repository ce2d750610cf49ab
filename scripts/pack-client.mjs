/**
 * Makes `packages/client/dist/published`, what `npm pack` and `npm publish` take of `@fibado/client`: ESM with types, and
 * inside it the contracts and the arithmetic it needs, which are unpublished packages of the workspace. Run
 * by the package's `prepack`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { installDependencies, requireNode, root } from './setup.mjs';

/** Packages of the workspace that become folders. */
const INSIDE = ['planning', 'contracts'];
const target = join(root, 'packages/client/dist/published');
const folderOf = (name) => (name === 'client' ? target : join(target, name));

const entryOf = (name) => join(root, 'packages', name, 'src/index.ts');

/** Declarations of the client and of what it is made of, as `<package>/src/*.d.ts`. */
function emitTypes(folder) {
  const config = join(folder, 'tsconfig.json');
  const compilerOptions = {
    declaration: true,
    emitDeclarationOnly: true,
    noEmit: false,
    incremental: false,
    rootDir: join(root, 'packages'),
    outDir: folder,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    // What is reached through node_modules is read but not written, and the parallel compiler may come that way first.
    paths: Object.fromEntries(INSIDE.map((name) => [`@fibado/${name}`, [entryOf(name)]])),
  };
  const files = ['client', ...INSIDE].map(entryOf);
  writeFileSync(
    config,
    JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions, files }),
  );
  const tsc = join(root, 'node_modules/typescript-native/bin/tsc');
  const done = spawnSync(process.execPath, [tsc, '-p', config], { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`tsc failed:\n${done.stdout}${done.stderr}`);
}

/** The package's JavaScript and types, without sources and maps. */
function stage(name, types) {
  const skip = /\.built-from$|\.map$|[\\/](?:published|testing)$/;
  const from = join(root, 'packages', name, 'dist');
  const filter = (path) => !skip.test(path);
  for (const entry of readdirSync(from))
    if (filter(join(from, entry)))
      cpSync(join(from, entry), join(folderOf(name), entry), { recursive: true, filter });
  cpSync(join(types, name, 'src'), folderOf(name), { recursive: true, filter });
}

/** Imports of the workspace's packages lead to their folders; one that leads nowhere is an error. */
function resolveImports() {
  for (const entry of readdirSync(target, { recursive: true, withFileTypes: true })) {
    if (!/\.(?:js|d\.ts)$/.test(entry.name)) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name);
    const text = readFileSync(path, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
    const resolved = text.replace(
      /(\bfrom\s*|\bimport\s*\(?\s*)(['"])@fibado\/([a-z]+)\2/g,
      (whole, before, quote, name) => {
        if (!INSIDE.includes(name)) throw new Error(`${path} imports @fibado/${name}`);
        const way = relative(dirname(path), join(folderOf(name), 'index.js'))
          .split(sep)
          .join('/');
        return `${before}${quote}${way.startsWith('.') ? way : `./${way}`}${quote}`;
      },
    );
    const left = /['"]@fibado\/[^'"]*['"]/.exec(resolved.replaceAll("'@fibado/client/package.json'", ''));
    if (left) throw new Error(`${path} still imports ${left[0]}`);
    writeFileSync(path, resolved);
  }
}

requireNode();
installDependencies();
const { build } = await import('./build.mjs');
// npm's own output is the tarball's name, read by scripts.
await build((line) => console.error(line), { api: false, web: false });
const types = mkdtempSync(join(tmpdir(), 'fibado-types-'));
try {
  emitTypes(types);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const name of ['client', ...INSIDE]) stage(name, types);
  resolveImports();
  cpSync(join(root, 'LICENSE'), join(root, 'packages/client/LICENSE'));
} finally {
  rmSync(types, { recursive: true, force: true });
}
