import type { BodyOf, TaxPerson, taxYear, TaxYearReport } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { AccountGroupsService } from '../account-groups/account-groups.service.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { BanksService } from '../banks/banks.service.js';
import { orAbsent, orNull } from '../shared/absent.js';
import { type ReportedAccount, taxYearReport } from './tax-year-report.js';
import { TaxYearRepository } from './tax-year.repository.js';
import { YearBalancesService } from './year-balances.service.js';

/** A household's figures for its tax papers. */
@Injectable()
export class TaxYearService {
  constructor(
    private readonly rows: TaxYearRepository,
    private readonly accounts: AccountsService,
    private readonly banks: BanksService,
    private readonly groups: AccountGroupsService,
    private readonly balances: YearBalancesService,
    private readonly audit: Audit,
  ) {}

  async report(scope: TenantScope, year: number): Promise<TaxYearReport> {
    return taxYearReport(year, await this.persons(scope), await this.reported(scope, year));
  }

  async savePersons(scope: TenantScope, persons: readonly TaxPerson[]): Promise<TaxPerson[]> {
    const before = await this.persons(scope);
    await this.rows.replacePersons(
      scope,
      persons.map(({ name, role, bornOn }) => ({ name, role, bornOn: orNull(bornOn) })),
    );
    const after = await this.persons(scope);
    const entity = { entity: 'tax-persons', entityId: scope.tenantId };
    await this.audit.record(scope, { action: 'taxYear.savePersons', ...entity, before, after });
    return after;
  }

  /** @throws DomainError NOT_FOUND when the household has no such account */
  async saveTyped(scope: TenantScope, body: BodyOf<typeof taxYear.saveTyped>): Promise<void> {
    await this.accounts.find(scope, body.accountId);
    const row = await this.rows.lock(scope, body.accountId, body.year);
    await this.rows.update(scope, {
      ...row,
      typedClosingCents: orNull(body.closingCents),
      typedAverageCents: orNull(body.averageCents),
    });
    const { accountId: entityId, ...after } = body;
    await this.audit.record(scope, { action: 'taxYear.saveTyped', entity: 'account', entityId, after });
  }

  /** Those who were described, then holders of account groups of whom only the name is known. */
  private async persons(scope: TenantScope): Promise<TaxPerson[]> {
    const stored = await this.rows.persons(scope);
    const known = new Set(stored.map(({ name }) => name));
    const holders = (await this.groups.list(scope)).flatMap((group) => group.holders);
    const others = [...new Set(holders)].filter((name) => !known.has(name));
    return [
      ...stored.map(({ name, role, bornOn }) => ({ name, role, bornOn: orAbsent(bornOn) })),
      ...others.map((name): TaxPerson => ({ name, role: 'OTHER' })),
    ];
  }

  private async reported(scope: TenantScope, year: number): Promise<ReportedAccount[]> {
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
      return { account, bank, holders: group.holders, balances: days, typed };
    });
  }
}
