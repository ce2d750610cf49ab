import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Express, type Request, type Response } from 'express';

/**
 * Serves the built web application from the API's own origin: hashed files for ever, everything else asked for
 * again each time, and the one page for every address that is not the API's.
 */
export function serveWebApp(server: Express, folder: string): void {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) return;
  const page = readFileSync(index);
  server.use(
    '/assets/built',
    express.static(join(folder, 'assets/built'), { immutable: true, maxAge: '1y', fallthrough: false }),
  );
  server.use(express.static(folder, { index: false, cacheControl: true, maxAge: 0 }));
  server.get(/^\/(?!api\/)/, (request: Request, response: Response, next) => {
    if (!request.accepts('html')) {
      next();
      return;
    }
    response.setHeader('Cache-Control', 'no-cache');
    response.type('html').send(page);
  });
}
