/** Recurrences read from movements that happened, each with its evidence and a test against the past. */
import { addDays, daysBetween } from '../calendar.js';
import type { BusinessCalendar, Cents, Day } from '../problem.js';
import { type OnNonBusinessDay, recurrenceDays, rruleOf } from '../recurrence.js';
import { type Fit, fitRhythm } from './fit.js';
import { knownUntil, type PastMovement, quantile, seriesOf, sortedAmounts } from './series.js';

/** How a rule learnt from the movements before would have predicted each later one. */
export interface BackTest {
  readonly predictions: number;
  /** Predictions that came within a day of what happened. */
  readonly daysRight: number;
  /** Predictions whose amount lay within the range learnt until then. */
  readonly amountsRight: number;
  /** Mean distance from the day, in days; one decimal. */
  readonly meanDayError: number;
  readonly meanAmountErrorCents: Cents;
}

export interface LearntRecurrence {
  readonly kind: PastMovement['kind'];
  readonly accountId: string;
  readonly toAccountId?: string | undefined;
  readonly description: string;
  readonly category?: string | undefined;
  /** Median of the last movements. */
  readonly amountCents: Cents;
  /** Range in which eight of ten amounts lay; absent for a constant amount. */
  readonly lowCents?: Cents | undefined;
  readonly highCents?: Cents | undefined;
  readonly rule: string;
  readonly onNonBusinessDay: OnNonBusinessDay;
  readonly from: Day;
  /** The next day on which it is due. */
  readonly next: Day;
  /** The movements it was read from, by day, with the day on which the rule expects each. */
  readonly evidence: readonly { readonly movementId: string; readonly expected: Day }[];
  /** Days on which it should have come and did not. */
  readonly missing: readonly Day[];
  readonly backTest: BackTest;
}

/** Shortest history from which anything is learnt: three months, of which the shortest has 89 days. */
const MIN_HISTORY_DAYS = 75;
/** One in about three hundred series without any rhythm would look as regular. */
const MIN_EVIDENCE = 2.5;
/** Movements picked for their equal amounts: that the amounts are equal proves nothing. */
const MIN_EVIDENCE_OF_PART = MIN_EVIDENCE + 2;
const MIN_SHARE = 0.75;
const TYPICAL_OF_LAST = 6;
const BACK_TESTED = 12;
const FEW = 5;

/**
 * Proposes recurrences from movements. Movements written from a stored rule, and series a stored rule names, are to be
 * left out by the caller.
 * @param known the last day each account's movements are known of.
 * @returns by evidence, the surest first.
 */
export function learnRecurrences(
  movements: readonly PastMovement[],
  calendar: BusinessCalendar,
  known: ReadonlyMap<string, Day> = knownUntil(movements),
): LearntRecurrence[] {
  const found: { learnt: LearntRecurrence; evidence: number }[] = [];
  for (const series of seriesOf(movements).values())
    for (const group of [series, ...byAmount(series)]) {
      const knownTo = known.get(group[0]?.accountId ?? '') ?? '';
      const fit = convincing(
        group,
        knownTo,
        calendar,
        group === series ? MIN_EVIDENCE : MIN_EVIDENCE_OF_PART,
      );
      if (!fit) continue;
      const tested = backTest(group, calendar);
      // A rule that would not have predicted its own past is none.
      if (tested.predictions >= FEW && tested.meanDayError > fit.toleranceDays) continue;
      found.push({ learnt: described(fit, tested, knownTo, calendar), evidence: fit.evidence });
      if (group === series) break;
    }
  return found.sort((a, b) => b.evidence - a.evidence).map(({ learnt }) => learnt);
}

function convincing(
  group: readonly PastMovement[],
  knownTo: Day,
  calendar: BusinessCalendar,
  minEvidence: number,
): Fit | undefined {
  const [first] = group;
  if (!first || daysBetween(first.date, knownTo) < MIN_HISTORY_DAYS - daysOfSlack(group)) return undefined;
  const fit = fitRhythm(group, knownTo, calendar);
  if (!fit || fit.evidence < minEvidence || fit.hits.length < fit.minHits) return undefined;
  const due = fit.hits.length + fit.missing.length;
  if (fit.hits.length < MIN_SHARE * due || fit.hits.length < MIN_SHARE * group.length) return undefined;
  // One that has not come the last two times has ended.
  const last = fit.hits.at(-1)?.expected ?? '';
  return fit.missing.filter((day) => day > last).length >= 2 ? undefined : fit;
}

/** Three monthly movements of three months may lie 59 days apart. */
const daysOfSlack = (group: readonly PastMovement[]): number => (group.length >= 3 ? 16 : 0);

/** Two instalments to one payee share their words: series of nearly equal amounts, where there are several. */
function byAmount(series: readonly PastMovement[]): PastMovement[][] {
  const groups: PastMovement[][] = [];
  let before = 0;
  for (const movement of series.toSorted((a, b) => a.amountCents - b.amountCents)) {
    if (groups.length === 0 || movement.amountCents > before * 1.05) groups.push([]);
    groups.at(-1)?.push(movement);
    before = movement.amountCents;
  }
  if (groups.length < 2) return [];
  return groups.map((group) => group.sort((a, b) => (a.date < b.date ? -1 : 1)));
}

const SHIFTS = { NONE: 'SAME', PREVIOUS: 'BEFORE', NEXT: 'AFTER' } as const;

function described(fit: Fit, tested: BackTest, knownTo: Day, calendar: BusinessCalendar): LearntRecurrence {
  const hits = fit.hits.map(({ movement }) => movement);
  const last = hits.at(-1);
  if (!last) throw new RangeError('A rhythm without movements');
  const { kind, accountId, toAccountId, description, category } = last;
  return {
    kind,
    accountId,
    toAccountId,
    description,
    category,
    ...amountsOf(hits),
    rule: rruleOf(fit.recurrence),
    onNonBusinessDay: SHIFTS[fit.recurrence.shift ?? 'NONE'],
    from: fit.start,
    next: nextDue(fit, knownTo, calendar),
    evidence: fit.hits.map(({ expected, movement }) => ({ movementId: movement.id, expected })),
    missing: fit.missing,
    backTest: tested,
  };
}

/** The usual amount and the range in which eight of ten lie; all of them while there are few. */
export function amountsOf(
  movements: readonly PastMovement[],
): Pick<LearntRecurrence, 'amountCents' | 'lowCents' | 'highCents'> {
  const amountCents = quantile(sortedAmounts(movements.slice(-TYPICAL_OF_LAST)), 0.5);
  const sorted = sortedAmounts(movements);
  const [low, high] = movements.length < FEW ? [0, 1] : [0.1, 0.9];
  const lowCents = Math.min(amountCents, quantile(sorted, low));
  const highCents = Math.max(amountCents, quantile(sorted, high));
  return lowCents === highCents ? { amountCents } : { amountCents, lowCents, highCents };
}

function nextDue({ hits, recurrence, start }: Fit, knownTo: Day, calendar: BusinessCalendar): Day {
  const last = hits.at(-1)?.expected ?? start;
  const after = last > knownTo ? last : knownTo;
  const year = 400;
  return recurrenceDays(recurrence, start, addDays(after, 1), addDays(after, year), calendar)[0] ?? after;
}

function backTest(group: readonly PastMovement[], calendar: BusinessCalendar): BackTest {
  const first = Math.max(2, group.length - BACK_TESTED);
  const errors = group.slice(first).flatMap((movement, offset) => {
    const before = group.slice(0, first + offset);
    const knownTo = before.at(-1)?.date ?? movement.date;
    const fit = fitRhythm(before, knownTo, calendar);
    if (!fit) return [];
    const { amountCents, lowCents = amountCents, highCents = amountCents } = amountsOf(before);
    return [
      {
        days: Math.abs(daysBetween(nextDue(fit, knownTo, calendar), movement.date)),
        cents: Math.abs(movement.amountCents - amountCents),
        inRange: movement.amountCents >= lowCents && movement.amountCents <= highCents,
      },
    ];
  });
  const mean = (values: number[]): number =>
    values.length === 0 ? 0 : values.reduce((a, b) => a + b, 0) / values.length;
  return {
    predictions: errors.length,
    daysRight: errors.filter(({ days }) => days <= 1).length,
    amountsRight: errors.filter(({ inRange }) => inRange).length,
    meanDayError: Math.round(10 * mean(errors.map(({ days }) => days))) / 10,
    meanAmountErrorCents: Math.round(mean(errors.map(({ cents }) => cents))),
  };
}
