import { Injectable } from '@nestjs/common';
import { actorOf, type Session } from '../auth/session.js';
import { type TenantScope, Transactions } from './transactions.js';

/**
 * Transactions in the session's tenant, for use cases that need several of them. A handler that needs one declares
 * it beside its contract: `@Endpoint(banks.save, 'write')`.
 */
@Injectable()
export class TenantTransactions {
  constructor(private readonly transactions: Transactions) {}

  /** READ COMMITTED, for work that writes. */
  run<T>(session: Session, work: (scope: TenantScope) => Promise<T>): Promise<T> {
    return this.transactions.inTenant(session.tenantId, actorOf(session), work);
  }

  /** REPEATABLE READ and read-only: all queries see the same moment, and the database refuses to write. */
  snapshot<T>(session: Session, work: (scope: TenantScope) => Promise<T>): Promise<T> {
    return this.transactions.inTenant(session.tenantId, actorOf(session), work, 'REPEATABLE READ READ ONLY');
  }
}
