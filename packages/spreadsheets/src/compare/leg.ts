import type { Cents, Day, Operation } from '@fibado/planning';
import type { StoredOperation } from '../types.js';
import { accountTag, readKeys, type ImportKey } from './import-key.js';

/** What an operation does to one account. */
export interface Leg {
  readonly side: 'ONLY' | 'OUT' | 'IN';
  /** Signed: money out is negative. */
  readonly amountCents: Cents;
  /** The booked day on this account. */
  readonly date: Day;
  readonly valueDate: Day;
}

type Moving = Pick<Operation, 'kind' | 'amountCents' | 'date' | 'valueDate' | 'accountId' | 'toAccountId'>;

/** An operation's effect on an account; undefined when it has none. A transfer arrives on its value day. */
export function legOf(operation: Moving, accountId: string): Leg | undefined {
  const { kind, amountCents, date, valueDate } = operation;
  if (operation.accountId === accountId) {
    if (kind === 'INCOME') return { side: 'ONLY', amountCents, date, valueDate };
    if (kind === 'EXPENSE') return { side: 'ONLY', amountCents: 0 - amountCents, date, valueDate };
    return { side: 'OUT', amountCents: 0 - amountCents, date, valueDate: date };
  }
  if (kind === 'TRANSFER' && operation.toAccountId === accountId) {
    return { side: 'IN', amountCents, date: valueDate, valueDate };
  }
  return undefined;
}

/** A stored operation as seen from the account that is imported. */
export interface Known {
  readonly operation: StoredOperation;
  readonly leg: Leg;
  /** The key under which a file of this account brought it; undefined when none did. */
  readonly key: ImportKey | undefined;
}

export function knownOf(operations: readonly StoredOperation[], accountId: string): Known[] {
  const tag = accountTag(accountId);
  return operations.flatMap((operation) => {
    const leg = legOf(operation, accountId);
    if (!leg) return [];
    return [{ operation, leg, key: readKeys(operation.importKey).find((key) => key.account === tag) }];
  });
}
