import type { Server } from 'node:http';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import type { AppParts } from './foundations.js';
import { createLogger, FrameworkLogger, requestLog } from './platform/http/logging.js';
import { ProxyWatch } from './platform/http/proxy-watch.js';
import { countInProgress } from './platform/http/refusal-delay.js';
import { keepOrigin } from './platform/http/request-origin.js';
import { cacheRules, compressed, limitSlowClients, securityHeaders } from './platform/http/security.js';
import { serveWebApp } from './platform/http/web-app.js';
import { serveOpenApi } from './platform/http/openapi.js';
import { Metrics } from './platform/metrics/metrics.js';
import { UpgradeGuard } from './platform/messaging/stomp/upgrade-guard.js';
import { RawWsAdapter } from './platform/messaging/stomp/ws-adapter.js';

/** Builds the application without listening; tests and `main` both start here. */
export async function createServer(parts: AppParts, webFolder?: string): Promise<NestExpressApplication> {
  const logger = createLogger(parts.env);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.from(parts), {
    // Bodies are read by the endpoint interceptor, after the guard.
    bodyParser: false,
    logger: new FrameworkLogger(logger),
    abortOnError: false,
  });
  app.useWebSocketAdapter(new RawWsAdapter(app, app.get(UpgradeGuard)));
  app.use(requestLog(logger));
  app.use(app.get(ProxyWatch).middleware);
  app.set('trust proxy', parts.env.TRUST_PROXY);
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  app.use('/api', keepOrigin, countInProgress);
  app.use(securityHeaders(parts.env));
  app.use(compressed());
  app.use('/api', cacheRules, app.get(Metrics).middleware);
  serveOpenApi(app.getHttpAdapter().getInstance());
  if (webFolder) serveWebApp(app.getHttpAdapter().getInstance(), webFolder);
  return app;
}

/** Listens on loopback unless the settings say otherwise. @throws when the port is taken. */
export async function listen(app: NestExpressApplication, port: number, host: string): Promise<number> {
  const server: Server = app.getHttpServer();
  limitSlowClients(server);
  await app.listen(port, host);
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}
