/** Rankings of offers as they come: each interval holds, and what follows is never worse. */

import { anAccount, anExpense, anOffer, aProblem, aSetup } from '@fibado/planning/testing';
import { type OfferRanking, rankOffers } from '../../src/index.js';
import { Asker } from '../../src/insight/asker.js';
import { offersBound, quickAnswer } from '../../src/lots/plan-with-offers.js';
import { bruteForceOffers } from '../support/brute-force.js';
import { processorClock } from '../support/processor-clock.js';
import { FIRST_DAY } from '../support/tiny.js';
import { tinyNewMoney, tinyOffers } from '../support/tiny-offers.js';

/** 30,000 € that earn nothing, of which 8,000 are due on 3 May, at two banks' accounts. */
const household = aProblem({
  accounts: [1, 2].map((index) => anAccount(index, { dutyRegime: 'NONE', minBalanceCents: 0 })),
  setups: [aSetup(1, 2_000_000), aSetup(2, 1_000_000)],
  operations: [anExpense(1, 1, '2027-05-03', 800_000)],
});
const offers = [
  anOffer(1, { tenor: { months: 12 }, ratePct: 3 }),
  anOffer(2, { tenor: { months: 6 }, ratePct: 2.8, exit: { kind: 'BASE_RATE', ratePct: 1 } }),
  anOffer(3, { tenor: { days: 29 }, ratePct: 2, minCents: 500_000 }),
];

describe('a ranking', () => {
  it('tells every offer with what is proven of it, and only betters what it told', async () => {
    const told: OfferRanking[] = [];
    const last = await rankOffers(household, { timeLimitMs: 4000 }, offers, {
      clock: processorClock,
      onRanking: (ranking) => told.push(ranking),
    });
    expect(told.slice(0, 3).map((ranking) => ranking.offers.length)).toEqual([1, 2, 3]);
    const known = new Map<string, { readonly least: number; readonly most: number }>();
    for (const { base, offers: ranked } of [...told, last]) {
      // Nothing moves without lots: the plan is the best one.
      expect(base.status).toBe('OPTIMAL');
      expect(base.gapCents).toBeLessThanOrEqual(5);
      for (const { offerId, gainCents, mostCents } of ranked) {
        const least = base.objectiveCents + gainCents;
        const most = base.objectiveCents + mostCents;
        expect(least).toBeLessThanOrEqual(most);
        const before = known.get(offerId);
        expect(least).toBeGreaterThanOrEqual(before?.least ?? -Infinity);
        expect(most).toBeLessThanOrEqual(before?.most ?? Infinity);
        known.set(offerId, { least, most });
      }
    }
    expect(last.unranked).toEqual([]);
    const [single, pair] = last.sets;
    // 22,000 € stay beyond the horizon, 8,000 € can be deposited for 29 days.
    expect(single?.offerIds).toEqual([offers[0]?.id]);
    expect(pair?.gainCents ?? Infinity).toBeGreaterThan(single?.gainCents ?? NaN);
  });
});

describe.each([
  ['kept', (seed: number) => tinyOffers(seed)],
  ['broken', (seed: number) => tinyOffers(seed, true)],
  ['of new money', tinyNewMoney],
] as const)('soon, with lots %s', (_, householdOf) => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('no plan of household %d is above the bound', async (seed) => {
    const tiny = householdOf(seed);
    const judge = bruteForceOffers(tiny, 2, 1);
    const options = { from: FIRST_DAY, maxTransfers: 1, timeLimitMs: 20_000 };
    const request = { asker: new Asker(options, { clock: processorClock }), options, ...tiny, known: [] };
    const boundCents = await offersBound(request, 5000);
    expect(boundCents).toBeGreaterThanOrEqual(judge ?? -Infinity);
    expect(Number.isFinite(boundCents)).toBe(true);
    const answer = await quickAnswer(request, 300);
    expect(answer?.boundCents ?? Infinity).toBeGreaterThanOrEqual(judge ?? -Infinity);
    expect(answer?.best.objectiveCents ?? -Infinity).toBeLessThanOrEqual(answer?.boundCents ?? Infinity);
  });
});
