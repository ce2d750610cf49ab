import { randomUUID } from 'node:crypto';
import type { ObjectLiteral } from 'typeorm';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import type { TenantRow } from './tenant-row.js';
import type { TenantRows } from './tenant-rows.js';

/** What names the row a body is about: nothing for a new one, else the version that was read. */
export interface Target {
  readonly id?: string | undefined;
  readonly version?: number | undefined;
}

/**
 * Saves as the contracts say: no `id` creates, `id` and `version` update.
 * @param make builds the row to write; it gets the key, the new version, and the row as it was.
 * @throws DomainError NOT_FOUND, STALE_VERSION, or VALIDATION when `id` and `version` do not come together.
 */
export async function upsert<E extends TenantRow & ObjectLiteral>(
  scope: TenantScope,
  rows: TenantRows<E>,
  target: Target,
  make: (key: { tenantId: string; id: string; version: number }, before: E | undefined) => E,
): Promise<{ before: E | undefined; after: E }> {
  const { tenantId } = scope;
  if (target.id === undefined) {
    if (target.version !== undefined) throw new DomainError('VALIDATION', 'id');
    const after = make({ tenantId, id: randomUUID(), version: 1 }, undefined);
    await rows.insert(scope, after);
    return { before: undefined, after };
  }
  if (target.version === undefined) throw new DomainError('VALIDATION', 'version');
  const before = await rows.lock(scope, target.id);
  if (!before) throw new DomainError('NOT_FOUND');
  if (before.version !== target.version) throw new DomainError('STALE_VERSION');
  const after = make({ tenantId, id: target.id, version: target.version + 1 }, before);
  if (!(await rows.update(scope, after, target.version))) throw new DomainError('STALE_VERSION');
  return { before, after };
}
