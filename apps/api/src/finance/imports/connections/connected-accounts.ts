import type { BankConsent, ConnectionKey } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import type { TenantScope } from '../../../platform/database/transactions.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import type { ConnectorCredentials } from './bank-connector.js';
import { ConnectionKeysService } from './connection-keys.service.js';
import { ConnectionsRepository } from './connections.repository.js';
import { ConsentRecords } from './consent-records.js';

/** What an account is fetched with. */
export interface ConnectedAccount {
  readonly credentials: ConnectorCredentials;
  readonly consentId: string;
  readonly bank: string;
  readonly iban: string;
  readonly uid: string;
}

/** Which of the household's accounts its consents reach, by their IBAN. */
@Injectable()
export class ConnectedAccounts {
  constructor(
    private readonly rows: ConnectionsRepository,
    private readonly records: ConsentRecords,
    private readonly keys: ConnectionKeysService,
    private readonly accounts: AccountsService,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError NOT_FOUND, IBAN_MISSING, CONNECTION_OFF, CONSENT_ENDED */
  async of(scope: TenantScope, accountId: string): Promise<ConnectedAccount> {
    const { iban, name } = await this.accounts.find(scope, accountId);
    if (iban === undefined) throw new DomainError('IBAN_MISSING', name);
    const credentials = await this.keys.credentials(scope);
    const reaching = (await this.rows.consents(scope)).flatMap((consent) => {
      const account = consent.accounts.find((one) => one.iban === iban);
      return account ? [{ consent, account }] : [];
    });
    if (reaching.length === 0) throw new DomainError('NOT_FOUND', 'consent');
    const now = this.clock.now();
    const open = reaching.find(({ consent }) => !consent.ended && consent.validUntil > now);
    if (!open) throw new DomainError('CONSENT_ENDED');
    const { consent, account } = open;
    return { credentials, consentId: consent.id, bank: consent.bank, iban, uid: account.uid };
  }

  async shown(
    scope: TenantScope,
  ): Promise<{ readonly key: ConnectionKey | undefined; readonly consents: BankConsent[] }> {
    const rows = await this.rows.consents(scope);
    return {
      key: await this.keys.shown(scope),
      consents: await this.records.shown(scope, rows, this.clock.now()),
    };
  }

  async end(scope: TenantScope, consentId: string): Promise<void> {
    await this.rows.markEnded(scope, consentId);
  }
}
