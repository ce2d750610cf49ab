import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Express, Request, Response } from 'express';
import expressStaticGzip from 'express-static-gzip';
import { nonceOf } from './security.js';

/** Files whose name holds a hash of their content. */
const HASHED = /-[\w-]{8}\.(?:js|css|woff2?|png|svg)$/;
const NONCE_PLACE = '__CSP_NONCE__';

/**
 * Serves the built web application from the API's own origin: hashed files for ever, everything else asked for
 * again each time, and the one page for every address that is not the API's.
 */
export function serveWebApp(server: Express, folder: string): void {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) return;
  const page = readFileSync(index, 'utf8');
  // The build leaves a Brotli twin beside every text: smaller than compression during a request could make it.
  const files = expressStaticGzip(folder, {
    enableBrotli: true,
    orderPreference: ['br'],
    index: false,
    serveStatic: {
      cacheControl: false,
      setHeaders: (response, path) => {
        const forEver = HASHED.test(path.replace(/\.br$/, ''));
        response.setHeader('Cache-Control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    },
  });
  server.use((request: Request, response: Response, next) => {
    // The disk is not asked for a file of the API's address.
    if (request.path.startsWith('/api/')) next();
    else files(request, response, next);
  });
  server.get(/^\/(?!api\/|assets\/)/, (request: Request, response: Response, next) => {
    if (!request.accepts('html')) {
      next();
      return;
    }
    response.setHeader('Cache-Control', 'no-cache');
    response.type('html').send(page.replace(NONCE_PLACE, nonceOf(response)));
  });
}
