import type { Account, Setup } from '@fibado/contracts';
import { accountOf, type Change, limited, withPeriod } from '@fibado/optimizer/insight';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { unique } from '../../platform/database/unique.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { BanksService } from '../banks/banks.service.js';
import { QuarterGate, type QuarterRecord } from '../ledger/quarter-gate.js';
import { SettingsService } from '../settings/settings.service.js';

/** Makes a scenario's changes of rates, accounts and settings the household's. */
@Injectable()
export class RealHousehold {
  constructor(
    private readonly accounts: AccountsService,
    private readonly banks: BanksService,
    private readonly settings: SettingsService,
    private readonly gate: QuarterGate,
    private readonly audit: Audit,
  ) {}

  /** Changes what is the household's in every quarter. @returns the setup that changes in this one. */
  async apply(
    scope: TenantScope,
    quarter: QuarterRecord,
    change: Change,
    setups: readonly Setup[],
  ): Promise<Setup | undefined> {
    switch (change.kind) {
      case 'RATE':
        await this.change(scope, change.accountId, (account) => ({
          ...account,
          rates: withPeriod(account.rates, change.period),
        }));
        return undefined;
      case 'CLOSE_ACCOUNT':
        await this.change(scope, change.accountId, (account) => ({ ...account, closedOn: change.on }));
        return undefined;
      case 'OPEN_ACCOUNT':
        await this.open(scope, change);
        return { accountId: change.accountId, openingBalanceCents: 0, excluded: false };
      case 'LIMITS': {
        if (change.maxBalanceCents === null)
          await this.change(scope, change.accountId, (account) => ({
            ...account,
            maxBalanceCents: undefined,
          }));
        const kept = [...setups, ...(await this.gate.setups(scope, quarter.date))];
        const setup = kept.find(({ accountId }) => accountId === change.accountId);
        if (!setup) throw new DomainError('NOT_FOUND');
        return limited(setup, change);
      }
      case 'OPTIONS': {
        const { kind: _, maxTransfers: __, ...fields } = change;
        const wanted = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
        if (Object.keys(wanted).length > 0)
          await this.settings.save(scope, { ...(await this.settings.get(scope)), ...wanted });
        return undefined;
      }
      case 'MOVEMENT':
      case 'OPERATION':
        return undefined;
    }
  }

  private async change(scope: TenantScope, id: string, change: (account: Account) => Account): Promise<void> {
    await this.accounts.save(scope, change(await this.accounts.find(scope, id)));
  }

  private async open(scope: TenantScope, change: Extract<Change, { kind: 'OPEN_ACCOUNT' }>): Promise<void> {
    const { bank } = change.account;
    const bankId = bank
      ? (await this.banks.save(scope, { ...bank, id: undefined, version: undefined })).id
      : change.account.bankId;
    const account: Account = { ...accountOf(change.accountId, { ...change.account, bankId }), version: 1 };
    // The plan names the account, so that it keeps the id it was planned with.
    await unique({ accounts_tenant_id_iban_key: 'iban' }, this.accounts.restore(scope, [account]));
    await this.audit.record(scope, {
      action: 'accounts.save',
      entity: 'account',
      entityId: account.id,
      after: account,
    });
  }
}
