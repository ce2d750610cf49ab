import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../http/domain-error.js';

/** Requests one key may make in a window, and the window in seconds. */
export const API_KEY_LIMIT = 600;
const WINDOW_SECONDS = 60;

/** Bounds each key and tells it where it stands, in the `RateLimit-*` headers and `Retry-After`. */
@Injectable()
export class ApiKeyLimits {
  readonly #requests = new RateLimiterMemory({ points: API_KEY_LIMIT, duration: WINDOW_SECONDS });

  /** @throws DomainError TOO_MANY_REQUESTS with the seconds to wait. */
  async count(keyId: string, response: Response): Promise<void> {
    const used = await this.#requests.consume(keyId).catch((rejected: unknown) => rejected);
    if (!(used instanceof RateLimiterRes)) throw used;
    const seconds = Math.max(1, Math.ceil(used.msBeforeNext / 1000));
    response.setHeader('RateLimit-Limit', String(API_KEY_LIMIT));
    response.setHeader('RateLimit-Remaining', String(Math.max(0, used.remainingPoints)));
    response.setHeader('RateLimit-Reset', String(seconds));
    if (used.consumedPoints > API_KEY_LIMIT) throw new DomainError('TOO_MANY_REQUESTS', String(seconds));
  }
}
