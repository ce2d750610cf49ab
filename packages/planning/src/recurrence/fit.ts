/** The rhythm that explains a series of dates best. */
import { addDays, addMonths, dayOf, daysBetween, monthOf, partsOf, yearOf } from '../calendar.js';
import type { BusinessCalendar, Day } from '../problem.js';
import { type BusinessDayShift, type Recurrence, recurrenceDays } from '../recurrence.js';
import { type PastMovement, quantile, sortedAmounts } from './series.js';

/** A rhythm that is looked for: how far from its day a movement may come, and how often it has to be seen. */
interface Rhythm {
  readonly unit: 'DAYS' | 'MONTHS';
  readonly step: number;
  /** Usual length in days, with the range of median gaps that suggests the rhythm. */
  readonly days: number;
  readonly gaps: readonly [number, number];
  readonly toleranceDays: number;
  readonly minHits: number;
}

const RHYTHMS: readonly Rhythm[] = [
  { unit: 'DAYS', step: 7, days: 7, gaps: [6, 8], toleranceDays: 2, minHits: 6 },
  { unit: 'DAYS', step: 14, days: 14, gaps: [12, 16], toleranceDays: 3, minHits: 5 },
  { unit: 'DAYS', step: 28, days: 28, gaps: [27, 29], toleranceDays: 3, minHits: 4 },
  { unit: 'MONTHS', step: 1, days: 30, gaps: [25, 36], toleranceDays: 5, minHits: 3 },
  { unit: 'MONTHS', step: 2, days: 61, gaps: [54, 68], toleranceDays: 8, minHits: 3 },
  { unit: 'MONTHS', step: 3, days: 91, gaps: [82, 101], toleranceDays: 10, minHits: 3 },
  { unit: 'MONTHS', step: 6, days: 182, gaps: [168, 197], toleranceDays: 10, minHits: 3 },
  { unit: 'MONTHS', step: 12, days: 365, gaps: [350, 380], toleranceDays: 10, minHits: 3 },
];

/** What a movement is expected on and what came. */
export interface Hit<M extends { readonly date: Day } = PastMovement> {
  readonly expected: Day;
  readonly movement: M;
  /** Days after the expected one; negative when early. */
  readonly lateDays: number;
}

export interface Fit {
  readonly recurrence: Recurrence;
  /** The day from which the rhythm counts. */
  readonly start: Day;
  readonly toleranceDays: number;
  readonly minHits: number;
  readonly hits: readonly Hit[];
  /** Days on which a movement was due and none came. */
  readonly missing: readonly Day[];
  /** Movements no expected day explains. */
  readonly strays: readonly PastMovement[];
  /**
   * How surprising such regularity would be in movements without any, as a power of ten: 3 is one in a thousand. The
   * first movement sets the phase and proves nothing.
   */
  readonly evidence: number;
}

/** Each expected day with the nearest movement (sorted by day) within the tolerance that no earlier day took. */
export function matchDays<M extends { readonly date: Day }>(
  expected: readonly Day[],
  movements: readonly M[],
  toleranceDays: number,
): { hits: Hit<M>[]; missing: Day[]; strays: M[] } {
  const free = new Set(movements);
  const hits: Hit<M>[] = [];
  const missing: Day[] = [];
  for (const day of expected) {
    let best: Hit<M> | undefined;
    for (const movement of free) {
      const lateDays = daysBetween(day, movement.date);
      if (lateDays > toleranceDays) break;
      if (Math.abs(lateDays) > toleranceDays) continue;
      if (!best || Math.abs(lateDays) < Math.abs(best.lateDays)) best = { expected: day, movement, lateDays };
    }
    if (best) {
      hits.push(best);
      free.delete(best.movement);
    } else missing.push(day);
  }
  return { hits, missing, strays: [...free] };
}

/** Different things tried: a pattern found among many candidates proves less. */
const SEARCHED = 1.5;
const MISSING_COSTS = 1.5;
const STRAY_COSTS = 1;
/** Equal amounts support a rhythm; they are none. */
const AMOUNTS_PROVE = 2;

/** The best rhythm for movements sorted by day; `undefined` where their gaps suggest none. */
export function fitRhythm(
  movements: readonly PastMovement[],
  knownTo: Day,
  calendar: BusinessCalendar,
): Fit | undefined {
  const [first] = movements;
  if (!first || movements.length < 2) return undefined;
  const gap = medianGap(movements);
  let best: Fit | undefined;
  for (const rhythm of RHYTHMS.filter(({ gaps: [from, to] }) => gap >= from && gap <= to))
    for (const { recurrence, start } of candidates(rhythm, movements)) {
      const fit = tried(rhythm, { recurrence, start }, movements, knownTo, calendar);
      if (!best || fit.evidence > best.evidence + 1e-9) best = fit;
    }
  return best;
}

function medianGap(movements: readonly PastMovement[]): number {
  const gaps = movements
    .slice(1)
    .map(({ date }, index) => daysBetween(movements[index]?.date ?? date, date))
    .sort((a, b) => a - b);
  return quantile(gaps, 0.5);
}

type Candidate = Pick<Fit, 'recurrence' | 'start'>;

/** Rhythms worth trying, the likelier first: of equals the first is taken. */
function* candidates(rhythm: Rhythm, movements: readonly PastMovement[]): Generator<Candidate> {
  const [first] = movements;
  if (!first) return;
  if (rhythm.unit === 'DAYS') {
    for (let phase = -1; phase <= 1; phase += 1)
      yield { recurrence: { unit: 'DAYS', everyDays: rhythm.step }, start: addDays(first.date, phase) };
    return;
  }
  const month = dayOf(yearOf(first.date), monthOf(first.date), 1);
  // A day near a month's end may have been moved into the next month.
  const starts = partsOf(first.date).day <= MOVED_AT_MOST ? [month, addMonths(month, -1)] : [month];
  for (const start of starts)
    for (const dayOfMonth of daysToTry(movements))
      for (const shift of shiftsFor(first.kind))
        yield { recurrence: { unit: 'MONTHS', everyMonths: rhythm.step, dayOfMonth, shift }, start };
}

/** Longest run of closed days, plus one. */
const MOVED_AT_MOST = 5;
const LATE_IN_MONTH = 26;

/** Days of the month: those seen, those a closed day may hide, and the month's last ones. */
function daysToTry(movements: readonly PastMovement[]): (number | 'LAST' | 'LAST_BUSINESS')[] {
  const seen = new Map<number, number>();
  for (const { date } of movements) {
    const { day } = partsOf(date);
    seen.set(day, (seen.get(day) ?? 0) + 1);
  }
  const days = new Set([...seen].sort((a, b) => b[1] - a[1]).map(([day]) => day));
  for (const day of [...days])
    for (let by = 1; by <= MOVED_AT_MOST; by += 1)
      for (const near of [day - by, day + by]) if (near >= 1 && near <= 31) days.add(near);
  const late = [...seen.keys()].some((day) => day >= LATE_IN_MONTH);
  return late ? ['LAST_BUSINESS', 'LAST', ...days] : [...days];
}

/** Salaries are paid before a closed day, debits after it: of equals that one is taken. */
const shiftsFor = (kind: PastMovement['kind']): BusinessDayShift[] =>
  kind === 'INCOME' ? ['PREVIOUS', 'NEXT', 'NONE'] : ['NEXT', 'PREVIOUS', 'NONE'];

function tried(
  rhythm: Rhythm,
  { recurrence, start }: Candidate,
  movements: readonly PastMovement[],
  knownTo: Day,
  calendar: BusinessCalendar,
): Fit {
  const { toleranceDays, minHits } = rhythm;
  const from = addDays(movements[0]?.date ?? start, -toleranceDays);
  const due = recurrenceDays(recurrence, start, from, addDays(knownTo, toleranceDays), calendar);
  const { hits, missing: open, strays } = matchDays(due, movements, toleranceDays);
  // What may still come, and what lies before the first movement, is not missing.
  const firstHit = hits[0]?.expected ?? knownTo;
  const missing = open.filter((day) => day > firstHit && addDays(day, toleranceDays) <= knownTo);
  const days = hits
    .slice(1)
    .reduce((sum, { lateDays }) => sum + Math.log10(rhythm.days / (2 * Math.abs(lateDays) + 1)), 0);
  const evidence =
    days + amountEvidence(hits) - MISSING_COSTS * missing.length - STRAY_COSTS * strays.length - SEARCHED;
  return { recurrence, start, toleranceDays, minHits, hits, missing, strays, evidence };
}

/** Amounts within 0.5 % of their median count two powers of ten each, those half as far off as it is large none. */
function amountEvidence(hits: readonly Hit[]): number {
  const movements = hits.map(({ movement }) => movement);
  const median = quantile(sortedAmounts(movements), 0.5);
  if (median === 0) return 0;
  const sum = movements.slice(1).reduce((total, { amountCents }) => {
    const spread = (2 * Math.abs(amountCents - median)) / median;
    return total - Math.log10(Math.min(1, Math.max(0.01, spread)));
  }, 0);
  return Math.min(AMOUNTS_PROVE, sum);
}
