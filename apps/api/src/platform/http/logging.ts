import { randomUUID } from 'node:crypto';
import type { LoggerService } from '@nestjs/common';
import type { RequestHandler } from 'express';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Env } from '../../config/env.js';
import { withSourceLines } from '../source-lines.js';

/** What must never reach a log, wherever it sits. */
const SECRETS = [
  'password',
  'token',
  'keycloakToken',
  'secret',
  'authorization',
  'msfauth',
  'cookie',
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** How many errors an error may rest on and still be told in full. */
const CAUSES = 5;

/** What an error is and where it came from. Whatever else it carries may be a person's: a query's values, a row. */
function told(error: unknown, causes = CAUSES): object | undefined {
  if (!(error instanceof Error)) return undefined;
  const { message, stack, cause, code } = error as Error & { code?: unknown };
  const under = causes > 0 ? told(cause, causes - 1) : undefined;
  return {
    type: error.constructor.name,
    message,
    stack: stack && withSourceLines(stack),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(under ? { cause: under } : {}),
  };
}

/** @param to where the lines go: the standard output unless given. */
export function createLogger(env: Pick<Env, 'LOG_LEVEL'>, to?: DestinationStream): Logger {
  const options = {
    level: env.LOG_LEVEL,
    redact: { paths: SECRETS, censor: '[secret]' },
    serializers: { err: (error: unknown) => told(error) },
  };
  return to ? pino(options, to) : pino(options);
}

/**
 * A part of a path longer than any id or name in one is a secret: the address of a calendar is all it takes to read
 * it.
 */
const SECRET_PART = /(?<=\/)[\w-]{40,}(?=\/|$)/g;

/** What of an address may be kept. The query may carry what a person typed. */
const shownPath = (address: string): string =>
  (address.split('?')[0] ?? '').replaceAll(SECRET_PART, '[secret]');

/** One line a request, with an id that comes back as `X-Request-Id`; no bodies, no queries, no headers. */
export function requestLog(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const began = performance.now();
    const id = randomUUID();
    response.setHeader('X-Request-Id', id);
    const { method, originalUrl } = request;
    response.once('close', () => {
      const { statusCode, writableFinished } = response;
      const level = statusCode >= 500 ? 'error' : 'info';
      if (!logger.isLevelEnabled(level)) return;
      const req = { id, method, path: shownPath(originalUrl) };
      const responseTime = Math.round(performance.now() - began);
      const what = writableFinished ? 'request completed' : 'request aborted';
      logger[level]({ req, res: { status: statusCode }, responseTime }, what);
    });
    next();
  };
}

/** The framework's own lines through the same logger. */
export class FrameworkLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: unknown): void {
    this.write('debug', message, context);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest.at(-1));
  }

  warn(message: unknown, context?: unknown): void {
    this.write('warn', message, context);
  }

  debug(message: unknown, context?: unknown): void {
    this.write('debug', message, context);
  }

  fatal(message: unknown, context?: unknown): void {
    this.write('fatal', message, context);
  }

  private write(level: 'debug' | 'warn' | 'error' | 'fatal', message: unknown, context: unknown): void {
    if (message instanceof Error) this.logger[level]({ err: message, context });
    else if (typeof message === 'string') this.logger[level]({ context }, message);
    else this.logger[level]({ detail: message, context });
  }
}
