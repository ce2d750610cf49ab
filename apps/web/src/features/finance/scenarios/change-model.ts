import type { ScenarioChangeInput } from '@fibado/contracts';
import type { QuarterData } from '../shared/queries';
import { newOffer } from '../offer/offer-fields';

export type ChangeKind = ScenarioChangeInput['kind'];
export type ChangeOf<K extends ChangeKind> = Extract<ScenarioChangeInput, { kind: K }>;

/** The kinds of change, in the order in which households ask: what comes unexpected, then what a bank offers. */
export const CHANGE_KINDS = [
  'MOVEMENT',
  'RATE',
  'OPEN_ACCOUNT',
  'CLOSE_ACCOUNT',
  'OPERATION',
  'LIMITS',
  'OPTIONS',
] as const satisfies readonly ChangeKind[];

/** The operations a change may alter: planned, and no transfer, since those are the plan's to move. */
export const plannedOperations = ({ operations }: Pick<QuarterData, 'operations'>) =>
  operations.filter((o) => o.status === 'PLANNED' && o.kind !== 'TRANSFER');

/** A change to fill in, as near to a sensible one as can be guessed. */
export function newChange(kind: ChangeKind, data: QuarterData, day: string): ScenarioChangeInput {
  const inQuarter = new Set(data.quarter.setups.map((setup) => setup.accountId));
  const accountId = data.accounts.find((account) => inQuarter.has(account.id))?.id ?? '';
  switch (kind) {
    case 'RATE':
      return {
        kind,
        accountId,
        period: { from: day, tiers: [{ upToCents: null, ratePct: 2 }], tierMode: 'MARGINAL' },
      };
    case 'OPEN_ACCOUNT':
      return { kind, account: newOffer(data, day) };
    case 'CLOSE_ACCOUNT':
      return { kind, accountId, on: day };
    case 'MOVEMENT':
      return { kind, movement: 'EXPENSE', accountId, date: day, amountCents: 0, description: '' };
    case 'OPERATION':
      return { kind, operationId: plannedOperations(data)[0]?.id ?? '', dropped: false };
    case 'LIMITS':
      return { kind, accountId };
    case 'OPTIONS':
      return { kind };
  }
}

const keys = new WeakMap<ScenarioChangeInput, string>();
let keysGiven = 0;

/** What tells a change from the others of its scenario for as long as it is edited, wherever it stands. */
export function keyOf(change: ScenarioChangeInput): string {
  const known = keys.get(change);
  if (known !== undefined) return known;
  const key = String((keysGiven += 1));
  keys.set(change, key);
  return key;
}

/** The changes with one of them filled in otherwise: it stays the same change. */
export function withChange(
  changes: readonly ScenarioChangeInput[],
  key: string,
  next: ScenarioChangeInput,
): ScenarioChangeInput[] {
  keys.set(next, key);
  return changes.map((one) => (keyOf(one) === key ? next : one));
}
