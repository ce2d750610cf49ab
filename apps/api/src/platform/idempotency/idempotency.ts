import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../clock.js';
import type { TenantScope } from '../database/transactions.js';
import { DomainError } from '../http/domain-error.js';

/** Answers a repeated request with its first answer, in the very transaction that did the work. */
@Injectable()
export class Idempotency {
  constructor(private readonly clock: Clock) {}

  /**
   * Runs `work` once per key. A second call with the same key and request gets the first answer; with another
   * request it is refused.
   * @throws DomainError IDEMPOTENCY_CONFLICT
   */
  async once<T>(
    scope: TenantScope,
    key: string | undefined,
    endpoint: string,
    request: unknown,
    work: () => Promise<T>,
  ): Promise<T> {
    if (key === undefined) return work();
    const hash = createHash('sha256').update(JSON.stringify(request)).digest('base64url');
    // Two equal requests at the same moment: the second waits here for the first one's transaction.
    await scope.manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `${scope.tenantId} ${key}`,
    ]);
    const found = await scope.manager.query<{ endpoint: string; hash: string; response: T }[]>(
      'select endpoint, request_hash as hash, response from idempotency_keys where tenant_id = $1 and key = $2',
      [scope.tenantId, key],
    );
    const earlier = found[0];
    if (earlier) {
      if (earlier.endpoint !== endpoint || earlier.hash !== hash)
        throw new DomainError('IDEMPOTENCY_CONFLICT');
      return earlier.response;
    }
    const response = await work();
    await scope.manager.query(
      `insert into idempotency_keys (tenant_id, key, endpoint, request_hash, response, created_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [scope.tenantId, key, endpoint, hash, JSON.stringify(response), this.clock.now()],
    );
    return response;
  }
}
