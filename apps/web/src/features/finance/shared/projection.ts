import type { Recurrence } from '@fibado/contracts';
import {
  type Account,
  nextQuarter,
  type Operation,
  operationsOfRule,
  type QuarterDate,
} from '@fibado/planning';
import type { Household } from './queries';

/** What the rules of a household become in a quarter it does not have yet, on the accounts that take part. */
export function projectedOperations(
  { accounts, settings }: Pick<Household, 'accounts' | 'settings'>,
  taking: ReadonlySet<string>,
  rules: readonly Recurrence[],
  quarter: QuarterDate,
): Operation[] {
  const known = new Map<string, Account>(
    accounts.filter(({ id }) => taking.has(id)).map((account) => [account.id, account]),
  );
  return rules.flatMap((rule) =>
    operationsOfRule(rule, { quarter }, known, settings.calendar).map((operation) => ({
      ...operation,
      id: crypto.randomUUID(),
    })),
  );
}

/** The same for several quarters after one. */
export function projectedAfter(
  household: Pick<Household, 'accounts' | 'settings'>,
  taking: ReadonlySet<string>,
  rules: readonly Recurrence[],
  quarter: QuarterDate,
  count: number,
): Operation[] {
  const operations: Operation[] = [];
  let date = quarter;
  for (let index = 0; index < count; index += 1) {
    date = nextQuarter(date);
    operations.push(...projectedOperations(household, taking, rules, date));
  }
  return operations;
}
