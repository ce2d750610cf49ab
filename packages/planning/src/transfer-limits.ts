/**
 * What a bank lets leave an account: in one transfer, and on a day. A customer sets such limits for credit transfers
 * (Reg. (EU) 260/2012 art. 5a par. 6); money that moves within the bank is none.
 */

import type { Violation } from './evaluation.js';
import type { Account, Cents, Day, Operation, Problem, Transfer } from './problem.js';

type Limited = Pick<Account, 'bankId' | 'singleLimitCents' | 'dailyLimitCents'>;

/** The limits on transfers between two accounts, cents; infinite where there is none. */
export function limitsBetween(
  { bankId, singleLimitCents, dailyLimitCents }: Limited,
  destination: Pick<Account, 'bankId'>,
): { readonly singleCents: number; readonly dailyCents: number } {
  const isWithinBank = bankId === destination.bankId;
  return {
    singleCents: isWithinBank ? Infinity : (singleLimitCents ?? Infinity),
    dailyCents: isWithinBank ? Infinity : (dailyLimitCents ?? Infinity),
  };
}

/** The fewest amounts of at most `mostCents` that make up a sum: all but the last of them are the most. */
export function piecesOf(amountCents: Cents, mostCents: number): Cents[] {
  if (amountCents <= mostCents) return [amountCents];
  const whole = Math.floor(amountCents / mostCents);
  const rest = amountCents - whole * mostCents;
  return [...Array.from({ length: whole }, () => mostCents), ...(rest > 0 ? [rest] : [])];
}

/** What leaves an account for another bank on one day. */
interface DayOfTransfers {
  readonly accountId: string;
  readonly date: Day;
  readonly limitCents: number;
  sentCents: number;
  /** Some of it is not done yet: what a bank has carried out was within the limit of that day. */
  isPlanned: boolean;
}

/**
 * The limits that transfers of a problem and those tried on top of it break: a transfer by itself, a day by all that
 * leaves on it, transfers already done included.
 */
export function limitViolationsOf(
  problem: Problem,
  accounts: ReadonlyMap<string, Account>,
  transfers: readonly Transfer[],
): Violation[] {
  const violations: Violation[] = [];
  const days = new Map<string, DayOfTransfers>();
  const note = (transfer: Transfer, isDone: boolean): void => {
    const { date, amountCents, fromAccountId: accountId } = transfer;
    const [source, destination] = [accounts.get(accountId), accounts.get(transfer.toAccountId)];
    if (source === undefined || destination === undefined) return;
    const { singleCents, dailyCents } = limitsBetween(source, destination);
    if (!isDone && amountCents > singleCents) {
      const excess = amountCents - singleCents;
      violations.push({ kind: 'SINGLE_LIMIT_EXCEEDED', accountId, date, amountCents: excess });
    }
    if (dailyCents === Infinity) return;
    const key = `${accountId} ${date}`;
    const day = days.get(key) ?? { accountId, date, limitCents: dailyCents, sentCents: 0, isPlanned: false };
    day.sentCents += amountCents;
    day.isPlanned ||= !isDone;
    days.set(key, day);
  };
  for (const operation of problem.operations) {
    if (operation.kind === 'TRANSFER') note(transferOfOperation(operation), operation.status === 'DONE');
  }
  for (const transfer of transfers) note(transfer, false);
  for (const { accountId, date, limitCents, sentCents, isPlanned } of days.values()) {
    if (!isPlanned || sentCents <= limitCents) continue;
    violations.push({
      kind: 'DAILY_LIMIT_EXCEEDED',
      accountId,
      date,
      amountCents: sentCents - limitCents,
    });
  }
  return violations;
}

function transferOfOperation({ date, accountId, toAccountId, amountCents }: Operation): Transfer {
  return { date, fromAccountId: accountId, toAccountId: toAccountId ?? '', amountCents };
}
