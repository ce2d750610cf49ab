import { Inject, Injectable, Logger } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';

/**
 * Notices a reverse proxy the settings do not name. Behind one every caller has the proxy's address, so limits per
 * address hit all callers together, and an instance bound to loopback is reachable from elsewhere.
 */
@Injectable()
export class ProxyWatch {
  readonly #logger = new Logger('proxy');
  #seen = false;

  constructor(@Inject(ENV) private readonly env: Env) {}

  /** Whether a request came through a proxy the settings do not name. */
  get seen(): boolean {
    return this.#seen;
  }

  readonly middleware = (request: Request, _response: Response, next: NextFunction): void => {
    const { headers } = request;
    const forwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
    if (forwarded && !this.#seen && this.env.TRUST_PROXY === 0) {
      this.#seen = true;
      this.#logger.warn(
        'A request carries X-Forwarded-For or Forwarded, but TRUST_PROXY is 0: behind a reverse proxy all callers ' +
          'share one address and one sign-in limit. Set TRUST_PROXY to the number of proxies, and PUBLIC_URL.',
      );
    }
    next();
  };
}
