import { createHash } from 'node:crypto';
import { folded } from '../cells/text.js';
import type { Movement } from '../types.js';

/**
 * The identity of a movement across files: account, booking day, amount, text, value day, and how many of the same
 * stand before it in the file. Two equal rows of one file differ in the last; the same row in two overlapping files
 * has the same key.
 *
 * Written `account-core-valueDay-occurrence`, so that a file whose value days were restated still finds its rows by
 * the first two. A transfer seen from both of its accounts carries both keys, joined by `+`.
 */
export interface ImportKey {
  readonly account: string;
  readonly core: string;
  /** YYYYMMDD */
  readonly valueDay: string;
  readonly occurrence: number;
}

const JOINT = '+';

const hash = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

export const accountTag = (accountId: string): string => hash(accountId, 8);

export const writeKey = ({ account, core, valueDay, occurrence }: ImportKey): string =>
  [account, core, valueDay, String(occurrence)].join('-');

/** The keys an operation carries, in the form `writeKey` gives; others are left out. */
export function readKeys(importKey: string | undefined): ImportKey[] {
  return (importKey ?? '').split(JOINT).flatMap((part) => {
    const match = /^([0-9a-f]{8})-([0-9a-f]{20})-(\d{8})-(\d+)$/.exec(part);
    const [, account, core, valueDay, occurrence] = match ?? [];
    if (account === undefined || core === undefined || valueDay === undefined) return [];
    return [{ account, core, valueDay, occurrence: Number(occurrence) }];
  });
}

/** Adds a key, or puts it in the place of the same account's one. */
export function withKey(importKey: string | undefined, key: ImportKey): string {
  const others = readKeys(importKey).filter((own) => own.account !== key.account);
  return [...others, key].map(writeKey).join(JOINT);
}

/** The keys of a file's movements, in their order. */
export function keysOf(accountId: string, movements: readonly Movement[]): ImportKey[] {
  const account = accountTag(accountId);
  const seen = new Map<string, number>();
  return movements.map((movement) => {
    const core = hash(
      [accountId, movement.date, String(movement.amountCents), folded(movement.description)].join('\n'),
      20,
    );
    const valueDay = movement.valueDate.replaceAll('-', '');
    const same = `${core}-${valueDay}`;
    const occurrence = (seen.get(same) ?? 0) + 1;
    seen.set(same, occurrence);
    return { account, core, valueDay, occurrence };
  });
}
