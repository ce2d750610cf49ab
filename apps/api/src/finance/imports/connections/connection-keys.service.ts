import { createPrivateKey } from 'node:crypto';
import type { BodyOf, bankConnections, ConnectionKey } from '@fibado/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit.js';
import { requireOwnAccount, type Session } from '../../../platform/auth/session.js';
import { Clock } from '../../../platform/clock.js';
import { TenantTransactions } from '../../../platform/database/tenant-transactions.js';
import type { TenantScope } from '../../../platform/database/transactions.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { BANK_CONNECTOR, type BankConnector, type ConnectorCredentials } from './bank-connector.js';
import type { BankKeyEntity } from './connection.entities.js';
import { ConnectionSecrets } from './connection-secrets.js';
import { ConnectionsRepository } from './connections.repository.js';

const MIN_KEY_BITS = 2048;

/** The household's own application and its private key. */
@Injectable()
export class ConnectionKeysService {
  constructor(
    private readonly transactions: TenantTransactions,
    @Inject(BANK_CONNECTOR) private readonly connector: BankConnector,
    private readonly rows: ConnectionsRepository,
    private readonly secrets: ConnectionSecrets,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the key once the provider accepted it. A key is not replaced in place: consents belong to the application
   * they were given to.
   * @throws DomainError VALIDATION, CONNECTION_REFUSED (also INACTIVE, and REDIRECT_URI_NOT_ALLOWED before any consent
   * fails by it), ALREADY_EXISTS
   */
  async save(
    session: Session,
    { applicationId, privateKey }: BodyOf<typeof bankConnections.saveKey>,
    callbackUrl: string,
    signal: AbortSignal,
  ): Promise<ConnectionKey> {
    requireOwnAccount(session);
    if (!this.connector.enabled) throw new DomainError('CONNECTION_OFF');
    const credentials = { applicationId, privateKey: soundKey(privateKey) };
    const found = await this.connector.application(credentials, signal);
    if (!found.active) throw new DomainError('CONNECTION_REFUSED', 'INACTIVE');
    if (!found.redirectUrls.includes(callbackUrl))
      throw new DomainError('CONNECTION_REFUSED', 'REDIRECT_URI_NOT_ALLOWED');
    return this.transactions.run(session, async (scope) => {
      if (await this.rows.key(scope)) throw new DomainError('ALREADY_EXISTS', 'applicationId');
      const row: BankKeyEntity = {
        tenantId: scope.tenantId,
        applicationId,
        keySealed: this.secrets.sealKey(credentials.privateKey),
        environment: found.environment,
        createdAt: this.clock.now(),
        createdBy: session.username,
      };
      await this.rows.insertKey(scope, row);
      await this.audit.record(scope, {
        action: 'bankConnections.saveKey',
        entity: 'bankKey',
        entityId: applicationId,
        after: shownKey(row),
      });
      return shownKey(row);
    });
  }

  /** @throws DomainError CONNECTION_OFF without a key, CONNECTION_REFUSED when the instance's secret changed since */
  async credentials(scope: TenantScope): Promise<ConnectorCredentials> {
    const row = await this.rows.key(scope);
    if (!row || !this.connector.enabled) throw new DomainError('CONNECTION_OFF');
    const privateKey = this.secrets.openKey(row.keySealed);
    if (privateKey === undefined) throw new DomainError('CONNECTION_REFUSED', 'KEY_UNREADABLE');
    return { applicationId: row.applicationId, privateKey };
  }

  async shown(scope: TenantScope): Promise<ConnectionKey | undefined> {
    const row = await this.rows.key(scope);
    return row ? shownKey(row) : undefined;
  }
}

const shownKey = ({ applicationId, environment, createdAt, createdBy }: BankKeyEntity): ConnectionKey => ({
  applicationId,
  environment,
  createdAt: createdAt.toISOString(),
  createdBy,
});

/** The key in one form (PKCS#8). @throws DomainError VALIDATION */
function soundKey(pem: string): string {
  try {
    const key = createPrivateKey(pem);
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    if (key.asymmetricKeyType === 'rsa' && bits >= MIN_KEY_BITS)
      return String(key.export({ type: 'pkcs8', format: 'pem' }));
  } catch {
    // Said below; the library's words may quote what was sent.
  }
  throw new DomainError('VALIDATION', 'privateKey');
}
