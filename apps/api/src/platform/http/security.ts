import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import compression from 'compression';
import helmet from 'helmet';
import type { Env } from '../../config/env.js';
import { webStompUrl } from '../messaging/rabbitmq/web-stomp.js';
import { originOf } from './origin.js';

/** The page of the silent sign-in check is shown in a frame of our own. */
const SILENT_CHECK = '/silent-check-sso.html';

/** The API's documentation is a page like others. */
const DOCS = '/api/docs';

/** Where the API answers with data: nothing there is a page, and a browser that takes it for one may load nothing. */
const isData = ({ path }: Request): boolean => path.startsWith('/api/') && !path.startsWith(DOCS);

/**
 * Headers of every answer. A page's policy allows no inline script and no inline style without the answer's own nonce,
 * no frame around the page, and connections to this origin, the identity provider and the broker alone.
 */
export function securityHeaders(env: Env): RequestHandler {
  const origins = (...urls: (string | undefined)[]) =>
    urls.flatMap((url) => (url ? [new URL(url).origin] : []));
  const provider = origins(env.KEYCLOAK_URL);
  /** Where the page's line for notifications leads, when that is not here. */
  const brokerOf = (request: unknown): string => {
    const { origin: shown } = new URL(webStompUrl(env, env.PUBLIC_URL ?? originOf(request as Request)));
    // The caller chooses the host: what would be more than one word of the policy is none.
    return /[;,]/.test(shown) ? "'self'" : shown;
  };
  const nonce = (_request: unknown, response: unknown) => `'nonce-${nonceOf(response as Response)}'`;
  const common = {
    // Only where people come over TLS: over plain HTTP on a home network it would lock them out.
    strictTransportSecurity: env.PUBLIC_URL?.startsWith('https:')
      ? { maxAge: 31_536_000, includeSubDomains: false }
      : false,
    xFrameOptions: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
  } as const;
  const ofData = helmet({
    ...common,
    // These speak to documents alone.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xXssProtection: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
  });
  const ofPages = helmet({
    ...common,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'base-uri': ["'none'"],
        'object-src': ["'none'"],
        'frame-ancestors': [
          (request) => ((request as Request).originalUrl?.startsWith(SILENT_CHECK) ? "'self'" : "'none'"),
        ],
        'form-action': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", nonce],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'", ...provider, ...(env.AMQP_URL ? [brokerOf] : [])],
        'frame-src': ["'self'", ...provider],
      },
    },
  });
  return (request, response, next) => {
    if (isData(request)) {
      ofData(request, response, next);
      return;
    }
    (response.locals as { nonce?: string }).nonce = randomBytes(16).toString('base64');
    ofPages(request, response, next);
  };
}

/** The nonce of one answer, for the style elements the page adds while it runs. */
export function nonceOf(response: Response): string {
  return (response.locals as { nonce?: string }).nonce ?? '';
}

/** Compresses for those who say that they can read it; for all others the middleware would only cost time. */
export function compressed(): RequestHandler {
  const compress = compression();
  return (request, response, next) => {
    if (request.headers['accept-encoding'] === undefined) next();
    else compress(request, response, next);
  };
}

/**
 * Answers of the API are for their reader alone: those of the household's finances may be asked for again with
 * their ETag, all others are kept nowhere.
 */
export function cacheRules(request: Request, response: Response, next: NextFunction): void {
  const revalidated = request.method === 'GET' && request.originalUrl.startsWith('/api/finance/');
  response.setHeader('Cache-Control', revalidated ? 'private, no-cache' : 'no-store');
  next();
}

/** A client that sends a request byte by byte does not hold a connection for ever. */
export function limitSlowClients(server: Server): void {
  server.headersTimeout = 15_000;
  // An upload of 32 MiB over a slow line fits in.
  server.requestTimeout = 300_000;
  server.keepAliveTimeout = 10_000;
  server.maxHeadersCount = 100;
}
