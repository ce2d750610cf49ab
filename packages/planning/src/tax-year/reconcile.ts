/** A year of each account, the rules' figures against the bank's: agreed, explained by a practice, or an error. */
import { isCreditedGross } from '../abroad.js';
import { addDays, yearOf } from '../calendar.js';
import { evaluate } from '../evaluate.js';
import { cents } from '../money.js';
import type { Account, Cents, Day, Problem } from '../problem.js';
import {
  BANK_FIGURES,
  type BankFigure,
  coversYear,
  type PeriodFigure,
  periodFigures,
  type PeriodFigures,
} from './period-figures.js';
import { type Practice, PRACTICE_PAIRS, type PracticeId, TRIED_PRACTICES } from './practices.js';
import { replayChanged } from './replay.js';

export type BookingKind = 'INTEREST' | 'WITHHOLDING' | 'STAMP_DUTY' | 'FEE';

/** A movement by which a bank booked a figure. */
export interface BankBooking {
  readonly accountId: string;
  readonly kind: BookingKind;
  readonly valueDate: Day;
  /** Interest credited, or what was charged; negative where that was taken back. */
  readonly amountCents: Cents;
  readonly description: string;
  /** Of interest: the text says that it is before tax. */
  readonly isGross?: boolean | undefined;
}

/** Figures of the whole year as the bank's paper has them; each replaces what the bookings say. */
export interface TypedBankFigures {
  readonly grossInterestCents?: Cents | undefined;
  readonly withholdingCents?: Cents | undefined;
  readonly stampDutyCents?: Cents | undefined;
  readonly feesCents?: Cents | undefined;
}

export type Verdict = 'AGREES' | 'EXPLAINED' | 'ERROR' | 'NOT_KNOWN';

export interface Explanation {
  readonly practice: PracticeId;
  /** A second practice that is needed as well; found only where none explains the figure alone. */
  readonly with?: PracticeId | undefined;
  /** Else to one cent in each period. */
  readonly exact: boolean;
}

export interface ReconciledPeriod {
  readonly from: Day;
  readonly to: Day;
  /** Absent while a day of the period is not known. */
  readonly lawCents?: Cents | undefined;
  /** Absent where the bank has booked nothing that is known. */
  readonly bankCents?: Cents | undefined;
}

export interface ReconciledFigure {
  readonly figure: BankFigure;
  readonly origin: 'BOOKINGS' | 'TYPED' | 'UNKNOWN';
  /** Of the periods compared; where none is, of the year if all of it is known. */
  readonly lawCents?: Cents | undefined;
  /** Of the periods compared; absent when nothing is known of the bank. */
  readonly bankCents?: Cents | undefined;
  /** Bank less law, of what is known of both. */
  readonly differenceCents?: Cents | undefined;
  readonly comparedPeriods: number;
  /** By the rules, of the whole year; absent while a part of it is not known. */
  readonly yearCents?: Cents | undefined;
  readonly periods: readonly ReconciledPeriod[];
  readonly verdict: Verdict;
  readonly explanations: readonly Explanation[];
}

export interface ReconciledAccount {
  readonly account: Account;
  readonly figures: readonly ReconciledFigure[];
}

export interface ReconciliationInput {
  readonly year: number;
  /** Quarters of the year that are over, in the order of their days, each alone. */
  readonly quarters: readonly Problem[];
  readonly bookings: readonly BankBooking[];
  readonly typed: ReadonlyMap<string, TypedBankFigures>;
}

/** Days after a period's end in which banks still book it. */
const GRACE_DAYS = { INTEREST: 20, WITHHOLDING: 20, STAMP_DUTY: 20, FEE: 10 } as const;

export function reconcile(input: ReconciliationInput): ReconciledAccount[] {
  const { year, quarters } = input;
  const law = periodFigures(
    quarters,
    quarters.map((problem) => evaluate(problem)),
  );
  const accounts = lastKnown(quarters).filter(({ id }) => law.has(id));
  const open = accounts.flatMap((account) =>
    comparedFigures(account, input, ofYear(law.get(account.id), year)).map((figure) => ({ account, figure })),
  );
  const off = open.filter(({ figure }) => isOff(figure));
  const explanations = new Map<OpenFigure, readonly Explanation[]>();
  const tryAll = (all: readonly (readonly Practice[])[], explain: typeof explainedBy): void => {
    const left = off.filter(({ figure }) => (explanations.get(figure) ?? []).length === 0);
    const concerned = atBanksOf(
      quarters,
      left.map(({ account }) => account),
    );
    const trials = trialsOf(concerned, all, new Set(left.map(({ figure }) => figure.figure)));
    for (const { account, figure } of left) {
      const by = ({ figures }: Trial) => ofYear(figures.get(account.id), year)[figure.figure];
      explanations.set(figure, explain(figure, trials, by));
    }
  };
  tryAll(
    TRIED_PRACTICES.map((practice) => [practice]),
    explainedBy,
  );
  if (accounts.length <= MOST_PAIRED_ACCOUNTS) tryAll(PRACTICE_PAIRS, explainedExactlyBy);
  return accounts.map((account) => ({
    account,
    figures: open
      .filter((one) => one.account === account)
      .map(({ figure }) => withVerdict(figure, explanations.get(figure) ?? [])),
  }));
}

/** Pairs are many: of more accounts than these practices are tried one by one only. */
const MOST_PAIRED_ACCOUNTS = 60;

/**
 * The quarters with the accounts of some banks alone, and those that exchange principals with them: others share no duty
 * with them, and what moves to and fro stays among the operations.
 */
function atBanksOf(quarters: readonly Problem[], accounts: readonly Account[]): Problem[] {
  const banks = new Set(accounts.map(({ bankId }) => bankId));
  return quarters.map((problem) => {
    const own = problem.accounts.filter(({ bankId }) => banks.has(bankId));
    const ids = new Set(own.flatMap(({ id, linkedAccountId = id }) => [id, linkedAccountId]));
    const kept = new Set(
      problem.accounts
        .filter(({ id, linkedAccountId = '' }) => ids.has(id) || ids.has(linkedAccountId))
        .map(({ id }) => id),
    );
    const offers = problem.offers?.filter(({ linkedAccountId }) => kept.has(linkedAccountId));
    return { ...problem, offers, setups: problem.setups.filter(({ accountId }) => kept.has(accountId)) };
  });
}

/** A year as a bank with some practices would have it. */
interface Trial {
  readonly practices: readonly Practice[];
  readonly figures: Map<string, PeriodFigures>;
}

/** Those that may explain one of the figures wanted. */
function trialsOf(
  quarters: readonly Problem[],
  all: readonly (readonly Practice[])[],
  wanted: ReadonlySet<BankFigure>,
): Trial[] {
  return all
    .filter((practices) =>
      [...wanted].some((figure) => practices.every(({ figures }) => figures.includes(figure))),
    )
    .map((practices) => {
      const change = (problem: Problem) =>
        practices.reduce((changed, practice) => practice.change(changed), problem);
      const readings = practices.reduce((read, practice) => ({ ...read, ...practice.readings }), {});
      return { practices, figures: periodFigures(quarters, replayChanged(quarters, change, readings)) };
    });
}

/** Accounts as the last quarter knows them. */
function lastKnown(quarters: readonly Problem[]): Account[] {
  const known = new Map<string, Account>();
  for (const { accounts } of quarters) for (const account of accounts) known.set(account.id, account);
  return [...known.values()].filter(({ kind }) => kind !== 'CASH');
}

function ofYear(figures: PeriodFigures | undefined, year: number): PeriodFigures {
  const inYear = (all: readonly PeriodFigure[] = []) => all.filter(({ to }) => yearOf(to) === year);
  return {
    GROSS_INTEREST: inYear(figures?.GROSS_INTEREST),
    WITHHOLDING: inYear(figures?.WITHHOLDING),
    NET_INTEREST: inYear(figures?.NET_INTEREST),
    STAMP_DUTY: inYear(figures?.STAMP_DUTY),
    FEES: inYear(figures?.FEES),
  };
}

// ---------------------------------------------------------------------------------------------- the bank's figures

interface OpenFigure {
  readonly figure: BankFigure;
  readonly law: readonly PeriodFigure[];
  readonly origin: ReconciledFigure['origin'];
  /** Bank's figure by period, in the order of `law`; of a typed one, none. */
  readonly bank: readonly (Cents | undefined)[];
  readonly typedCents?: Cents | undefined;
  /** Every day of the year is known. */
  readonly isWhole: boolean;
}

function comparedFigures(account: Account, input: ReconciliationInput, law: PeriodFigures): OpenFigure[] {
  const own = input.bookings.filter(({ accountId }) => accountId === account.id);
  const typed = typedOf(input.typed.get(account.id));
  const covers = coversYear(input.quarters, account, input.year);
  const booked = law.GROSS_INTEREST.map((_, index) => interestOf(account, own, law.GROSS_INTEREST, index));
  const bankOf: Record<BankFigure, (Cents | undefined)[]> = {
    GROSS_INTEREST: booked.map(({ gross }) => gross),
    WITHHOLDING: booked.map(({ withheld }) => withheld),
    NET_INTEREST: booked.map(({ net }) => net),
    STAMP_DUTY: law.STAMP_DUTY.map((_, index) => sumIn(own, 'STAMP_DUTY', law.STAMP_DUTY, index)),
    FEES: law.FEES.map((_, index) => sumIn(own, 'FEE', law.FEES, index)),
  };
  return BANK_FIGURES.filter((figure) => figure !== 'NET_INTEREST' || needsNet(bankOf, typed)).map(
    (figure) => {
      const typedCents = typed[figure];
      const isBooked = bankOf[figure].some((amount) => amount !== undefined);
      return {
        figure,
        law: law[figure],
        origin: typedCents !== undefined ? 'TYPED' : isBooked ? 'BOOKINGS' : 'UNKNOWN',
        bank: typedCents !== undefined ? law[figure].map(() => undefined) : bankOf[figure],
        typedCents,
        // A deposit that is paid at maturity has no period to compare.
        isWhole: covers && law[figure].length > 0 && law[figure].every(({ complete }) => complete),
      };
    },
  );
}

const typedOf = (typed: TypedBankFigures = {}): Partial<Record<BankFigure, Cents | undefined>> => ({
  GROSS_INTEREST: typed.grossInterestCents,
  WITHHOLDING: typed.withholdingCents,
  STAMP_DUTY: typed.stampDutyCents,
  FEES: typed.feesCents,
});

/** The net amount is compared where the bank books nothing else. */
function needsNet(
  bank: Record<BankFigure, (Cents | undefined)[]>,
  typed: Partial<Record<BankFigure, Cents | undefined>>,
): boolean {
  if (typed.GROSS_INTEREST !== undefined) return false;
  return bank.NET_INTEREST.some(
    (net, index) => net !== undefined && bank.GROSS_INTEREST[index] === undefined,
  );
}

/** A period's bookings: those within it, later than the grace of the period before, and those within its own grace. */
function inPeriod(booking: BankBooking, periods: readonly PeriodFigure[], index: number): boolean {
  const grace = GRACE_DAYS[booking.kind];
  const period = periods[index];
  if (period === undefined) return false;
  const { valueDate } = booking;
  // The last day is the period's own; the first days may still be those of the period before.
  const isLate = valueDate > period.to && valueDate <= addDays(period.to, grace);
  const isWithin = valueDate >= period.from && valueDate <= period.to;
  const before = periods[index - 1]?.to ?? addDays(period.from, -1);
  const isOfBefore = valueDate <= addDays(before, grace) && valueDate !== period.to;
  return isLate || (isWithin && !isOfBefore);
}

function sumIn(
  bookings: readonly BankBooking[],
  kind: BookingKind,
  periods: readonly PeriodFigure[],
  index: number,
): Cents | undefined {
  const own = bookings.filter((booking) => booking.kind === kind && inPeriod(booking, periods, index));
  return own.length === 0 ? undefined : cents(own.reduce((sum, { amountCents }) => sum + amountCents, 0));
}

/** Interest without a withholding of its own is net, unless nothing is withheld or its text says gross. */
function interestOf(
  account: Account,
  bookings: readonly BankBooking[],
  periods: readonly PeriodFigure[],
  index: number,
): { gross?: Cents | undefined; withheld?: Cents | undefined; net?: Cents | undefined } {
  const credited = sumIn(bookings, 'INTEREST', periods, index);
  const withheld = sumIn(bookings, 'WITHHOLDING', periods, index);
  if (credited === undefined) return { withheld };
  if (withheld !== undefined) return { gross: credited, withheld, net: cents(credited - withheld) };
  if (isCreditedGross(account)) return { gross: credited, net: credited };
  const isGross = bookings.some(
    (booking) => booking.kind === 'INTEREST' && booking.isGross === true && inPeriod(booking, periods, index),
  );
  return isGross ? { gross: credited } : { net: credited };
}

// ---------------------------------------------------------------------------------------------- verdicts

/** The periods of which both figures are known. */
const comparedIn = ({ law, bank }: OpenFigure): number[] =>
  law.flatMap(({ complete }, index) => (complete && bank[index] !== undefined ? [index] : []));

const sumOf = (figures: readonly PeriodFigure[]): Cents =>
  cents(figures.reduce((sum, one) => sum + one.cents, 0));

/** What is known of both, in total; nothing when that is nothing. */
function totalsOf(open: OpenFigure): { law?: Cents | undefined; bank?: Cents | undefined } {
  const { law, bank, typedCents, isWhole } = open;
  if (typedCents !== undefined) return { law: isWhole ? sumOf(law) : undefined, bank: typedCents };
  const compared = comparedIn(open);
  if (compared.length === 0) return { law: isWhole ? sumOf(law) : undefined };
  return {
    law: cents(compared.reduce((sum, index) => sum + (law[index]?.cents ?? 0), 0)),
    bank: cents(compared.reduce((sum, index) => sum + (bank[index] ?? 0), 0)),
  };
}

function isOff(open: OpenFigure): boolean {
  if (open.typedCents !== undefined) return open.isWhole && sumOf(open.law) !== open.typedCents;
  return comparedIn(open).some((index) => open.law[index]?.cents !== open.bank[index]);
}

function withVerdict(open: OpenFigure, explanations: readonly Explanation[]): ReconciledFigure {
  const { figure, origin, law, bank, typedCents } = open;
  const totals = totalsOf(open);
  const isKnown = totals.law !== undefined && totals.bank !== undefined;
  return {
    figure,
    origin,
    lawCents: totals.law,
    bankCents: totals.bank,
    differenceCents: isKnown ? cents((totals.bank ?? 0) - (totals.law ?? 0)) : undefined,
    comparedPeriods: typedCents !== undefined && isKnown ? law.length : comparedIn(open).length,
    yearCents: open.isWhole ? sumOf(law) : undefined,
    periods: law.map(({ from, to, cents: lawCents, complete }, index) => ({
      from,
      to,
      lawCents: complete ? lawCents : undefined,
      bankCents: bank[index],
    })),
    verdict: !isKnown
      ? 'NOT_KNOWN'
      : !isOff(open)
        ? 'AGREES'
        : explanations.length > 0
          ? 'EXPLAINED'
          : 'ERROR',
    explanations,
  };
}

/** Practices that give the bank's figures to the cent; failing those, to a cent a period. */
function explainedBy(
  open: OpenFigure,
  trials: readonly Trial[],
  by: (trial: Trial) => readonly PeriodFigure[],
): Explanation[] {
  if (distance(open, open.law, false) === 'NEAR') return [{ practice: 'ROUNDING', exact: false }];
  const found = trials.flatMap((trial): Explanation[] => {
    const [first, second] = trial.practices;
    if (first === undefined || trial.practices.some(({ figures }) => !figures.includes(open.figure)))
      return [];
    const isOfYear = trial.practices.some((practice) => practice.isOfYear === true);
    const near = distance(open, by(trial), isOfYear);
    if (near === undefined) return [];
    return [{ practice: first.id, ...(second && { with: second.id }), exact: near === 'EXACT' }];
  });
  const exact = found.filter((one) => one.exact);
  return exact.length > 0 ? exact : found;
}

/** Of two practices only what is right to the cent: among so many some come near by chance. */
const explainedExactlyBy: typeof explainedBy = (open, trials, by) =>
  explainedBy(open, trials, by).filter(({ exact }) => exact);

/** How near figures come to the bank's, in every period compared; of other periods, in the sum of a whole year. */
function distance(
  open: OpenFigure,
  tried: readonly PeriodFigure[],
  isOfYear: boolean,
): 'EXACT' | 'NEAR' | undefined {
  const { law, bank, typedCents, isWhole } = open;
  if (typedCents !== undefined || isOfYear) {
    // Its periods are others: all that the bank booked in the year is compared.
    const booked = bank.reduce<Cents>((sum, amount) => sum + (amount ?? 0), 0);
    return isWhole ? nearness([sumOf(tried) - (typedCents ?? booked)], Math.max(1, tried.length)) : undefined;
  }
  const byEnd = new Map(tried.map((one) => [one.to, one.cents]));
  const differences = comparedIn(open).map((index) => {
    const own = byEnd.get(law[index]?.to ?? '');
    return own === undefined ? Infinity : own - (bank[index] ?? 0);
  });
  return nearness(differences, 1);
}

function nearness(differences: readonly number[], toleranceCents: number): 'EXACT' | 'NEAR' | undefined {
  if (differences.every((difference) => difference === 0)) return 'EXACT';
  return differences.every((difference) => Math.abs(difference) <= toleranceCents) ? 'NEAR' : undefined;
}
