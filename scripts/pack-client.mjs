/**
 * `node scripts/pack-client.mjs [FOLDER]` packs `@fibado/client` as it is published: ESM with types, the contracts
 * and the arithmetic they need inside. Prints the path of the tarball.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installDependencies, requireNode, root } from './setup.mjs';

const INSIDE = ['planning', 'contracts'];
const manifestOf = (name) => JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));

function runOrFail(what, program, args, options = {}) {
  const done = spawnSync(program, args, { encoding: 'utf8', ...options });
  if (done.status !== 0) throw new Error(`${what} failed:\n${done.stdout ?? ''}${done.stderr ?? ''}`);
  return done.stdout;
}

/** Declarations of the client and of what it is made of, as `<package>/src/*.d.ts`. */
function emitTypes(folder) {
  const config = join(folder, 'tsconfig.json');
  const compilerOptions = {
    ...{ declaration: true, emitDeclarationOnly: true, noEmit: false, incremental: false },
    ...{ rootDir: join(root, 'packages'), outDir: folder, types: ['node'] },
    typeRoots: [join(root, 'node_modules/@types')],
  };
  // What is reached through node_modules would be looked at but not written.
  const files = ['client', ...INSIDE].map((name) => join(root, 'packages', name, 'src/index.ts'));
  writeFileSync(
    config,
    JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions, files }),
  );
  runOrFail('tsc', process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config]);
}

const published = (entry) => ({ types: './dist/index.d.ts', default: entry.default });

/** One package with its JavaScript and its types, without sources. */
function stage(name, types, target, manifest) {
  mkdirSync(target, { recursive: true });
  const skip = /\.built-from$|\.map$/;
  cpSync(join(root, 'packages', name, 'dist'), join(target, 'dist'), {
    recursive: true,
    filter: (path) => !skip.test(path),
  });
  cpSync(join(types, name, 'src'), join(target, 'dist'), { recursive: true });
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** @returns the tarball's path. */
export async function packClient(to) {
  const { build, CLIENT_ROOMS } = await import('./build.mjs');
  await build((line) => console.error(line), { rooms: CLIENT_ROOMS, web: false });
  const work = mkdtempSync(join(tmpdir(), 'fibado-pack-'));
  try {
    const types = join(work, 'types');
    mkdirSync(types);
    emitTypes(types);
    const client = manifestOf('client');
    const inside = INSIDE.map(manifestOf);
    const isOurs = (name) => name.startsWith('@fibado/');
    const outside = [client, ...inside].flatMap(({ dependencies = {} }) =>
      Object.entries(dependencies).filter(([name]) => !isOurs(name)),
    );
    const { exports: entries } = client;
    const rest = { ...client, devDependencies: undefined };
    const target = join(work, 'package');
    stage('client', types, target, {
      ...rest,
      exports: { '.': published(entries['.']) },
      dependencies: {
        ...Object.fromEntries(outside),
        ...Object.fromEntries(inside.map((p) => [p.name, p.version])),
      },
      bundleDependencies: inside.map(({ name }) => name),
    });
    cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
    cpSync(join(root, 'packages/client/README.md'), join(target, 'README.md'));
    for (const { name, version, license, exports: own } of inside)
      stage(name.replace('@fibado/', ''), types, join(target, 'node_modules', name), {
        ...{ name, version, license, type: 'module', sideEffects: false },
        exports: { '.': published(own['.']) },
      });
    mkdirSync(to, { recursive: true });
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const packed = runOrFail('npm pack', npm, ['pack', '--json', '--pack-destination', to], {
      cwd: target,
      shell: process.platform === 'win32',
    });
    return join(to, JSON.parse(packed)[0].filename.replace('@', '').replace('/', '-'));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  requireNode();
  installDependencies();
  console.log(await packClient(resolve(process.argv[2] ?? '.')));
}
