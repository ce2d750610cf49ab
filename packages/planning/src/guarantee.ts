/**
 * Deposit guarantee: how much each holder has at each bank, day by day. A joint account counts in equal shares
 * (D.Lgs. 385/1993 art. 96-bis.1; the limit is per depositor and licence, not per brand). Cash is at no bank.
 */

import { cents, divideHalfUp } from './money.js';
import type { Cents } from './problem.js';
import { leastCommonMultiple } from './stamp-duty.js';
import type { AccountTimeline } from './timeline.js';

/** A holder's balances at a bank, exact: euro cents times `unitsPerCent`. */
export interface Exposure {
  readonly holder: string;
  readonly bankId: string;
  /** Whether a guarantee scheme stands behind the bank, so that its limit means something. */
  readonly guaranteed: boolean;
  /** The accounts that count, by position in the plan, with their share in `unitsPerCent`ths. */
  readonly shares: readonly { readonly accountIndex: number; readonly units: number }[];
  readonly unitsPerCent: number;
  readonly dailyUnits: readonly number[];
}

/** Every holder's exposure at every bank, in the order of the accounts. */
export function exposuresOf(accounts: readonly AccountTimeline[]): Exposure[] {
  const pairs = new Map<string, { holder: string; members: AccountTimeline[] }>();
  for (const account of accounts) {
    const { bank, holders } = account.entry;
    if (account.entry.account.kind === 'CASH') continue;
    for (const { key, name } of holders) {
      // A holder's key has no line break.
      const pairKey = `${key}\n${bank.id}`;
      const pair = pairs.get(pairKey);
      if (pair === undefined) pairs.set(pairKey, { holder: name, members: [account] });
      else pair.members.push(account);
    }
  }
  return [...pairs.values()].flatMap(({ holder, members }) => {
    const bank = members[0]?.entry.bank;
    return bank === undefined ? [] : [exposureOf(holder, bank.id, bank.guaranteeScheme !== 'NONE', members)];
  });
}

function exposureOf(
  holder: string,
  bankId: string,
  guaranteed: boolean,
  members: readonly AccountTimeline[],
): Exposure {
  const holdersOf = (member: AccountTimeline): number => member.entry.holders.length;
  const unitsPerCent = members.reduce((common, member) => leastCommonMultiple(common, holdersOf(member)), 1);
  const dailyUnits = new Array<number>(members[0]?.bookedCents.length ?? 0).fill(0);
  const shares = members.map((member) => {
    const units = unitsPerCent / holdersOf(member);
    for (let day = 0; day < dailyUnits.length; day += 1) {
      dailyUnits[day] = (dailyUnits[day] ?? 0) + (member.bookedCents[day] ?? 0) * units;
    }
    return { accountIndex: member.entry.index, units };
  });
  return { holder, bankId, guaranteed, shares, unitsPerCent, dailyUnits };
}

/** Units as cents, half-up. */
export function exposureCents(exposure: Pick<Exposure, 'unitsPerCent'>, units: number): Cents {
  return cents(Number(divideHalfUp(BigInt(units), BigInt(exposure.unitsPerCent))));
}

/** The largest exposure and its first day (position). */
export function peakOf(exposure: Exposure): { units: number; position: number } {
  let peak = { units: exposure.dailyUnits[0] ?? 0, position: 0 };
  for (const [position, units] of exposure.dailyUnits.entries()) {
    if (units > peak.units) peak = { units, position };
  }
  return peak;
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
