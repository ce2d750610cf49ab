import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import helmet from 'helmet';
import { AppModule, type AppParts } from './app.module.js';
import { createLogger, FrameworkLogger, requestLog } from './platform/http/logging.js';
import { serveWebApp } from './platform/http/web-app.js';
import { serveOpenApi } from './platform/http/openapi.js';

/** Builds the application without listening; tests and `main` both start here. */
export async function createServer(parts: AppParts, webFolder?: string): Promise<NestExpressApplication> {
  const logger = createLogger(parts.env);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.from(parts), {
    // Bodies are read by the endpoint interceptor, after the guard.
    bodyParser: false,
    logger: new FrameworkLogger(logger),
    abortOnError: false,
  });
  app.use(requestLog(logger));
  app.set('trust proxy', parts.env.TRUST_PROXY);
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  app.use(securityHeaders(parts.env.KEYCLOAK_URL, parts.env.STOMP_URL));
  app.use(
    '/api',
    (_request: unknown, response: { setHeader(name: string, value: string): void }, next: () => void) => {
      response.setHeader('Cache-Control', 'no-store');
      next();
    },
  );
  serveOpenApi(app);
  if (webFolder) serveWebApp(app.getHttpAdapter().getInstance(), webFolder);
  return app;
}

/** Listens on loopback unless the settings say otherwise. @throws when the port is taken. */
export async function listen(app: NestExpressApplication, port: number, host: string): Promise<number> {
  await app.listen(port, host);
  const address = (app.getHttpServer()).address();
  return typeof address === 'object' && address ? address.port : port;
}

function securityHeaders(keycloak: string | undefined, stomp: string | undefined) {
  const idp = keycloak ? [new URL(keycloak).origin] : [];
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'base-uri': ["'none'"],
        'object-src': ["'none'"],
        'frame-ancestors': ["'self'"],
        'form-action': ["'self'"],
        'script-src': ["'self'"],
        // The component library writes style elements while the page runs.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'", 'ws:', 'wss:', ...idp, ...(stomp ? [new URL(stomp).origin] : [])],
        'frame-src': ["'self'", ...idp],
      },
    },
    // Set by whoever terminates TLS: over plain HTTP on a home network it would lock people out.
    strictTransportSecurity: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
  });
}
