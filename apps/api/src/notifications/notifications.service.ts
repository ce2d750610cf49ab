import type { Notification } from '@fibado/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Env } from '../config/env.js';
import { ENV } from '../config/instance.module.js';
import type { Session } from '../platform/auth/session.js';
import { TenantTransactions } from '../platform/database/tenant-transactions.js';
import type { TenantScope } from '../platform/database/transactions.js';
import { DomainError } from '../platform/http/domain-error.js';
import { NotifyLogins } from '../platform/messaging/notify-logins.js';
import { NotifyTransport } from '../platform/messaging/notify-transport.js';
import { NotificationsRepository } from './notifications.repository.js';

/** A user's own notifications in the session's tenant, and the way to the real-time line. */
@Injectable()
export class NotificationsService {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly transactions: TenantTransactions,
    private readonly rows: NotificationsRepository,
    private readonly logins: NotifyLogins,
    private readonly transport: NotifyTransport,
  ) {}

  list(session: Session): Promise<Notification[]> {
    return this.transactions.snapshot(session, (scope) => this.rows.list(scope, session.userId));
  }

  /**
   * Where to connect and with what; the secret serves once and for a minute.
   * @param origin the address the caller used, for an instance that was told none.
   * @throws DomainError FORBIDDEN for an API key: there is no session the line could end with.
   */
  async connection(session: Session, origin: string) {
    if (session.method === 'API_KEY') throw new DomainError('FORBIDDEN');
    const login = await this.logins.issue(session);
    const hostSocket = this.transport.hostSocket(this.env.PUBLIC_URL ?? origin, session.tenantId);
    return { hostSocket, ...login };
  }

  /** @throws DomainError NOT_FOUND */
  async markRead(scope: TenantScope, id: string): Promise<void> {
    if (!(await this.rows.markRead(scope, scope.actor.userId, id))) throw new DomainError('NOT_FOUND');
  }

  /** @throws DomainError NOT_FOUND */
  async cancel(scope: TenantScope, id: string): Promise<void> {
    if (!(await this.rows.cancel(scope, scope.actor.userId, id))) throw new DomainError('NOT_FOUND');
  }

  cancelAll(scope: TenantScope): Promise<void> {
    return this.rows.cancelAll(scope, scope.actor.userId);
  }
}
