import type { BodyOf, reconciliation, ReconciliationReport } from '@fibado/contracts';
import {
  addQuarters,
  dayOf,
  quarterEnd,
  reconcile,
  type ReconciledAccount,
  type TypedBankFigures,
} from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { OperationStore } from '../ledger/operation-store.js';
import { orAbsent, orNull } from '../shared/absent.js';
import { type Addressee, bankLetter } from './bank-letter.js';
import { bankBookings, type ShownBooking } from './bank-bookings.js';
import type { BankFiguresEntity } from './bank-figures.entity.js';
import { BankFiguresRepository } from './bank-figures.repository.js';
import { type KeptQuarter, problemsOf, YearQuarters } from './year-quarters.js';

/** A year of each account: what the rules ask for against what the bank booked. */
@Injectable()
export class ReconciliationService {
  constructor(
    private readonly quarters: YearQuarters,
    private readonly operations: OperationStore,
    private readonly typed: BankFiguresRepository,
    private readonly accounts: AccountsService,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  async report(scope: TenantScope, year: number): Promise<ReconciliationReport> {
    const today = this.clock.today();
    const quarters = await this.quarters.of(scope, year);
    const over = quarters.filter(
      ({ date, kept }) => kept !== undefined && kept.state !== 'INITIALIZED' && quarterEnd(date) < today,
    );
    const problems = problemsOf(over);
    // Banks book the end of the year in the first days of the next one.
    const next = await this.operations.list(scope, addQuarters(dayOf(year, 1, 1), 4));
    const bookings = bankBookings([
      ...problems.flatMap(({ quarter, operations }) => operations.filter((one) => one.quarter === quarter)),
      ...next,
    ]);
    const typed = new Map(
      (await this.typed.list(scope, year)).map((row) => [row.accountId, typedOf(row)] as const),
    );
    const reconciled = reconcile({ year, quarters: problems, bookings, typed });
    return {
      year,
      quarters: quarters.map((one) => ({ quarter: one.date, counted: over.includes(one) })),
      accounts: reconciled.map((one) => accountBody(one, { year, today, over, bookings, typed })),
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

function typedOf(row: BankFiguresEntity): TypedBankFigures {
  return {
    grossInterestCents: orAbsent(row.grossInterestCents),
    withholdingCents: orAbsent(row.withholdingCents),
    stampDutyCents: orAbsent(row.stampDutyCents),
    feesCents: orAbsent(row.feesCents),
  };
}

interface Context {
  readonly year: number;
  readonly today: string;
  readonly over: readonly KeptQuarter[];
  readonly bookings: readonly ShownBooking[];
  readonly typed: ReadonlyMap<string, TypedBankFigures>;
}

function accountBody(
  { account, figures }: ReconciledAccount,
  { year, today, over, bookings, typed }: Context,
): ReconciliationReport['accounts'][number] {
  const addressee = addresseeOf(account, over);
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
