import { Injectable } from '@nestjs/common';
import { actorOf, type Session } from '../../platform/auth/session.js';
import { type TenantScope, Transactions } from '../../platform/database/transactions.js';

/** Opens the one transaction a call works in, in the tenant of whoever calls. */
@Injectable()
export class Households {
  constructor(private readonly transactions: Transactions) {}

  /** For work that reads one thing, or writes. */
  of<T>(session: Session, work: (scope: TenantScope) => Promise<T>): Promise<T> {
    return this.transactions.inTenant(session.tenantId, actorOf(session), work);
  }

  /** For answers put together from several queries: all of them see the same moment. */
  snapshot<T>(session: Session, work: (scope: TenantScope) => Promise<T>): Promise<T> {
    return this.transactions.inTenant(session.tenantId, actorOf(session), work, 'REPEATABLE READ');
  }
}
