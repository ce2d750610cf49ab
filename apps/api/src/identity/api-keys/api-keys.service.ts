import type { ApiKey, apiKeys, BodyOf } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { ApiKeyStore } from '../../platform/auth/api-key.store.js';
import { actorOf, requirePerson, type Session } from '../../platform/auth/session.js';
import { SecurityEvents } from '../../platform/security-events.js';
import { Clock } from '../../platform/clock.js';
import { Transactions } from '../../platform/database/transactions.js';
import { unique } from '../../platform/database/unique.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { type ApiKeyRow, ApiKeysRepository } from './api-keys.repository.js';

const DAY_MS = 24 * 3_600_000;

/** A person's own keys in one tenant. */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly transactions: Transactions,
    private readonly keys: ApiKeysRepository,
    private readonly store: ApiKeyStore,
    private readonly audit: Audit,
    private readonly events: SecurityEvents,
    private readonly clock: Clock,
  ) {}

  list(session: Session): Promise<ApiKey[]> {
    return this.transactions.onPlatform(actorOf(session), async (scope) =>
      (await this.keys.of(scope, session.tenantId, session.userId)).map(toApiKey),
    );
  }

  /** @throws DomainError FORBIDDEN, ALREADY_EXISTS */
  make(session: Session, body: BodyOf<typeof apiKeys.save>): Promise<{ apiKey: ApiKey; key: string }> {
    requirePerson(session);
    const { tenantId, userId } = session;
    const scopes = [...new Set(body.scopes)];
    const expiresAt = new Date(this.clock.now().getTime() + body.days * DAY_MS);
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      const { id, key } = await unique(
        { api_keys_name: 'name' },
        this.store.make(scope, { tenantId, userId, name: body.name, scopes, expiresAt }),
      );
      const row = await this.keys.find(scope, tenantId, userId, id);
      if (!row) throw new DomainError('NOT_FOUND');
      const apiKey = toApiKey(row);
      await this.events.record(scope, { kind: 'KEY_MADE', userId, tenantId, detail: body.name });
      await this.audit.record(scope, {
        action: 'apiKeys.save',
        entity: 'apiKey',
        entityId: id,
        tenantId,
        after: apiKey,
      });
      return { apiKey, key };
    });
  }

  /** @throws DomainError FORBIDDEN, NOT_FOUND */
  async revoke(session: Session, id: string): Promise<void> {
    requirePerson(session);
    const { tenantId, userId } = session;
    await this.transactions.onPlatform(actorOf(session), async (scope) => {
      const row = await this.keys.find(scope, tenantId, userId, id);
      if (!row) throw new DomainError('NOT_FOUND');
      await this.keys.delete(scope, tenantId, id);
      await this.events.record(scope, { kind: 'KEY_REVOKED', userId, tenantId, detail: row.name });
      await this.audit.record(scope, {
        action: 'apiKeys.delete',
        entity: 'apiKey',
        entityId: id,
        tenantId,
        before: toApiKey(row),
      });
    });
  }
}

const toApiKey = ({ createdAt, expiresAt, lastUsedAt, ...row }: ApiKeyRow): ApiKey => ({
  ...row,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  ...(lastUsedAt ? { lastUsedAt: lastUsedAt.toISOString() } : {}),
});
