import {
  type Account,
  type BusinessCalendar,
  type Day,
  type Evaluation,
  type Operation,
  operationArrivalDay,
} from '@fibado/planning';
import { totalBalances } from './shown';

/** A movement as far as it says whether money is between two accounts. */
export type MovingOperation = Pick<Operation, 'date' | 'kind' | 'amountCents' | 'accountId' | 'toAccountId'> &
  Partial<Pick<Operation, 'valueDate' | 'status' | 'speed'>>;

/**
 * What own transfers have taken from one account and not yet brought to another at each day's end, cents. Without a
 * value day a transfer arrives as early as it can.
 */
export function underWayCents(
  days: readonly Day[],
  operations: readonly MovingOperation[],
  accounts: readonly Account[],
  calendar: BusinessCalendar,
): number[] {
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const moving = operations.flatMap((operation) => {
    const source = byId.get(operation.accountId);
    const destination = byId.get(operation.toAccountId ?? '');
    if (operation.kind !== 'TRANSFER' || !source || !destination) return [];
    const { date, amountCents, valueDate = date, status = 'PLANNED', speed } = operation;
    const arrives = operationArrivalDay({ date, valueDate, status, speed }, source, destination, calendar);
    return arrives > date ? [{ date, arrives, amountCents }] : [];
  });
  return days.map((day) =>
    moving.reduce((sum, one) => (one.date <= day && day < one.arrives ? sum + one.amountCents : sum), 0),
  );
}

/** The same at the end of the last day: it belongs to the household, and stands on no account. */
export function underWayAtEnd(
  { days }: Pick<Evaluation, 'days'>,
  { operations, accounts, settings }: UnderWayData,
): number {
  return underWayCents(days.slice(-1), operations, accounts, settings.calendar)[0] ?? 0;
}

interface UnderWayData {
  readonly operations: readonly MovingOperation[];
  readonly accounts: readonly Account[];
  readonly settings: { readonly calendar: BusinessCalendar };
}

/** All accounts together at each day's end. What is between two of them counts: a transfer on its way is no loss. */
export function totalsWithMoving(
  { days, accounts: balances }: Pick<Evaluation, 'days' | 'accounts'>,
  operations: readonly MovingOperation[],
  accounts: readonly Account[],
  calendar: BusinessCalendar,
): number[] {
  const moving = underWayCents(days, operations, accounts, calendar);
  return totalBalances(balances).map((cents, index) => cents + (moving[index] ?? 0));
}
