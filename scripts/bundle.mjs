/**
 * Bundles the API: its sources, those of the workspace's packages and most dependencies in few files. Reading, linking and
 * compiling 2,400 modules one by one was most of the processor time of a start.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { decode, encode } from '@jridgewell/sourcemap-codec';
import swc from '@swc/core';
import { rolldown } from 'rolldown';
import { EXTERNAL } from './external.mjs';
import { root } from './setup.mjs';

const API = join(root, 'apps/api');
/** What processes run; threads run what is named `*.worker.ts`. */
const PROGRAMS = ['main', 'worker', 'commands/backup', 'commands/restore'];
/** What dependencies can work with and is not installed. */
const ABSENT = [
  /^@nestjs\/(?:microservices|platform-socket\.io)(?:\/|$)/,
  /^class-(?:validator|transformer)/,
];

/** swc and not the bundler's own compiler, so that tests run the same code: decorators' metadata depends on it. */
const typescript = {
  name: 'typescript',
  transform: {
    filter: { id: /\.ts$/ },
    async handler(source, filename) {
      const configFile = join(root, '.swcrc');
      const { code, map } = await swc.transform(source, { filename, configFile, sourceMaps: true });
      return { code, map, moduleType: 'js' };
    },
  },
};

/** What Nest requires in a way the bundler does not see would be loaded a second time, from its own files. */
const visibleRequire = {
  name: 'visible-require',
  transform: {
    filter: { id: /[\\/]@nestjs[\\/]/, code: 'createRequire(import.meta.url)' },
    handler: (source) => ({
      code: source
        .replace('const require = createRequire(import.meta.url);', '')
        .replaceAll(/createRequire\(import\.meta\.url\)\((?=["'])/g, 'require('),
      map: null,
    }),
  },
};

/** TypeORM loads the drivers of sixteen databases to choose one. */
const postgresOnly = {
  name: 'postgres-only',
  transform: {
    filter: { id: /[\\/]typeorm[\\/]driver[\\/]DriverFactory\.js$/ },
    handler: (source) => ({
      code: source.replaceAll(/(const \w+ = )require\("\.\/(?!postgres\/)[^"]+"\);/g, '$1{};'),
      map: null,
    }),
  },
};

/** V8 stores a text with one character beyond Latin-1 in two bytes a character: sources stay in memory. */
const inAscii = (code) =>
  code.replaceAll(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const isDependency = (path) => path.split(/[\\/]/).includes('node_modules');

/** The lines of our own sources alone: read when an error is logged, whole maps would take tens of megabytes then. */
function linesOfSources({ sources, mappings }, file) {
  const folder = dirname(file);
  const own = sources.map((path) => !isDependency(path));
  const lines = decode(mappings).map((segments) => {
    const first = segments.find((segment) => segment.length > 1 && own[segment[1]]);
    return first ? [[0, first[1], first[2], first[3]]] : [];
  });
  const paths = sources.map((path) => (isDependency(path) ? '' : relative(folder, join(folder, path))));
  return JSON.stringify({
    version: 3,
    sources: paths.map((path) => path.replaceAll(sep, '/')),
    names: [],
    mappings: encode(lines),
  });
}

/** Each package in the bundle with its licence's text, which its own folder does not come with. */
function notices(chunks) {
  const folders = new Set();
  for (const chunk of chunks)
    for (const id of Object.keys(chunk.modules)) {
      const folder = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0];
      if (folder && existsSync(join(folder, 'package.json'))) folders.add(folder);
    }
  return [...folders]
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const texts = readdirSync(folder)
        .filter((file) => /^(?:licen[cs]e|notice|copying)/i.test(file))
        .map((file) => readFileSync(join(folder, file), 'utf8').trim());
      return [`${name} ${version} (${license ?? 'see its readme'})`, ...texts].join('\n\n');
    })
    .sort()
    .join(`\n\n${'-'.repeat(80)}\n\n`);
}

export const threadPrograms = () =>
  readdirSync(join(API, 'src'), { recursive: true })
    .filter((path) => path.endsWith('.worker.ts'))
    .map((path) => path.replaceAll(sep, '/').replace(/\.ts$/, ''));

/** What every bundle of the API is made with. */
const common = {
  cwd: root,
  platform: 'node',
  external: [...EXTERNAL.map((name) => new RegExp(`^${name}(?:/|$)`)), ...ABSENT],
  resolve: { conditionNames: ['source', 'node'], extensionAlias: { '.js': ['.ts', '.js'] } },
  onLog: (level, log, handle) => handle(log.code === 'UNRESOLVED_IMPORT' ? 'error' : level, log),
};

/** @param target the folder of the bundle, made anew. */
export async function bundleApi(target) {
  rmSync(target, { recursive: true, force: true });
  const entries = [...PROGRAMS, ...threadPrograms()];
  const bundle = await rolldown({
    ...common,
    input: Object.fromEntries(entries.map((name) => [name, join(API, 'src', `${name}.ts`)])),
    plugins: [typescript, visibleRequire, postgresOnly],
  });
  const { output } = await bundle.generate({
    dir: target,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    sourcemap: true,
    comments: false,
    keepNames: true,
  });
  await bundle.close();
  const chunks = output.filter(({ type }) => type === 'chunk');
  for (const { fileName, code, map } of chunks) {
    const file = join(target, fileName);
    mkdirSync(dirname(file), { recursive: true });
    const plain = code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '');
    if (map) writeFileSync(`${file}.map`, linesOfSources(map, file));
    const link = map ? `//# sourceMappingURL=${basename(file)}.map\n` : '';
    writeFileSync(file, `${inAscii(plain)}\n${link}`);
  }
  writeFileSync(join(target, 'LICENCES.txt'), `${notices(chunks)}\n`);
  return chunks;
}

/** A module of a program that is bundled for tests still knows its own file. */
const ownAddress = {
  name: 'own-address',
  transform: {
    order: 'post',
    filter: { id: /\.ts$/, code: 'import.meta.url' },
    handler: (code, filename) => ({
      code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(filename).href)),
      map: null,
    }),
  },
};

/**
 * Bundles programs that tests start again and again, each into one file below `target` with the path it has below the
 * root: `typescript-hooks.mjs` gives them out instead of the sources.
 */
export async function bundlePrograms(programs, target) {
  for (const program of programs) {
    const bundle = await rolldown({
      ...common,
      input: program,
      plugins: [typescript, ownAddress, visibleRequire, postgresOnly],
    });
    const file = join(target, `${relative(root, program)}.js`);
    await bundle.write({ file, format: 'esm', codeSplitting: false, comments: false, keepNames: true });
    await bundle.close();
  }
}
