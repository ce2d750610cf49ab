import type { Account, Operation } from '@fibado/contracts';
import { type Day, type Evaluation, lawOn, ratePeriodOn, type RatePeriod } from '@fibado/planning';
import { formatDay } from '../../../lib/day';
import { formatAmount } from '../../../lib/money';

/** The rate of a day and its last day; absent where the account earns nothing then. */
export const rateNow = (account: Account, today: Day): RatePeriod | undefined =>
  ratePeriodOn(account.rates, today);

/** How far the average of an account and those it is counted with is from the duty's threshold. */
export interface ThresholdDistance {
  readonly averageCents: number;
  readonly thresholdCents: number;
  /** Positive below the threshold. */
  readonly leftCents: number;
}

/** Of the fixed duty alone, which has a threshold; absent for accounts that owe another one or none. */
export function thresholdDistance(
  account: Account,
  evaluation: Evaluation,
  quarter: Day,
): ThresholdDistance | undefined {
  // Of a joint foreign account each holder has a test: the one nearest to the limit counts.
  const [group] = evaluation.dutyGroups
    .filter(({ accountIds }) => accountIds.includes(account.id))
    .toSorted((a, b) => b.aggregateAverageCents - a.aggregateAverageCents);
  if (!group || account.dutyRegime !== 'FIXED') return undefined;
  const thresholdCents = lawOn(quarter).fixedDutyThresholdCents;
  const averageCents = group.aggregateAverageCents;
  return { averageCents, thresholdCents, leftCents: thresholdCents - averageCents };
}

/** A movement as one account sees it. */
export interface Movement {
  readonly operation: Operation;
  /** Signed by what it does to this account. */
  readonly cents: number;
}

/** The latest first; a transfer counts against the account it leaves and for the one it reaches. */
export function movementsOf(accountId: string, operations: readonly Operation[]): Movement[] {
  return operations
    .flatMap((operation): Movement[] => {
      const { kind, amountCents } = operation;
      if (operation.toAccountId === accountId) return [{ operation, cents: amountCents }];
      if (operation.accountId !== accountId) return [];
      return [{ operation, cents: kind === 'INCOME' ? amountCents : -amountCents }];
    })
    .toSorted((a, b) => b.operation.date.localeCompare(a.operation.date));
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLocaleLowerCase();

/** Whether a movement holds every word looked for: in what it is called, its category, its day or its amount. */
export function matches({ operation, cents }: Movement, search: string): boolean {
  const { description, category = '', date } = operation;
  const amount = formatAmount(Math.abs(cents));
  const text = plain(
    [description, category, formatDay(date), date, amount, amount.replaceAll(/[.\s]/g, '')].join(' '),
  );
  return plain(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
