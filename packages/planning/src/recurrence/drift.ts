/** What happened held against a stored rule: has its amount or day moved, did something due not come? */
import { addDays } from '../calendar.js';
import type { BusinessCalendar, Cents, Day } from '../problem.js';
import { type OnNonBusinessDay, recurrenceDays, recurrenceOfRrule } from '../recurrence.js';
import { matchDays } from './fit.js';
import { amountsOf } from './learn.js';
import { knownUntil, type PastMovement, quantile, seriesKey } from './series.js';

/** A stored rule, as far as what happened is held against it. */
export interface StoredRule {
  readonly id: string;
  readonly kind: PastMovement['kind'];
  readonly accountId: string;
  readonly toAccountId?: string | undefined;
  readonly description: string;
  readonly amountCents: Cents;
  readonly lowCents?: Cents | undefined;
  readonly highCents?: Cents | undefined;
  readonly rule: string;
  readonly onNonBusinessDay: OnNonBusinessDay;
  readonly from: Day;
  readonly until?: Day | undefined;
}

export type Drift =
  | { readonly kind: 'MISSING'; readonly recurrenceId: string; readonly day: Day }
  | {
      readonly kind: 'AMOUNT';
      readonly recurrenceId: string;
      readonly expectedCents: Cents;
      readonly actualCents: Cents;
      readonly lowCents?: Cents | undefined;
      readonly highCents?: Cents | undefined;
      /** The movements that say so. */
      readonly movementIds: readonly string[];
    }
  | {
      readonly kind: 'DAY';
      readonly recurrenceId: string;
      /** Usual distance from the rule's day, in days; negative when earlier. */
      readonly lateDays: number;
      readonly movementIds: readonly string[];
    };

/** How far from its day a movement still counts as the one that was due. */
const TOLERANCE_DAYS = { DAYS: 2, MONTHS: 8 } as const;
/** Misses further back than this are history. */
const LOOK_BACK_DAYS = 100;
const LAST = 3;
const MOVED_DAYS = 2;
/** An amount has moved when the last ones lie this far outside of what was expected. */
const MOVED_SHARE = 0.02;

/** Movements of a stored rule: those written from it, and those that read like it. */
export function movementsOf(rule: StoredRule, movements: readonly PastMovement[]): PastMovement[] {
  const key = seriesKey(rule);
  return movements.filter(
    (movement) =>
      movement.recurrenceId === rule.id ||
      (movement.recurrenceId === undefined && seriesKey(movement) === key),
  );
}

/** What has moved or is missing, rule by rule. A day after the account's last known movement is never missing. */
export function driftOf(
  rules: readonly StoredRule[],
  movements: readonly PastMovement[],
  calendar: BusinessCalendar,
): Drift[] {
  const known = knownUntil(movements);
  return rules.flatMap((rule) => driftOfRule(rule, movementsOf(rule, movements), known, calendar));
}

function driftOfRule(
  rule: StoredRule,
  series: readonly PastMovement[],
  known: ReadonlyMap<string, Day>,
  calendar: BusinessCalendar,
): Drift[] {
  const knownTo = known.get(rule.accountId);
  const recurrence = recurrenceOfRrule(rule.rule, rule.onNonBusinessDay);
  if (knownTo === undefined || !recurrence) return [];
  const tolerance = TOLERANCE_DAYS[recurrence.unit];
  const from = addDays(knownTo, -LOOK_BACK_DAYS);
  const to = rule.until !== undefined && rule.until < knownTo ? rule.until : knownTo;
  const due = recurrenceDays(recurrence, rule.from, from, to, calendar);
  const recent = series
    .filter(({ date }) => date >= addDays(from, -tolerance))
    .sort((a, b) => (a.date < b.date ? -1 : 1));
  const { hits, missing } = matchDays(due, recent, tolerance);
  const drifts: Drift[] = missing
    .filter((day) => addDays(day, tolerance) <= knownTo)
    .map((day) => ({ kind: 'MISSING', recurrenceId: rule.id, day }));
  const last = hits.slice(-LAST);
  const amount = amountDrift(
    rule,
    last.map(({ movement }) => movement),
  );
  if (amount) drifts.push(amount);
  const late = last.map(({ lateDays }) => lateDays).sort((a, b) => a - b);
  if (
    last.length === LAST &&
    (late.every((days) => days >= MOVED_DAYS) || late.every((days) => days <= -MOVED_DAYS))
  )
    drifts.push({
      kind: 'DAY',
      recurrenceId: rule.id,
      lateDays: quantile(late, 0.5),
      movementIds: last.map(({ movement }) => movement.id),
    });
  return drifts;
}

/** Said when the last two or three amounts all lie on one side of what the rule expects. */
function amountDrift(rule: StoredRule, last: readonly PastMovement[]): Drift | undefined {
  if (last.length < 2) return undefined;
  const low = (rule.lowCents ?? rule.amountCents) * (1 - MOVED_SHARE);
  const high = (rule.highCents ?? rule.amountCents) * (1 + MOVED_SHARE);
  const amounts = last.slice(-2);
  const moved =
    amounts.every(({ amountCents }) => amountCents > high) ||
    amounts.every(({ amountCents }) => amountCents < low);
  if (!moved) return undefined;
  const { amountCents, lowCents, highCents } = amountsOf(amounts);
  return {
    kind: 'AMOUNT',
    recurrenceId: rule.id,
    expectedCents: rule.amountCents,
    actualCents: amountCents,
    lowCents,
    highCents,
    movementIds: amounts.map(({ id }) => id),
  };
}
