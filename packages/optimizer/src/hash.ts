/** A fingerprint of an optimizer run's input. */

import { createHash } from 'node:crypto';
import type { Problem } from '@fibado/planning';
import { ENGINE_REVISION } from './revision.js';
import type { OptimizeOptions } from './types.js';

export { ENGINE_REVISION } from './revision.js';

/** SHA-256 of problem, options and revision, with keys in order and unset ones left out. */
export function inputHash(problem: Problem, options: OptimizeOptions): string {
  const text = canonical({ problem, options, revision: ENGINE_REVISION });
  return createHash('sha256').update(text).digest('hex');
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const parts = Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`);
    return `{${parts.join(',')}}`;
  }
  return JSON.stringify(value);
}
