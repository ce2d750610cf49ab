import type { Response } from 'express';
import { tooMany, type Usage } from './rate-limits.js';

/** Requests one key may make in a window, and the window in seconds. */
export const API_KEY_LIMIT = 600;
export const API_KEY_WINDOW_SECONDS = 60;

/**
 * Tells a key where it stands, in the `RateLimit-*` headers, and refuses it beyond its bound.
 * @throws DomainError TOO_MANY_REQUESTS with the seconds to wait.
 */
export function boundKey(usage: Usage, response: Response): void {
  response.setHeader('RateLimit-Limit', String(API_KEY_LIMIT));
  response.setHeader('RateLimit-Remaining', String(Math.max(0, API_KEY_LIMIT - usage.points)));
  response.setHeader('RateLimit-Reset', String(Math.max(1, Math.ceil(usage.msLeft / 1000))));
  if (usage.points > API_KEY_LIMIT) throw tooMany(usage);
}
