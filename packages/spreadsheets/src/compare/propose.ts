import type { Day } from '@fibado/planning';
import type { ChangeRow, Difference, Movement, ProposedOperation, StoredOperation } from '../types.js';
import { readKeys, withKey, type ImportKey } from './import-key.js';
import { knownOf, type Known } from './leg.js';

const laterOf = (a: Day, b: Day): Day => (a > b ? a : b);
const earlierOf = (a: Day, b: Day): Day => (a < b ? a : b);

/** A movement as a new operation. */
export function newOperation(
  movement: Movement,
  key: ImportKey,
  place: { readonly quarter: string; readonly accountId: string },
): ProposedOperation {
  return {
    quarter: place.quarter,
    kind: movement.amountCents > 0 ? 'INCOME' : 'EXPENSE',
    date: movement.date,
    valueDate: movement.valueDate,
    accountId: place.accountId,
    amountCents: Math.abs(movement.amountCents),
    description: movement.description,
    ...(movement.category === undefined ? {} : { category: movement.category }),
    status: 'DONE',
    origin: 'IMPORT',
    locked: false,
    importKey: withKey(undefined, key),
  };
}

/** A known operation with the bank's figures: done, on the bank's days, of the bank's amount. */
export function confirmedOperation(known: Known, movement: Movement, key: ImportKey): ProposedOperation {
  const { operation, leg } = known;
  const shared = {
    ...operation,
    amountCents: Math.abs(movement.amountCents),
    status: 'DONE' as const,
    importKey: withKey(operation.importKey, key),
  };
  if (leg.side === 'OUT') {
    return { ...shared, date: movement.date, valueDate: laterOf(operation.valueDate, movement.date) };
  }
  if (leg.side === 'IN') {
    return { ...shared, date: earlierOf(operation.date, movement.date), valueDate: movement.date };
  }
  const kind = movement.amountCents > 0 ? ('INCOME' as const) : ('EXPENSE' as const);
  return { ...shared, kind, date: movement.date, valueDate: movement.valueDate };
}

/**
 * A planned operation that a person says a row is, whatever amount was planned; undefined where it cannot be: it is not
 * planned, not of this account, or of the other direction.
 */
export function confirmedByHand(
  operation: StoredOperation,
  row: Pick<ChangeRow, 'movement' | 'operation' | 'alternative'> | undefined,
  accountId: string,
): ProposedOperation | undefined {
  const [known] = knownOf([operation], accountId);
  // The row as a new operation carries its key alone.
  const fresh = [row?.operation, row?.alternative].find((one) => one !== undefined && one.id === undefined);
  const [key] = readKeys(fresh?.importKey);
  if (!row?.movement || !known || !key || operation.status !== 'PLANNED') return undefined;
  if (Math.sign(known.leg.amountCents) !== Math.sign(row.movement.amountCents)) return undefined;
  return confirmedOperation(known, row.movement, key);
}

/** A movement and another account's opposite one as the one transfer they are. */
export function pairedTransfer(
  other: StoredOperation,
  movement: Movement,
  key: ImportKey,
  accountId: string,
): ProposedOperation {
  const isOut = movement.amountCents < 0;
  const [left, arrived] = isOut ? [movement.date, other.date] : [other.date, movement.date];
  return {
    ...other,
    kind: 'TRANSFER',
    accountId: isOut ? accountId : other.accountId,
    toAccountId: isOut ? other.accountId : accountId,
    // A bank may book the arrival before the other one books the departure; a transfer cannot.
    date: earlierOf(left, arrived),
    valueDate: arrived,
    status: 'DONE',
    importKey: withKey(other.importKey, key),
  };
}

const COMPARED = [
  'kind',
  'date',
  'valueDate',
  'amountCents',
  'description',
  'status',
  'toAccountId',
] as const;

/** What saving `after` changes in `before`. */
export function differencesOf(before: StoredOperation, after: ProposedOperation): Difference[] {
  return COMPARED.flatMap((field): Difference[] => {
    const [old, fresh] = [String(before[field] ?? ''), String(after[field] ?? '')];
    return old === fresh ? [] : [{ field, before: old, after: fresh }];
  });
}
