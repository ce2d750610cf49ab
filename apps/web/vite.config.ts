import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Names one build in the addresses of the language files, so that a new release is never shown with old texts. */
const build = `${version}-${Date.now().toString(36)}`;

/**
 * The font is asked for with the page, not after its style sheet: it has to be there at the first paint. Its licence
 * goes where it goes.
 */
const font: Plugin = {
  name: 'font',
  generateBundle() {
    const source = readFileSync(new URL('node_modules/@fontsource-variable/inter/LICENSE', import.meta.url));
    this.emitFile({ type: 'asset', fileName: 'assets/inter-license.txt', source });
  },
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => file.endsWith('.woff2'))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
          injectTo: 'head',
        })),
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), font],
  define: { __FIBADO_BUILD__: JSON.stringify(build) },
  // Workspace packages are taken from their sources, as in the tests.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // The entry names every chunk a page may need: without the modules' names the list is a good deal shorter.
      output: { chunkFileNames: 'assets/[hash].js' },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': { target: 'http://127.0.0.1:3000', ws: true, changeOrigin: false } },
  },
});
