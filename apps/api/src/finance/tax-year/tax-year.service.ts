import type { TaxAsset, TaxPurchase, TaxYearReport } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { AccountGroupsService } from '../account-groups/account-groups.service.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { BanksService } from '../banks/banks.service.js';
import { PersonsService } from '../persons/persons.service.js';
import { orAbsent } from '../shared/absent.js';
import { type ReportedAccount, taxYearReport } from './tax-year-report.js';
import type { TaxYearAssetEntity } from './tax-year-asset.entity.js';
import type { TaxYearPurchaseEntity } from './tax-year-purchase.entity.js';
import { TaxYearRepository } from './tax-year.repository.js';
import { YearBalancesService } from './year-balances.service.js';

const toTaxAsset = ({ tenantId: _, year: __, position: ___, ...asset }: TaxYearAssetEntity): TaxAsset =>
  asset;
const toTaxPurchase = ({ personId, amountCents }: TaxYearPurchaseEntity): TaxPurchase => ({
  personId,
  cents: amountCents,
});

/** A household's figures for its tax papers. */
@Injectable()
export class TaxYearService {
  constructor(
    private readonly rows: TaxYearRepository,
    private readonly accounts: AccountsService,
    private readonly banks: BanksService,
    private readonly groups: AccountGroupsService,
    private readonly balances: YearBalancesService,
    private readonly persons: PersonsService,
  ) {}

  async report(scope: TenantScope, year: number): Promise<TaxYearReport> {
    return taxYearReport(
      year,
      {
        persons: await this.persons.list(scope),
        assets: (await this.rows.assets(scope, year)).map(toTaxAsset),
        purchases: (await this.rows.purchases(scope, year)).map(toTaxPurchase),
      },
      await this.reported(scope, year),
    );
  }

  /** Every account with what is known of its balances. */
  async reported(scope: TenantScope, year: number): Promise<ReportedAccount[]> {
    const accounts = await this.accounts.list(scope);
    const files = await this.rows.accounts(scope, year);
    const banks = new Map((await this.banks.list(scope)).map((bank) => [bank.id, bank]));
    const groups = new Map((await this.groups.list(scope)).map((group) => [group.id, group]));
    const balances = await this.balances.of(scope, year, accounts, files);
    return accounts.map((account) => {
      const bank = banks.get(account.bankId);
      const group = groups.get(account.accountGroupId);
      const days = balances.get(account.id);
      if (!bank || !group || !days) throw new DomainError('NOT_FOUND');
      const row = files.find(({ accountId }) => accountId === account.id);
      const typed = {
        closingCents: orAbsent(row?.typedClosingCents ?? null),
        averageCents: orAbsent(row?.typedAverageCents ?? null),
      };
      return { account, bank, group, balances: days, typed, thirdParty: row?.thirdParty ?? false };
    });
  }
}
