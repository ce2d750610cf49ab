import { build, type Plugin, type Rolldown } from 'vite';
import { contractsWithoutSchemas } from './contracts-plugin.ts';

type Chunks = readonly Rolldown.OutputChunk[];

/** The pages most people open first, in the order in which their scripts are loaded. */
const FIRST = [
  { name: 'base', entries: ['/index.html', '/features/session/landing-page.tsx'] },
  { name: 'shell', entries: ['/app/shell/root-guard.tsx', '/app/shell/shell.tsx'] },
  { name: 'finance', entries: ['/features/finance/dashboard/dashboard-page.tsx'] },
  { name: 'panels', entries: ['/features/finance/dashboard/panels.ts'] },
];

/** The files that are fetched with the page of a signed-in person, before the application asks for them. */
export const BESIDE_THE_PAGE: readonly string[] = ['shell', 'finance'];

/** The small module that the bundler adds to every build. */
const RUNTIME = '\0rolldown/runtime.js';

/** Modules that the same pages share are one file from this size on, before compression. Bytes. */
const OWN_FILE = 20_000;

/** How many pages have to share a module before all pages of its area load it. */
const COMMON = 3;

/** Style sheets have no part in who shares which script. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  load: (id) => (/\.css(?:\?|$)/.test(id) ? { code: 'export default {}', moduleType: 'js' } : null),
};

/** The build as the bundler splits it by itself: a chunk for each set of pages that share modules. */
async function naturalChunks(root: string): Promise<Chunks> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [contractsWithoutSchemas, withoutStyles],
    // As long as a real one: a shorter text is copied into the modules that read it, and its own module is gone.
    define: { __FIBADO_BUILD__: JSON.stringify('0.0.0-xxxxxxxx') },
    resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
    build: { write: false, minify: false, target: 'es2022', copyPublicDir: false },
  });
  const { output } = result as Rolldown.RolldownOutput;
  return output.filter((file) => file.type === 'chunk');
}

/** Which pages and other things loaded on demand need each chunk. */
function neededBy(chunks: Chunks): Map<string, Set<string>> {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const needed = new Map(chunks.map((chunk) => [chunk.fileName, new Set<string>()]));
  function walk(file: string, entry: string): void {
    const pages = needed.get(file);
    if (!pages || pages.has(entry)) return;
    pages.add(entry);
    for (const next of byFile.get(file)?.imports ?? []) walk(next, entry);
  }
  for (const { fileName, facadeModuleId } of chunks) if (facadeModuleId) walk(fileName, facadeModuleId);
  return needed;
}

const areaOf = (page: string) => /\/features\/(admin|finance)\//.exec(page)?.[1] ?? 'session';

/** The file that a chunk's modules go to; undefined leaves them where the bundler puts them. */
function fileOf(chunk: Rolldown.OutputChunk, pages: ReadonlySet<string>): string | undefined {
  const own = FIRST.find(({ entries }) => entries.some((end) => chunk.facadeModuleId?.endsWith(end)));
  if (own && own !== FIRST[0]) return own.name;
  // What one page alone needs stays with the page.
  if (pages.size < 2) return undefined;
  const isFor = ({ entries }: (typeof FIRST)[number]) =>
    entries.some((end) => [...pages].some((page) => page.endsWith(end)));
  const first = FIRST.find(isFor);
  if (first) return first.name;
  if (pages.size < COMMON || chunk.code.length >= OWN_FILE) return undefined;
  const areas = new Set([...pages].map(areaOf));
  return areas.size === 1 ? `${[...areas][0] ?? ''}-more` : 'common';
}

/**
 * The file of each chunk. Files that import each other would run their modules in the wrong order: a chunk that stands
 * on one with a file of its own joins no file, because others in it may be what that one stands on.
 */
function filesOf(chunks: Chunks): Map<string, string> {
  const needed = neededBy(chunks);
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const files = new Map<string, string>();
  const done = new Set<string>();
  function place(chunk: Rolldown.OutputChunk): void {
    if (done.has(chunk.fileName)) return;
    done.add(chunk.fileName);
    const imported = chunk.imports.flatMap((file) => byFile.get(file) ?? []);
    imported.forEach(place);
    const file = fileOf(chunk, needed.get(chunk.fileName) ?? new Set());
    if (file !== undefined && imported.every((one) => files.has(one.fileName)))
      files.set(chunk.fileName, file);
  }
  chunks.forEach(place);
  return files;
}

/**
 * Puts modules together so that a page is a handful of files: each request costs a phone its latency, and small files
 * compress badly. The bundler's own splitting, which is exact and makes more than a hundred files of the dashboard, says
 * which pages need a module; what the first pages share goes into one file for each.
 * @returns the name of a module's file.
 */
export async function chunkNames(root: string): Promise<(module: string) => string | null> {
  const chunks = await naturalChunks(root);
  const files = filesOf(chunks);
  const byModule = new Map<string, string>();
  for (const { fileName, facadeModuleId, moduleIds } of chunks) {
    const file = files.get(fileName);
    // What else is loaded on demand keeps a file, however small, that is known by its name.
    const isFirst = BESIDE_THE_PAGE.includes(file ?? '') || file === 'panels';
    const shared = moduleIds.filter((module) => isFirst || module !== facadeModuleId);
    if (file !== undefined) for (const module of shared) byModule.set(module, file);
  }
  return (module) => (module === RUNTIME ? 'base' : (byModule.get(module) ?? null));
}
