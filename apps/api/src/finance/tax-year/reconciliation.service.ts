import type { BodyOf, reconciliation, ReconciliationReport } from '@fibado/contracts';
import type { ReconciledAccount } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { orNull } from '../shared/absent.js';
import { BalanceYearService } from './balance-year.service.js';
import { BankFiguresRepository } from './bank-figures.repository.js';
import { type Addressee, bankLetter } from './bank-letter.js';
import type { KeptQuarter } from './year-quarters.js';
import { type ReconciledYear, typedOf, YearReconciliation } from './year-reconciliation.js';

/** A year of each account: what the rules ask for against what the bank booked. */
@Injectable()
export class ReconciliationService {
  constructor(
    private readonly years: YearReconciliation,
    private readonly balances: BalanceYearService,
    private readonly typed: BankFiguresRepository,
    private readonly accounts: AccountsService,
    private readonly audit: Audit,
  ) {}

  async report(scope: TenantScope, year: number): Promise<ReconciliationReport> {
    const found = await this.years.of(scope, year);
    return {
      year,
      quarters: found.quarters.map((one) => ({ quarter: one.date, counted: found.over.includes(one) })),
      accounts: [
        ...found.reconciled.map((one) => accountBody(one, addresseeOf(one.account, found.over), found)),
        ...(await this.balances.of(scope, found)).map(({ reconciled, basis, ...addressee }) => ({
          ...accountBody(reconciled, addressee, found),
          basis,
        })),
      ],
    };
  }

  /** @throws DomainError NOT_FOUND when the household has no such account */
  async saveTyped(scope: TenantScope, body: BodyOf<typeof reconciliation.saveTyped>): Promise<void> {
    await this.accounts.find(scope, body.accountId);
    const before = await this.typed.find(scope, body.accountId, body.year);
    await this.typed.save(scope, {
      accountId: body.accountId,
      year: body.year,
      grossInterestCents: orNull(body.grossInterestCents),
      withholdingCents: orNull(body.withholdingCents),
      stampDutyCents: orNull(body.stampDutyCents),
      feesCents: orNull(body.feesCents),
    });
    const { accountId: entityId, ...after } = body;
    await this.audit.record(scope, {
      action: 'reconciliation.saveTyped',
      entity: 'account',
      entityId,
      before: before === null ? undefined : { year: body.year, ...typedOf(before) },
      after,
    });
  }
}

function accountBody(
  { account, figures }: ReconciledAccount,
  addressee: Addressee,
  { year, today, bookings, typed }: ReconciledYear,
): ReconciliationReport['accounts'][number] {
  return {
    accountId: account.id,
    name: account.name,
    bankName: addressee.bankName,
    iban: account.iban,
    holders: [...addressee.holders],
    figures: figures.map((figure) => ({
      ...figure,
      periods: figure.periods.map((period) => ({ ...period })),
      explanations: figure.explanations.map((one) => ({ ...one })),
    })),
    bookings: bookings
      .filter(({ accountId }) => accountId === account.id)
      .map(({ date, kind, amountCents, description }) => ({ date, kind, amountCents, description })),
    typed: typed.get(account.id) ?? {},
    letter: bankLetter(addressee, { year, today, account, figures }),
  };
}

/** The bank and the holders as the last known quarter has them. */
function addresseeOf(account: ReconciledAccount['account'], over: readonly KeptQuarter[]): Addressee {
  const problem = over.findLast(({ kept }) => kept?.problem.accounts.some(({ id }) => id === account.id))
    ?.kept?.problem;
  return {
    bankName: problem?.banks.find(({ id }) => id === account.bankId)?.name ?? '',
    holders: problem?.accountGroups.find(({ id }) => id === account.accountGroupId)?.holders ?? [],
  };
}
