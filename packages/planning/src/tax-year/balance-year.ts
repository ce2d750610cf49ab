/** A year of accounts of which daily balances are known and no movements: what the rules ask for, held against typed figures. */
import { addDays, addQuarters, dayNumber, dayOf, daysInQuarter, quarterEnd } from '../calendar.js';
import { type CarriedForward, carriedForward } from '../carry.js';
import { cents } from '../money.js';
import type { Account, Cents, Operation, Problem, QuarterDate, Setup } from '../problem.js';
import { BANK_FIGURES } from './period-figures.js';
import {
  reconcile,
  type ReconciledAccount,
  type ReconciledFigure,
  type TypedBankFigures,
} from './reconcile.js';

export interface KnownBalances {
  readonly account: Account;
  /** End-of-day balances of the year, one per day; 0 outside the days on which it is open. */
  readonly balancesCents: readonly Cents[];
}

type Household = Pick<Problem, 'banks' | 'accountGroups' | 'settings'>;

/**
 * What the rules give for the balances as they were, the banks' own bookings among them. Credits cannot be told from
 * balances: fees that they waive stay unknown.
 */
export function reconcileBalances(
  year: number,
  household: Household,
  known: readonly KnownBalances[],
  typed: ReadonlyMap<string, TypedBankFigures>,
): ReconciledAccount[] {
  const quarters = quartersOf(year, household, known);
  return reconcile({ year, quarters, bookings: [], typed }).map(({ account, figures }) => ({
    account,
    figures: figures.map((figure) =>
      figure.figure === 'FEES' && account.feeWaiver?.minMonthlyCreditsCents !== undefined
        ? withoutLaw(figure)
        : figure,
    ),
  }));
}

/** An account of which nothing but typed figures is known. */
export function reconcileNothing(account: Account, typed: TypedBankFigures = {}): ReconciledAccount {
  const bank = {
    GROSS_INTEREST: typed.grossInterestCents,
    WITHHOLDING: typed.withholdingCents,
    NET_INTEREST: undefined,
    STAMP_DUTY: typed.stampDutyCents,
    FEES: typed.feesCents,
  };
  const figures = BANK_FIGURES.filter((figure) => figure !== 'NET_INTEREST').map((figure) =>
    withoutLaw({
      figure,
      origin: bank[figure] === undefined ? 'UNKNOWN' : 'TYPED',
      bankCents: bank[figure],
    }),
  );
  return { account, figures };
}

const withoutLaw = ({
  figure,
  origin,
  bankCents,
}: Pick<ReconciledFigure, 'figure' | 'origin' | 'bankCents'>): ReconciledFigure => ({
  figure,
  origin,
  bankCents,
  comparedPeriods: 0,
  periods: [],
  verdict: 'NOT_KNOWN',
  explanations: [],
});

/** The quarters of the year, each opening with the balance of the day before it. */
function quartersOf(year: number, household: Household, known: readonly KnownBalances[]): Problem[] {
  const first = dayOf(year, 1, 1);
  const quarters: Problem[] = [];
  for (const count of [0, 1, 2, 3]) {
    const quarter = addQuarters(first, count);
    const last = quarters.at(-1);
    const before = new Map((last ? carriedForward(last) : []).map((one) => [one.accountId, one]));
    const offset = dayNumber(quarter) - dayNumber(first);
    const open = known.filter(({ account }) => isOpenIn(account, quarter));
    quarters.push({
      ...household,
      quarter,
      accounts: known.map(({ account }) => account),
      setups: open.map((one) => setupOf(one, offset, before.get(one.account.id))),
      operations: open.flatMap((one) => movementsOf(one, quarter, offset)),
    });
  }
  return quarters;
}

const isOpenIn = ({ openedOn, closedOn }: Account, quarter: QuarterDate): boolean =>
  (openedOn === undefined || openedOn <= quarterEnd(quarter)) &&
  (closedOn === undefined || closedOn >= quarter);

function setupOf(
  { account, balancesCents }: KnownBalances,
  offset: number,
  before: CarriedForward | undefined,
): Setup {
  return {
    accountId: account.id,
    openingBalanceCents: balancesCents[Math.max(0, offset - 1)] ?? 0,
    excluded: false,
    carried: before && { ...before.carried, source: 'QUARTERS', anticipated: undefined },
  };
}

/** Every change of the balance as a movement of the bank's statement, so that nothing is booked on top of it. */
function movementsOf(
  { account, balancesCents }: KnownBalances,
  quarter: QuarterDate,
  offset: number,
): Operation[] {
  return Array.from({ length: daysInQuarter(quarter) }, (_, day) => offset + day).flatMap((day) => {
    const change = (balancesCents[day] ?? 0) - (balancesCents[Math.max(0, day - 1)] ?? 0);
    if (change === 0) return [];
    const date = addDays(quarter, day - offset);
    const id = `${account.id} ${date}`;
    return [
      {
        id,
        quarter,
        kind: change > 0 ? 'INCOME' : 'EXPENSE',
        date,
        valueDate: date,
        accountId: account.id,
        amountCents: cents(Math.abs(change)),
        description: '',
        status: 'DONE',
        origin: 'IMPORT',
        locked: true,
        importKey: id,
      } as const,
    ];
  });
}
