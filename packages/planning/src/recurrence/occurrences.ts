/** The movements a stored rule becomes. */
import { quarterEnd } from '../calendar.js';
import type { Account, BusinessCalendar, Day, Operation, QuarterDate } from '../problem.js';
import { recurrenceDays, recurrenceOfRrule } from '../recurrence.js';
import { arrivalDay, isOpenOn } from '../transfers.js';
import type { StoredRule } from './drift.js';

/**
 * The booked and value days of a rule's movements from `from` to `to`, on the days on which its accounts are open.
 * @param accounts those that take part; a rule of another has no movements.
 */
function occurrencesOf(
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

/** What a rule becomes in a quarter, from a day of it on: planned operations, which have yet to get their ids. */
export function operationsOfRule(
  rule: Omit<StoredRule, 'id'> & Pick<Operation, 'category'>,
  { quarter, from = quarter }: { readonly quarter: QuarterDate; readonly from?: Day | undefined },
  accounts: ReadonlyMap<string, Account>,
  calendar: BusinessCalendar,
): Omit<Operation, 'id'>[] {
  const { kind, accountId, toAccountId, amountCents, description, category, lowCents, highCents } = rule;
  const isCertain = kind === 'TRANSFER' || (lowCents === undefined && highCents === undefined);
  return occurrencesOf(rule, from, quarterEnd(quarter), accounts, calendar).map((days) => ({
    ...days,
    quarter,
    kind,
    accountId,
    toAccountId,
    amountCents,
    description,
    category,
    status: 'PLANNED',
    origin: 'RECURRENCE',
    locked: false,
    uncertainty: isCertain ? undefined : { lowCents, highCents },
  }));
}
