import {
  addQuarters,
  dayOf,
  quarterEnd,
  reconcile,
  type ReconciledAccount,
  type TypedBankFigures,
} from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { OperationStore } from '../ledger/operation-store.js';
import { orAbsent } from '../shared/absent.js';
import { bankBookings, type ShownBooking } from './bank-bookings.js';
import type { BankFiguresEntity } from './bank-figures.entity.js';
import { BankFiguresRepository } from './bank-figures.repository.js';
import { type KeptQuarter, problemsOf, YearQuarters } from './year-quarters.js';

/** A year with what it was reconciled from. */
export interface ReconciledYear {
  readonly year: number;
  readonly today: string;
  readonly quarters: readonly KeptQuarter[];
  /** Those that count: started or closed, and over. */
  readonly over: readonly KeptQuarter[];
  readonly bookings: readonly ShownBooking[];
  readonly typed: ReadonlyMap<string, TypedBankFigures>;
  readonly reconciled: readonly ReconciledAccount[];
}

/** Loads a year's quarters, the banks' bookings and what was typed, and reconciles them. */
@Injectable()
export class YearReconciliation {
  constructor(
    private readonly quarters: YearQuarters,
    private readonly operations: OperationStore,
    private readonly rows: BankFiguresRepository,
    private readonly clock: Clock,
  ) {}

  async of(scope: TenantScope, year: number): Promise<ReconciledYear> {
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
      (await this.rows.list(scope, year)).map((row) => [row.accountId, typedOf(row)] as const),
    );
    const reconciled = reconcile({ year, quarters: problems, bookings, typed });
    return { year, today, quarters, over, bookings, typed, reconciled };
  }
}

export function typedOf(row: BankFiguresEntity): TypedBankFigures {
  return {
    grossInterestCents: orAbsent(row.grossInterestCents),
    withholdingCents: orAbsent(row.withholdingCents),
    stampDutyCents: orAbsent(row.stampDutyCents),
    feesCents: orAbsent(row.feesCents),
  };
}
