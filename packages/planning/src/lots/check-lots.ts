/** Whether the offers and lots of a problem make sense. */

import { isDay } from '../calendar.js';
import { horizonOf } from '../horizon.js';
import type { Problem } from '../problem.js';
import { type Context, isNotNegative, isPositive, isRate, type Report } from '../problem-report.js';
import { endOfLot } from './lives.js';
import type { ExitTerms, Lot, NewMoney, TermOffer } from './types.js';

export const MAX_OFFERS = 100;
export const MAX_LOTS = 500;
export const MAX_TENOR_MONTHS = 240;
export const MAX_TENOR_DAYS = 7300;
export const MAX_RATE_STEPS = 40;
export const MAX_NOTICE_DAYS = 366;

export function checkLots(problem: Problem, report: Report, context: Context): void {
  const { offers = [], lots = [] } = problem;
  report.expect(offers.length <= MAX_OFFERS, 'offers', `more than ${String(MAX_OFFERS)}`);
  report.expect(lots.length <= MAX_LOTS, 'lots', `more than ${String(MAX_LOTS)}`);
  report.each('offers', offers, (offer, at) => {
    checkOffer(offer, at, context);
  });
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  report.each('lots', lots, (lot, at) => {
    // In a plan a lot is an account, so that it shares no id with one.
    at.expect(!context.accounts.has(lot.id), 'id', 'the id of an account');
    const offer = byId.get(lot.offerId);
    if (at.expect(offer !== undefined, 'offerId', 'no such offer') && offer)
      checkLot(lot, offer, at, context);
  });
}

function checkOffer(offer: TermOffer, at: Report, { banks, accounts }: Context): void {
  const hasBank = at.expect(banks.has(offer.bankId), 'bankId', 'no such bank');
  const linked = accounts.get(offer.linkedAccountId);
  if (at.expect(linked !== undefined, 'linkedAccountId', 'no such account') && linked !== undefined) {
    at.expect(linked.kind !== 'DEPOSIT_TERM', 'linkedAccountId', 'a term deposit cannot take a principal');
    at.expect(!hasBank || linked.bankId === offer.bankId, 'linkedAccountId', 'at another bank');
  }
  checkTenor(offer, at);
  checkRate(offer, at);
  at.expect(isPositive(offer.minCents), 'minCents', 'not a positive amount');
  at.expect(isPositive(offer.stepCents), 'stepCents', 'not a positive amount');
  const { maxCents } = offer;
  at.expect(
    maxCents === undefined || (isPositive(maxCents) && maxCents >= offer.minCents),
    'maxCents',
    'below the least amount',
  );
  checkExit(offer.exit, at.at('exit'));
  const { dutyFreeUpToCents } = offer;
  at.expect(
    dutyFreeUpToCents === undefined || (isPositive(dutyFreeUpToCents) && offer.payout === 'MATURITY'),
    'dutyFreeUpToCents',
    'not a positive amount of lots paid at maturity',
  );
  const { noticeDays = 0, withholdingPct = 0 } = offer;
  at.expect(
    isCount(noticeDays, 0, MAX_NOTICE_DAYS),
    'noticeDays',
    `not 0 to ${String(MAX_NOTICE_DAYS)} days`,
  );
  at.expect(
    isRate(withholdingPct) && withholdingPct >= 0,
    'withholdingPct',
    'not a percentage from 0 to 100',
  );
  checkPeriod(offer.openFrom, offer.openTo, at, ['openFrom', 'openTo']);
  at.expect(offer.asOf === undefined || isDay(offer.asOf), 'asOf', 'not a day');
  if (offer.newMoney !== undefined) checkNewMoney(offer.newMoney, at.at('newMoney'));
}

const isCount = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

function checkTenor({ tenor: { months, days } }: TermOffer, at: Report): void {
  const own = at.at('tenor');
  if (!at.expect((months === undefined) !== (days === undefined), 'tenor', 'not either months or days'))
    return;
  own.expect(
    months === undefined || isCount(months, 1, MAX_TENOR_MONTHS),
    'months',
    `not 1 to ${String(MAX_TENOR_MONTHS)} months`,
  );
  own.expect(
    days === undefined || isCount(days, 1, MAX_TENOR_DAYS),
    'days',
    `not 1 to ${String(MAX_TENOR_DAYS)} days`,
  );
}

function checkRate({ ratePct, steps, tenor }: TermOffer, at: Report): void {
  if (!at.expect((ratePct === undefined) !== (steps === undefined), 'ratePct', 'not either a rate or steps'))
    return;
  at.expect(ratePct === undefined || isRate(ratePct), 'ratePct', 'not a rate with at most four decimals');
  if (steps === undefined) return;
  at.expect(isCount(steps.length, 1, MAX_RATE_STEPS), 'steps', `not 1 to ${String(MAX_RATE_STEPS)} steps`);
  at.each('steps', steps, (step, stepAt) => {
    stepAt.expect(isCount(step.months, 1, MAX_TENOR_MONTHS), 'months', 'not a number of months');
    stepAt.expect(isRate(step.ratePct), 'ratePct', 'not a rate with at most four decimals');
  });
  const months = steps.reduce((sum, step) => sum + step.months, 0);
  at.expect(months === tenor.months, 'steps', 'their months are not the tenor');
}

function checkExit({ kind, ratePct, freeAfterMonths, keptAtMonths = [] }: ExitTerms, at: Report): void {
  const isRepricing = kind === 'BASE_RATE' || kind === 'ZERO';
  at.expect(
    keptAtMonths.length <= MAX_RATE_STEPS &&
      keptAtMonths.every((months) => isCount(months, 1, MAX_TENOR_MONTHS)) &&
      (keptAtMonths.length === 0 || isRepricing),
    'keptAtMonths',
    'not months of an exit that takes interest back',
  );
  const isCounted = freeAfterMonths === undefined || isCount(freeAfterMonths, 1, MAX_TENOR_MONTHS);
  at.expect(
    isCounted && (freeAfterMonths === undefined || kind !== 'NONE'),
    'freeAfterMonths',
    'not 1 to 240 months of an exit',
  );
  if (kind === 'NONE' || kind === 'ZERO') {
    at.expect(ratePct === undefined, 'ratePct', 'this exit has no rate');
    return;
  }
  const right = ratePct !== undefined && isRate(ratePct) && ratePct >= 0;
  at.expect(right, 'ratePct', 'this exit needs a rate from 0 to 100');
}

/** Answers whether both days are days, where they are there, and in order. */
function checkPeriod(
  from: string | undefined,
  to: string | undefined,
  at: Report,
  [fromKey, toKey]: readonly [string, string],
): boolean {
  const areDays = [
    at.expect(from === undefined || isDay(from), fromKey, 'not a day'),
    at.expect(to === undefined || isDay(to), toKey, 'not a day'),
  ].every(Boolean);
  return (
    areDays && at.expect(from === undefined || to === undefined || from <= to, toKey, 'ends before it begins')
  );
}

function checkNewMoney(newMoney: NewMoney, at: Report): void {
  if (newMoney.kind === 'NET_FLOW') {
    checkPeriod(newMoney.from, newMoney.to, at, ['from', 'to']);
    return;
  }
  at.expect(isDay(newMoney.on), 'on', 'not a day');
  at.expect(isNotNegative(newMoney.baselineCents), 'baselineCents', 'not an amount of 0 or more');
}

function checkLot(lot: Lot, offer: TermOffer, at: Report, { accounts, setups, problem }: Context): void {
  const { openedOn, maturityDate, brokenOn, state } = lot;
  at.expect(isPositive(lot.amountCents), 'amountCents', 'not a positive amount');
  at.expect(isRate(lot.ratePct), 'ratePct', 'not a rate with at most four decimals');
  if (!checkPeriod(openedOn, maturityDate, at, ['openedOn', 'maturityDate'])) return;
  if (!at.expect(openedOn < maturityDate, 'maturityDate', 'matures on the day it was opened')) return;
  const says = (state === 'BROKEN') === (brokenOn !== undefined);
  if (!at.expect(says, 'brokenOn', 'a broken lot and no other was broken on a day')) return;
  if (brokenOn !== undefined) {
    const renews = (lot.renewal ?? offer.renewal) === 'AUTO';
    const inside = isDay(brokenOn) && brokenOn >= openedOn && (renews || brokenOn < maturityDate);
    if (!at.expect(inside, 'brokenOn', 'not a day of its life')) return;
    at.expect(offer.exit.kind !== 'NONE', 'brokenOn', 'the offer has no exit');
  }
  const horizon = horizonOf(problem);
  const end = endOfLot(lot, offer, horizon.to);
  const isThere = openedOn <= horizon.to && (end === undefined || end >= horizon.from);
  at.expect(
    !isThere || setups.has(offer.linkedAccountId) || !accounts.has(offer.linkedAccountId),
    'offerId',
    'the linked account takes no part in the quarter',
  );
}
