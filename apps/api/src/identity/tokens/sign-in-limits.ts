import { Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../../platform/http/domain-error.js';

/** Wrong attempts before waiting begins, and how the wait grows. */
const FREE_ATTEMPTS = 5;
const WINDOW_SECONDS = 15 * 60;
const FIRST_WAIT_SECONDS = 5;
const MAX_WAIT_SECONDS = 15 * 60;
const ADDRESS_ATTEMPTS = 60;

/**
 * Slows guessing down: per account and address with waits that double, and per address alone, so that trying
 * one password on many names waits too.
 */
@Injectable()
export class SignInLimits {
  readonly #failures = new RateLimiterMemory({
    points: 1_000_000,
    duration: WINDOW_SECONDS,
    keyPrefix: 'pair',
  });
  readonly #addresses = new RateLimiterMemory({
    points: ADDRESS_ATTEMPTS,
    duration: WINDOW_SECONDS,
    keyPrefix: 'addr',
  });
  readonly #waits = new RateLimiterMemory({ points: 1, duration: MAX_WAIT_SECONDS, keyPrefix: 'wait' });

  /** @throws DomainError TOO_MANY_REQUESTS with the seconds to wait. */
  async check(username: string, address: string): Promise<void> {
    const key = pair(username, address);
    const waiting = await this.#waits.get(key);
    if (waiting && waiting.consumedPoints >= 1) throw tooMany(waiting);
    const all = await this.#addresses.get(address);
    if (all && all.consumedPoints >= ADDRESS_ATTEMPTS) throw tooMany(all);
  }

  async failed(username: string, address: string): Promise<void> {
    const key = pair(username, address);
    const { consumedPoints } = await this.#failures.penalty(key);
    await this.#addresses.penalty(address);
    const beyond = consumedPoints - FREE_ATTEMPTS;
    if (beyond < 0) return;
    await this.#waits.set(key, 1, Math.min(FIRST_WAIT_SECONDS * 2 ** beyond, MAX_WAIT_SECONDS));
  }

  async succeeded(username: string, address: string): Promise<void> {
    const key = pair(username, address);
    await this.#failures.delete(key);
    await this.#waits.delete(key);
  }
}

const pair = (username: string, address: string): string => `${address} ${username}`;

const tooMany = (limit: RateLimiterRes): DomainError =>
  new DomainError('TOO_MANY_REQUESTS', String(Math.max(1, Math.ceil(limit.msBeforeNext / 1000))));
