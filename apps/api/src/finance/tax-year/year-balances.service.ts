import {
  type Account,
  addDays,
  addQuarters,
  type Cents,
  dayNumber,
  daysInYear,
  dayOf,
  mergeBalances,
  type Problem,
  timelineOf,
  type YearBalances,
} from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { QuarterGate } from '../ledger/quarter-gate.js';
import { ProblemService } from '../problem/problem.service.js';
import type { TaxYearAccountEntity } from './tax-year-account.entity.js';

type Days = (Cents | undefined)[];

interface LedgerDays {
  readonly value: Days;
  readonly booked: Days;
  closing: Cents | undefined;
}

/** The daily balances of a calendar year, from the bank's files and from the quarters kept here. */
@Injectable()
export class YearBalancesService {
  constructor(
    private readonly gate: QuarterGate,
    private readonly problems: ProblemService,
    private readonly clock: Clock,
  ) {}

  /**
   * By account. Days from today on are unknown; days before an account's opening and after its closing are 0. A file
   * goes before the quarters.
   */
  async of(
    scope: TenantScope,
    year: number,
    accounts: readonly Account[],
    files: readonly TaxYearAccountEntity[],
  ): Promise<Map<string, YearBalances>> {
    const ledger = await this.ledger(scope, year);
    const today = this.clock.today();
    return new Map(
      accounts.map((account) => {
        const row = files.find(({ accountId }) => accountId === account.id);
        const known = mergeBalances(ofFile(year, row), ledger.get(account.id) ?? unknown(year));
        return [account.id, withLifetime(known, account, today)];
      }),
    );
  }

  /** What the started and closed quarters of the year say. */
  private async ledger(scope: TenantScope, year: number): Promise<Map<string, YearBalances>> {
    const first = dayOf(year, 1, 1);
    const wanted = new Set([0, 1, 2, 3].map((count) => addQuarters(first, count)));
    const found = new Map<string, LedgerDays>();
    for (const { date, state } of await this.gate.list(scope)) {
      if (!wanted.has(date) || state === 'INITIALIZED') continue;
      addQuarter(found, await this.problems.load(scope, date), first);
    }
    return new Map(
      [...found].map(([id, { value, booked, closing }]) => [
        id,
        { year, valueCents: value, bookedCents: booked, closingCents: closing },
      ]),
    );
  }
}

function addQuarter(found: Map<string, LedgerDays>, problem: Problem, first: string): void {
  const timeline = timelineOf(problem);
  const offset = dayNumber(problem.quarter) - dayNumber(first);
  const count = daysInYear(Number(first.slice(0, 4)));
  for (const { entry, valueCents, bookedCents } of timeline.accounts) {
    const kept = found.get(entry.account.id) ?? {
      value: new Array<undefined>(count),
      booked: new Array<undefined>(count),
      closing: undefined,
    };
    valueCents.forEach((cents, day) => (kept.value[offset + day] = cents));
    bookedCents.forEach((cents, day) => (kept.booked[offset + day] = cents));
    if (offset + bookedCents.length === count) kept.closing = bookedCents.at(-1);
    found.set(entry.account.id, kept);
  }
}

const unknown = (year: number): YearBalances => ({
  year,
  valueCents: Array.from({ length: daysInYear(year) }, () => undefined),
  closingCents: undefined,
});

function ofFile(year: number, row: TaxYearAccountEntity | undefined): YearBalances {
  if (!row?.valueCents) return unknown(year);
  return {
    year,
    valueCents: row.valueCents.map((cents) => cents ?? undefined),
    closingCents: row.closingCents ?? undefined,
  };
}

function withLifetime(balances: YearBalances, account: Account, today: string): YearBalances {
  const { year } = balances;
  const first = dayOf(year, 1, 1);
  const last = dayOf(year, 12, 31);
  const { openedOn, closedOn } = account;
  const inLifetime = (cents: Cents | undefined, index: number): Cents | undefined => {
    const day = addDays(first, index);
    if ((openedOn !== undefined && day < openedOn) || (closedOn !== undefined && day > closedOn)) return 0;
    return day < today ? cents : undefined;
  };
  const isGone = (closedOn !== undefined && closedOn < last) || (openedOn !== undefined && openedOn > last);
  const closingCents = isGone ? 0 : last < today ? balances.closingCents : undefined;
  return {
    year,
    valueCents: balances.valueCents.map(inLifetime),
    bookedCents: balances.bookedCents?.map(inLifetime),
    closingCents,
  };
}
