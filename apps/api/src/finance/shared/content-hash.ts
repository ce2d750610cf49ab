import { createHash } from 'node:crypto';
import { z } from 'zod';

/** What `contentHash` returns. */
export const contentHashShape = z.string().regex(/^[0-9a-f]{64}$/);

/** SHA-256, hexadecimal, of a value's content: neither the order of keys nor absent fields change it. */
export function contentHash(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex');
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`);
  return `{${fields.join(',')}}`;
}
