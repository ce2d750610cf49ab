import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

/** A file of the precache; without a revision its address changes with its content. */
interface Entry {
  readonly url: string;
  readonly revision: string | null;
}

/** Files whose name holds a hash of their content. */
const HASHED = /-[\w-]{8}\.(?:js|css|woff2?)$/;
/** What the application needs to start and to change pages without a network; offers and documents are not part of it. */
const SHELL = /^(?:index\.html|logo\.svg|assets\/[^/]+\.(?:js|css|woff2|svg)|assets\/icons\/[^/]+\.png)$/;
const TEXTS = /^assets\/i18n\/[\w-]+\.json$/;

function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path);
    else yield path;
  }
}

/** The precache of a finished build. The page is asked for at `/`, where the API puts in the nonce of its policy. */
export function precacheOf(dist: string, version: string): Entry[] {
  return [...filesIn(dist)]
    .map((path) => ({ path, name: relative(dist, path).split(sep).join(posix.sep) }))
    .filter(({ name }) => SHELL.test(name) || TEXTS.test(name))
    .map(({ path, name }): Entry => {
      if (TEXTS.test(name)) return { url: `/${name}?v=${version}`, revision: null };
      if (HASHED.test(name)) return { url: `/${name}`, revision: null };
      const revision = createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16);
      return { url: name === 'index.html' ? '/' : `/${name}`, revision };
    })
    .sort((a, b) => (a.url < b.url ? -1 : 1));
}

/** Writes `sw.js` beside the page: the service worker with the list of this build's files. */
export function serviceWorker(root: string, version: string): Plugin {
  let dist = '';
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      dist = join(config.root, config.build.outDir);
    },
    async closeBundle(error) {
      if (error) return;
      const result = await build({
        configFile: false,
        root,
        logLevel: 'error',
        define: {
          __FIBADO_BUILD__: JSON.stringify(version),
          __FIBADO_PRECACHE__: JSON.stringify(precacheOf(dist, version)),
        },
        build: {
          write: false,
          copyPublicDir: false,
          target: 'es2022',
          rolldownOptions: {
            input: join(root, 'src/service-worker/worker.ts'),
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      });
      const { output } = result as Rolldown.RolldownOutput;
      writeFileSync(join(dist, 'sw.js'), output[0].code);
    },
  };
}
