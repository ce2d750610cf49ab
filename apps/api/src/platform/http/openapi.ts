import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { openApiDocument } from '@fibado/contracts';
import express, { type Express } from 'express';

const require = createRequire(import.meta.url);

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Fibado API</title>
    <link rel="icon" type="image/png" href="/api/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;
/** A file of its own: the policy lets no script in a page run. */
const START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui', deepLinking: true });\n`;

/** `/api/openapi.json`, made from the contracts, and the pages that show it at `/api/docs`. */
export function serveOpenApi(server: Express): void {
  // Built at the first request, once: it is long.
  let document: string | undefined;
  server.get('/api/openapi.json', (_request, response) => {
    response.type('json').send((document ??= JSON.stringify(openApiDocument())));
  });
  server.get('/api/docs', (_request, response) => void response.type('html').send(PAGE));
  server.get('/api/docs/start.js', (_request, response) => void response.type('js').send(START));
  const folder = dirname(require.resolve('swagger-ui-dist/package.json'));
  server.use('/api/docs', express.static(folder, { index: false, redirect: false, cacheControl: false }));
}
