import { dayOf, type ReconciledAccount, reconcileBalances, reconcileNothing } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { SettingsService } from '../settings/settings.service.js';
import type { ReportedAccount } from './tax-year-report.js';
import { TaxYearService } from './tax-year.service.js';
import type { ReconciledYear } from './year-reconciliation.js';

/** An account that is in none of the quarters that count, and what it was reconciled from. */
export interface AccountWithoutQuarter {
  readonly reconciled: ReconciledAccount;
  readonly basis: 'BALANCES' | 'NOTHING';
  readonly bankName: string;
  readonly holders: readonly string[];
}

/** Reconciles accounts that no started quarter has: from the daily balances of their files, else from nothing. */
@Injectable()
export class BalanceYearService {
  constructor(
    private readonly taxYears: TaxYearService,
    private readonly settings: SettingsService,
  ) {}

  async of(
    scope: TenantScope,
    { year, reconciled, typed }: Pick<ReconciledYear, 'year' | 'reconciled' | 'typed'>,
  ): Promise<AccountWithoutQuarter[]> {
    const known = new Set(reconciled.map(({ account }) => account.id));
    const left = (await this.taxYears.reported(scope, year)).filter(
      ({ account }) => !known.has(account.id) && isHeld(account, year),
    );
    const complete = left.filter(({ balances }) => !balances.valueCents.includes(undefined));
    const household = {
      banks: complete.map(({ bank }) => bank),
      accountGroups: complete.map(({ group }) => group),
      settings: await this.settings.planning(scope),
    };
    const balances = complete.map(({ account, balances: { valueCents } }) => ({
      account,
      balancesCents: valueCents.map((cents) => cents ?? 0),
    }));
    const byBalances = new Map(
      reconcileBalances(year, household, balances, typed).map((one) => [one.account.id, one]),
    );
    return left.map(({ account, bank, group }) => {
      const found = byBalances.get(account.id);
      return {
        reconciled: found ?? reconcileNothing(account, typed.get(account.id)),
        basis: found ? 'BALANCES' : 'NOTHING',
        bankName: bank.name,
        holders: group.holders,
      };
    });
  }
}

const isHeld = ({ kind, openedOn, closedOn }: ReportedAccount['account'], year: number): boolean =>
  kind !== 'CASH' &&
  (openedOn === undefined || openedOn <= dayOf(year, 12, 31)) &&
  (closedOn === undefined || closedOn >= dayOf(year, 1, 1));
