/** What lots are worth on a day, and whether they owe duty by it. */

import type { AccountGroup, Cents, Day, Problem } from '../problem.js';
import { livesOf } from './lives.js';
import { scheduleOf } from './schedule.js';
import type { Lot, TermOffer } from './types.js';

/** What a lot would pay if it were given back on a day: its principal, and what it earned by then net of tax. */
export function redemptionCents(lot: Lot, offer: TermOffer, withholdingPct: number, day: Day): Cents {
  const lives = livesOf({ ...lot, brokenOn: undefined, state: 'OPEN' }, offer, day);
  const life = lives.findLast(({ from }) => from <= day);
  if (life === undefined || day >= life.matures) return 0;
  const isLate = lot.brokenOn !== undefined && lot.brokenOn <= day;
  const mayEnd = offer.exit.kind !== 'NONE' && day > life.from;
  const given: Lot = {
    ...lot,
    openedOn: life.from,
    maturityDate: life.matures,
    ratePct: life.rates[0]?.ratePct ?? lot.ratePct,
    state: 'OPEN',
    renewal: 'TO_LINKED',
    brokenOn: isLate ? lot.brokenOn : mayEnd ? day : undefined,
  };
  const terms = isLate ? offer : { ...offer, noticeDays: undefined };
  const earned = scheduleOf(given, terms, withholdingPct, day).earnedBy(day);
  return lot.amountCents + earned.grossCents - earned.withheldCents;
}

/** Whether the lots of an offer owe duty on a statement of a day. */
export type DutyTest = (offer: TermOffer, day: Day) => boolean;

/** Of the lots of a problem, those of the same holders at a bank together. */
export function dutyTestOf({ lots = [], offers = [], accounts, accountGroups, settings }: Problem): DutyTest {
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  const groups = new Map(accountGroups.map((group) => [group.id, group]));
  const groupOf = new Map(accounts.map((account) => [account.id, groups.get(account.accountGroupId)]));
  const keyOf = ({ bankId, linkedAccountId }: TermOffer): string =>
    [bankId, ...holdersOf(groupOf.get(linkedAccountId))].join(' ');
  const exempt = lots.flatMap((lot) => {
    const offer = byId.get(lot.offerId);
    return offer?.dutyFreeUpToCents === undefined ? [] : [{ lot, offer, key: keyOf(offer) }];
  });
  const known = new Map<string, Cents>();
  const totalOf = (key: string, day: Day): Cents => {
    const at = `${key} ${day}`;
    const total =
      known.get(at) ??
      exempt
        .filter((one) => one.key === key && one.lot.openedOn <= day)
        .reduce((sum, { lot, offer }) => sum + aliveCents(lot, offer, settings.withholdingPct, day), 0);
    known.set(at, total);
    return total;
  };
  return (offer, day) =>
    offer.dutyFreeUpToCents === undefined || totalOf(keyOf(offer), day) > offer.dutyFreeUpToCents;
}

/** The redemption value of a lot that is still there at the end of a day. */
function aliveCents(lot: Lot, offer: TermOffer, withholdingPct: number, day: Day): Cents {
  const end = livesOf(lot, offer, day).at(-1)?.end;
  return end !== undefined && end <= day ? 0 : redemptionCents(lot, offer, withholdingPct, day);
}

const holdersOf = (group: AccountGroup | undefined): string[] => [...(group?.holders ?? [])].sort();
