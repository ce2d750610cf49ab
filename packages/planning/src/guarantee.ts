/**
 * Deposit guarantee: how much each holder has at each bank, day by day. A joint account counts in equal shares
 * (D.Lgs. 385/1993 art. 96-bis.1; the limit is per depositor and licence, not per brand). Cash is at no bank.
 */

import { cents, divideHalfUp } from './money.js';
import type { IndexedAccount } from './indexed-problem.js';
import type { Bank, Cents } from './problem.js';
import { leastCommonMultiple } from './stamp-duty.js';
import type { AccountTimeline } from './timeline.js';

/** Whose balances count for a holder at a bank, and with which share. */
export interface ExposureShares {
  readonly holder: string;
  readonly bankId: string;
  /** Whether a guarantee scheme stands behind the bank, so that its limit means something. */
  readonly guaranteed: boolean;
  /** The accounts that count, by position in the plan, with their share in `unitsPerCent`ths. */
  readonly shares: readonly { readonly accountIndex: number; readonly units: number }[];
  readonly unitsPerCent: number;
}

/** A holder's balances at a bank, exact: euro cents times `unitsPerCent`. */
export interface Exposure extends ExposureShares {
  readonly dailyUnits: readonly number[];
}

/** Every holder's shares at every bank, in the order of the accounts. */
export function exposureSharesOf(accounts: readonly IndexedAccount[]): ExposureShares[] {
  const pairs = new Map<string, { holder: string; bank: Bank; members: IndexedAccount[] }>();
  for (const entry of accounts) {
    const { bank, holders } = entry;
    if (entry.account.kind === 'CASH') continue;
    for (const { key, name } of holders) {
      // A holder's key has no line break.
      const pairKey = `${key}\n${bank.id}`;
      const pair = pairs.get(pairKey);
      if (pair === undefined) pairs.set(pairKey, { holder: name, bank, members: [entry] });
      else pair.members.push(entry);
    }
  }
  return [...pairs.values()].map(({ holder, bank, members }) => {
    const unitsPerCent = members.reduce(
      (common, { holders }) => leastCommonMultiple(common, holders.length),
      1,
    );
    return {
      holder,
      bankId: bank.id,
      guaranteed: bank.guaranteeScheme !== 'NONE',
      shares: members.map(({ index, holders }) => ({
        accountIndex: index,
        units: unitsPerCent / holders.length,
      })),
      unitsPerCent,
    };
  });
}

/** @param accounts of the plan the shares belong to */
export function exposureOf(exposure: ExposureShares, accounts: readonly AccountTimeline[]): Exposure {
  const dailyUnits = new Array<number>(accounts[0]?.bookedCents.length ?? 0).fill(0);
  for (const { accountIndex, units } of exposure.shares) {
    const balances = accounts[accountIndex]?.bookedCents ?? [];
    for (let day = 0; day < dailyUnits.length; day += 1) {
      dailyUnits[day] = (dailyUnits[day] ?? 0) + (balances[day] ?? 0) * units;
    }
  }
  const { holder, bankId, guaranteed, shares, unitsPerCent } = exposure;
  return { holder, bankId, guaranteed, shares, unitsPerCent, dailyUnits };
}

/** Units as cents, half-up. */
export function exposureCents(exposure: Pick<Exposure, 'unitsPerCent'>, units: number): Cents {
  return cents(Number(divideHalfUp(BigInt(units), BigInt(exposure.unitsPerCent))));
}

/** The largest exposure and its first day (position). */
export function peakOf({ dailyUnits }: Exposure): { units: number; position: number } {
  let position = 0;
  for (let day = 1; day < dailyUnits.length; day += 1) {
    if ((dailyUnits[day] ?? 0) > (dailyUnits[position] ?? 0)) position = day;
  }
  return { units: dailyUnits[position] ?? 0, position };
}

/** The first day (position) above the limit, and by how many cents, rounded up, at the worst. */
export function excessOver(
  exposure: Exposure,
  limitCents: Cents,
): { position: number; amountCents: Cents } | undefined {
  const limit = limitCents * exposure.unitsPerCent;
  const position = exposure.dailyUnits.findIndex((units) => units > limit);
  if (position === -1) return undefined;
  const excess = peakOf(exposure).units - limit;
  return { position, amountCents: cents(Math.ceil(excess / exposure.unitsPerCent)) };
}
