import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { BESIDE_THE_PAGE, chunkNames } from './scripts/chunks.ts';
import { contractsWithoutSchemas } from './scripts/contracts-plugin.ts';
import { firstTexts } from './scripts/first-texts.ts';
import { serviceWorker } from './scripts/service-worker-plugin.ts';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Names one build in the addresses of the language files, so that a new release is never shown with old texts. */
const build = `${version}-${Date.now().toString(36)}`;

const START = '<script src="/assets/start.js">';

/** The font's licence goes where it goes. */
const font: Plugin = {
  name: 'font',
  generateBundle() {
    const source = readFileSync(new URL('node_modules/@fontsource-variable/inter/LICENSE', import.meta.url));
    this.emitFile({ type: 'asset', fileName: 'assets/inter-license.txt', source });
  },
};

/** Names on the first script's element what it may preload: the font, files of the signed-in pages, the texts' version. */
const beside: Plugin = {
  name: 'files-beside-the-page',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const files = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' && BESIDE_THE_PAGE.includes(file.name)
          ? [file.fileName, ...(file.viteMetadata?.importedCss ?? [])]
          : [],
      );
      if (files.length === 0) return html;
      const names = files.map((file) => `/${file}`).join(' ');
      const letters = Object.keys(bundle).find((file) => file.endsWith('.woff2')) ?? '';
      const told = `data-font="/${letters}" data-files="${names}" data-texts="${build}"`;
      return html.replace(START, `<script ${told}${START.slice(7)}`);
    },
  },
};

const TEXT = String.raw`\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),?`;
const SUMMARY = new RegExp(String.raw`^ {4}summary:${TEXT}$`, 'gm');
const DESCRIPTION = new RegExp(String.raw`(?<=\.meta\(\{\s*)description:${TEXT}`, 'g');

/** What the contracts say for the OpenAPI document stays out of the pages: no page shows it. */
const undocumented: Plugin = {
  name: 'undocumented-contracts',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    id.includes('/packages/contracts/src/')
      ? { code: code.replaceAll(SUMMARY, '').replaceAll(DESCRIPTION, ''), map: null }
      : null,
};

export default defineConfig(async ({ command }) => ({
  root: import.meta.dirname,
  plugins: [
    contractsWithoutSchemas,
    react(),
    font,
    beside,
    undocumented,
    firstTexts(import.meta.dirname),
    serviceWorker(import.meta.dirname, build),
  ],
  define: { __FIBADO_BUILD__: JSON.stringify(build) },
  // Workspace packages are taken from their sources, as in the tests.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Without the modules' names the entry's list of chunks is shorter.
        chunkFileNames: 'assets/c-[hash].js',
        codeSplitting: {
          groups:
            command === 'build'
              ? [
                  {
                    name: await chunkNames(import.meta.dirname),
                    debugName: 'chunks',
                    includeDependenciesRecursively: false,
                  },
                ]
              : [],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': { target: 'http://127.0.0.1:3000', ws: true, changeOrigin: false } },
  },
}));
