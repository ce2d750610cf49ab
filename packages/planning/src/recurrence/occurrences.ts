/** The movements a stored rule becomes. */
import type { Account, BusinessCalendar, Day } from '../problem.js';
import { recurrenceDays, recurrenceOfRrule } from '../recurrence.js';
import { arrivalDay, isOpenOn } from '../transfers.js';
import type { StoredRule } from './drift.js';

/**
 * The booked and value days of a rule's movements from `from` to `to`, on the days on which its accounts are open.
 * @param accounts those that take part; a rule of another has no movements.
 */
export function occurrencesOf(
  rule: Pick<StoredRule, 'rule' | 'onNonBusinessDay' | 'from' | 'until' | 'accountId' | 'toAccountId'>,
  from: Day,
  to: Day,
  accounts: ReadonlyMap<string, Account>,
  calendar: BusinessCalendar,
): { date: Day; valueDate: Day }[] {
  const source = accounts.get(rule.accountId);
  const destination = rule.toAccountId === undefined ? undefined : accounts.get(rule.toAccountId);
  const recurrence = recurrenceOfRrule(rule.rule, rule.onNonBusinessDay);
  if (!source || !recurrence || (rule.toAccountId !== undefined && !destination)) return [];
  const last = rule.until !== undefined && rule.until < to ? rule.until : to;
  return recurrenceDays(recurrence, rule.from, from, last, calendar).flatMap((date) => {
    const valueDate = destination ? arrivalDay(source, destination, date, calendar) : date;
    const open = isOpenOn(source, date) && (!destination || isOpenOn(destination, valueDate));
    return open ? [{ date, valueDate }] : [];
  });
}
