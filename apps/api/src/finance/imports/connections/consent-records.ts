import type { BankConsent, ConnectionKey } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit.js';
import type { TenantScope } from '../../../platform/database/transactions.js';
import { Outbox } from '../../../platform/messaging/outbox.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { SettingsService } from '../../settings/settings.service.js';
import type { BankConsentEntity } from './connection.entities.js';
import { ConnectionSecrets } from './connection-secrets.js';
import { ConnectionsRepository } from './connections.repository.js';

/** The rows of consents with what belongs to each change: audit, notifications, and how they are shown. */
@Injectable()
export class ConsentRecords {
  constructor(
    private readonly rows: ConnectionsRepository,
    private readonly secrets: ConnectionSecrets,
    private readonly audit: Audit,
    private readonly outbox: Outbox,
    private readonly accounts: AccountsService,
    private readonly settings: SettingsService,
  ) {}

  fingerprint(state: string): string {
    return this.secrets.fingerprint(state);
  }

  seal(consentId: string): string {
    return this.secrets.sealConsent(consentId);
  }

  /** The provider's id; undefined when it cannot be read any more. */
  open({ sessionSealed }: BankConsentEntity): string | undefined {
    return this.secrets.openConsent(sessionSealed);
  }

  async language(scope: TenantScope): Promise<'it' | 'en'> {
    return (await this.settings.get(scope)).language;
  }

  async given(scope: TenantScope, row: BankConsentEntity): Promise<void> {
    await this.rows.insertConsent(scope, row);
    await this.audit.record(scope, {
      action: 'bankConnections.completeConsent',
      entity: 'bankConsent',
      entityId: row.id,
      after: audited(row),
    });
  }

  async remove(scope: TenantScope, row: BankConsentEntity, action: string): Promise<void> {
    await this.rows.deleteConsent(scope, row.id);
    await this.outbox.add(scope, 'consent.gone', { consentId: row.id });
    await this.audit.record(scope, {
      action,
      entity: 'bankConsent',
      entityId: row.id,
      before: audited(row),
    });
  }

  async keyDeleted(scope: TenantScope, key: ConnectionKey): Promise<void> {
    await this.rows.deleteKey(scope);
    await this.audit.record(scope, {
      action: 'bankConnections.deleteKey',
      entity: 'bankKey',
      entityId: key.applicationId,
      before: key,
    });
  }

  /** @param now what is over by its date is shown as ended */
  async shown(scope: TenantScope, rows: readonly BankConsentEntity[], now: Date): Promise<BankConsent[]> {
    const own = new Map(
      (await this.accounts.list(scope)).flatMap(({ id, iban }) => (iban === undefined ? [] : [[iban, id]])),
    );
    return rows.map((row) => ({
      id: row.id,
      bank: row.bank,
      country: row.country,
      givenAt: row.givenAt.toISOString(),
      givenBy: row.givenBy,
      validUntil: row.validUntil.toISOString(),
      ended: row.ended || row.validUntil <= now,
      accounts: row.accounts.map(({ iban, name, currency }) => ({
        iban,
        name,
        currency,
        accountId: iban === undefined ? undefined : own.get(iban),
      })),
    }));
  }
}

const audited = ({ bank, country, validUntil, accounts }: BankConsentEntity) => ({
  bank,
  country,
  validUntil: validUntil.toISOString(),
  accounts: accounts.length,
});
