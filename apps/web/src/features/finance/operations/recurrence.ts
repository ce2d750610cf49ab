import { quarterEnd, type PlanningSettings, recurrenceDays } from '@fibado/planning';
import { formatDay } from '../../../lib/day';
import { newDraft, type OperationDraft } from './draft';

/** How the recurrence form is filled in. */
export interface RecurrenceForm {
  readonly every: 'MONTHS' | 'DAYS';
  readonly step: number;
  readonly dayOfMonth: number | 'LAST' | 'LAST_BUSINESS';
  readonly start: string;
  readonly shift: 'NONE' | 'NEXT' | 'PREVIOUS';
}

/** The days in the quarter on which the movement falls; none while the form makes no sense. */
export function daysOfRecurrence(
  form: RecurrenceForm,
  quarter: string,
  calendar: PlanningSettings['calendar'],
): string[] {
  if (!Number.isInteger(form.step) || form.step < 1) return [];
  const rule =
    form.every === 'DAYS'
      ? ({ unit: 'DAYS', everyDays: form.step, shift: form.shift } as const)
      : ({ unit: 'MONTHS', everyMonths: form.step, dayOfMonth: form.dayOfMonth, shift: form.shift } as const);
  return recurrenceDays(rule, form.start, quarter, quarterEnd(quarter), calendar);
}

/** One row a day. */
export const draftsOf = (template: Partial<OperationDraft>, days: readonly string[]): OperationDraft[] =>
  days.map((day) => newDraft(undefined, { ...template, date: formatDay(day), origin: 'RECURRENCE' }));
