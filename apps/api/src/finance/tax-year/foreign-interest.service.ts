import type { ForeignInterestReport } from '@fibado/contracts';
import { foreignInterest, isForeign, lawValue } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { AccountGroupsService } from '../account-groups/account-groups.service.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { YearReconciliation } from './year-reconciliation.js';

/** Interest on foreign accounts, which no Italian bank has taxed. */
@Injectable()
export class ForeignInterestService {
  constructor(
    private readonly years: YearReconciliation,
    private readonly accounts: AccountsService,
    private readonly groups: AccountGroupsService,
  ) {}

  async report(scope: TenantScope, year: number): Promise<ForeignInterestReport> {
    const foreign = (await this.accounts.list(scope)).filter(isForeign);
    const groups = new Map((await this.groups.list(scope)).map((group) => [group.id, group]));
    const { reconciled } = foreign.length === 0 ? { reconciled: [] } : await this.years.of(scope, year);
    return {
      year,
      taxPct: lawValue('withholdingPct', `${String(year)}-12-31`),
      accounts: foreign.map(({ id, accountGroupId }) => {
        const holders = groups.get(accountGroupId)?.holders.length ?? 1;
        const figure = reconciled
          .find(({ account }) => account.id === id)
          ?.figures.find((one) => one.figure === 'GROSS_INTEREST');
        const interest = figure ? foreignInterest(year, figure, holders) : { origin: 'MISSING' as const };
        return { accountId: id, holders, ...interest };
      }),
    };
  }
}
