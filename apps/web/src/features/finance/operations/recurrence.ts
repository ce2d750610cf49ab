import type { NewRecurrence } from '@fibado/contracts';
import {
  type OnNonBusinessDay,
  quarterEnd,
  type PlanningSettings,
  type Recurrence as Rhythm,
  recurrenceDays,
  rruleOf,
} from '@fibado/planning';
import { formatDay } from '../../../lib/day';
import { formatAmount } from '../../../lib/money';
import { newDraft, type OperationDraft } from './draft';

/** How the recurrence form is filled in. */
export interface RecurrenceForm {
  readonly every: 'MONTHS' | 'DAYS';
  readonly step: number;
  readonly dayOfMonth: number | 'LAST' | 'LAST_BUSINESS';
  readonly start: string;
  readonly shift: 'NONE' | 'NEXT' | 'PREVIOUS';
}

/** What recurs. */
export interface RecurringMovement {
  readonly kind: OperationDraft['kind'];
  readonly description: string;
  readonly cents: number;
  readonly accountId: string;
  readonly toAccountId: string;
  readonly category: string;
}

const ON_NON_BUSINESS_DAY = { NONE: 'SAME', NEXT: 'AFTER', PREVIOUS: 'BEFORE' } as const satisfies Record<
  RecurrenceForm['shift'],
  OnNonBusinessDay
>;

const rhythmOf = (form: RecurrenceForm): Rhythm =>
  form.every === 'DAYS'
    ? { unit: 'DAYS', everyDays: form.step, shift: form.shift }
    : { unit: 'MONTHS', everyMonths: form.step, dayOfMonth: form.dayOfMonth, shift: form.shift };

/** The days in the quarter on which the movement falls; none while the form makes no sense. */
export function daysOfRecurrence(
  form: RecurrenceForm,
  quarter: string,
  calendar: PlanningSettings['calendar'],
): string[] {
  if (!Number.isInteger(form.step) || form.step < 1) return [];
  return recurrenceDays(rhythmOf(form), form.start, quarter, quarterEnd(quarter), calendar);
}

/** The rule to store, so that new quarters go on with it. */
export function newRule(form: RecurrenceForm, what: RecurringMovement): NewRecurrence {
  const category = what.category.trim();
  return {
    id: crypto.randomUUID(),
    kind: what.kind,
    accountId: what.accountId,
    ...(what.kind === 'TRANSFER' ? { toAccountId: what.toAccountId } : {}),
    amountCents: what.cents,
    description: what.description.trim(),
    ...(category === '' ? {} : { category }),
    rule: rruleOf(rhythmOf(form)),
    onNonBusinessDay: ON_NON_BUSINESS_DAY[form.shift],
    from: form.start,
  };
}

/** One row a day; `rule` is stored with the first of them that is saved. */
export const draftsOf = (
  what: RecurringMovement,
  days: readonly string[],
  rule?: NewRecurrence,
): OperationDraft[] =>
  days.map((day) =>
    newDraft(undefined, {
      kind: what.kind,
      description: what.description,
      amount: formatAmount(what.cents),
      accountId: what.accountId,
      toAccountId: what.kind === 'TRANSFER' ? what.toAccountId : '',
      category: what.category,
      date: formatDay(day),
      origin: 'RECURRENCE',
      recurrence: rule,
    }),
  );
