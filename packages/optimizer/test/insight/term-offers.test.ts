/** Offers of term deposits for a household; docs/optimizer.md works the ladder by hand. */

import { evaluate, type Problem, type TermOffer, withNewLots } from '@fibado/planning';
import { anAccount, anExpense, anOffer, aProblem, aSetup } from '@fibado/planning/testing';
import { rankOffers } from '../../src/index.js';
import { Asker } from '../../src/insight/asker.js';
import { ordersFor } from '../../src/lots/new-lots.js';
import type { LotPlan } from '../../src/lots/lot-search.js';
import { planWithOffers, type OffersAnswer } from '../../src/lots/plan-with-offers.js';
import { bruteForceOffers } from '../support/brute-force.js';
import { processorClock } from '../support/processor-clock.js';
import { FIRST_DAY } from '../support/tiny.js';
import { EXITS, tinyNewMoney, tinyOffers } from '../support/tiny-offers.js';

/** 20,000 € that earn nothing, of which 8,000 are due on 3 May and 7,000 on 1 June. */
const household: Problem = aProblem({
  accounts: [anAccount(1, { dutyRegime: 'NONE', minBalanceCents: 0 })],
  setups: [aSetup(1, 2_000_000)],
  operations: [anExpense(1, 1, '2027-05-03', 800_000), anExpense(2, 1, '2027-06-01', 700_000)],
});
const month = anOffer(1, { tenor: { days: 29 }, ratePct: 2 });
const twoMonths = anOffer(2, { tenor: { days: 60 }, ratePct: 2.4 });
const year = anOffer(3, { tenor: { months: 12 }, ratePct: 3 });

async function answerOf(
  problem: Problem,
  offers: readonly TermOffer[],
  options: { readonly from?: string; readonly maxTransfers?: number; readonly timeLimitMs: number },
): Promise<(OffersAnswer & { readonly baseCents: number }) | undefined> {
  const asker = new Asker(options, { clock: processorClock });
  const { transfers, objectiveCents } = await asker.best(problem, {}, 0.2);
  const known = [{ transfers, lots: [], objectiveCents }];
  const found = await planWithOffers({ asker, problem, options, offers, known }, 0.9);
  return found && { ...found, baseCents: objectiveCents };
}

describe('offers of term deposits', () => {
  it('make a ladder against two bills, to the cent', async () => {
    const { best, boundCents, baseCents } =
      (await answerOf(household, [month, twoMonths, year], { timeLimitMs: 10_000 })) ?? {};
    expect(baseCents).toBe(0);
    expect(
      best?.lots.map(({ offerId, amountCents, openedOn, maturityDate }) => [
        offerId === month.id ? 'month' : offerId === year.id ? 'year' : 'two months',
        amountCents,
        openedOn,
        maturityDate,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['month', 800_000, '2027-04-01', '2027-04-30'],
        ['two months', 700_000, '2027-04-01', '2027-05-31'],
        ['year', 500_000, '2027-04-01', '2028-04-01'],
      ]),
    );
    // 9.41 € + 20.44 € + 27.68 €, less 1 € of effort each.
    expect(best?.objectiveCents).toBe(5453);
    expect(boundCents).toBeGreaterThanOrEqual(5453);
  });

  it('are worth no less with a higher limit', async () => {
    const { offers, sets, unranked } = await rankOffers(
      household,
      { timeLimitMs: 4000 },
      [
        anOffer(1, { ...year, id: 'limited', maxCents: 300_000 }),
        anOffer(1, { ...year, id: 'unlimited' }),
        anOffer(1, { ...year, id: 'elsewhere', linkedAccountId: 'unknown' }),
      ],
      {
        clock: processorClock,
      },
    );
    // 3,000 € and 5,000 € at 3 % for 91 days, net, less 1 €.
    expect(offers.map(({ offerId, gainCents }) => [offerId, gainCents])).toEqual([
      ['unlimited', 2668],
      ['limited', 1561],
    ]);
    expect(offers.every(({ gainCents, mostCents }) => gainCents <= mostCents)).toBe(true);
    expect(sets.map(({ offerIds }) => offerIds)).toEqual([['unlimited']]);
    expect(unranked).toEqual(['elsewhere']);
  });

  it.each([
    ...[1, 3, 82].map((seed) => ['', tinyOffers, seed] as const),
    ...[2, 5, 9, 20].map((seed) => [' that take only new money', tinyNewMoney, seed] as const),
  ])(
    'of a household%s: no plan with a lot is above the bound, or worth much more (%#)',
    async (_, tinyHousehold, seed) => {
      const tiny = tinyHousehold(seed);
      const judge = bruteForceOffers(tiny, 2, 1);
      const limits = { from: FIRST_DAY, maxTransfers: 1, timeLimitMs: 4000 };
      const { best, boundCents } = (await answerOf(tiny.problem, tiny.offers, limits)) ?? {};
      expect(boundCents).toBeGreaterThanOrEqual(judge ?? NaN);
      expect(best?.objectiveCents).toBeGreaterThanOrEqual((judge ?? NaN) - 5);
    },
  );

  it('are broken for bills where they can be, which has a price', async () => {
    const breakable = anOffer(1, { ...year, exit: { kind: 'BASE_RATE', ratePct: 1 } });
    const { offers } = await rankOffers(household, { timeLimitMs: 4000 }, [breakable], {
      clock: processorClock,
    });
    const [{ gainCents, lots, exit } = { gainCents: 0, lots: [] }] = offers;
    // 8,000 € for 32 days and 7,000 € for 61 at 1 %: 5.19 € and 8.66 € net, less 2 € of effort each.
    expect(
      lots.map(({ amountCents, brokenOn, netReturnCents }) => [amountCents, brokenOn, netReturnCents]),
    ).toEqual([
      [800_000, '2027-05-03', 519],
      [700_000, '2027-06-01', 866],
      [500_000, undefined, 2768],
    ]);
    expect(gainCents).toBe(2668 + 985);
    expect(exit).toMatchObject({ worthCents: 985 });
    expect(exit?.mostCents).toBeGreaterThanOrEqual(985);
  });

  it('of a household with exits: no plan that breaks a lot is above the bound', async () => {
    const tiny = tinyOffers(5, true);
    const judge = bruteForceOffers(tiny, 2, 1);
    const limits = { from: FIRST_DAY, maxTransfers: 1, timeLimitMs: 4000 };
    const { best, boundCents } = (await answerOf(tiny.problem, tiny.offers, limits)) ?? {};
    expect(boundCents).toBeGreaterThanOrEqual(judge ?? NaN);
    expect(best?.objectiveCents).toBeGreaterThanOrEqual((judge ?? NaN) - 5);
  });

  it.each([2, 4])('of household %d never hurt, and earn no less with a laxer exit', async (seed) => {
    const { problem, offers } = tinyOffers(seed, true);
    const options = { from: FIRST_DAY, maxTransfers: 1, timeLimitMs: 2000 };
    const asker = new Asker(options, { clock: processorClock });
    const base = await asker.best(problem, {}, 0.2);
    let best: LotPlan = { ...base, lots: [] };
    for (const exit of EXITS) {
      const laxer = offers.map((offer): TermOffer => ({ ...offer, exit }));
      const replayed = evaluate(withNewLots(problem, laxer, best.lots), best.transfers).netReturnCents;
      const orders = best.transfers.length + ordersFor(best.lots);
      const known = { ...best, objectiveCents: replayed - problem.settings.effortCostCents * orders };
      // Rounding: interest of a lot that is repriced is rounded in one sum.
      expect(known.objectiveCents).toBeGreaterThanOrEqual(best.objectiveCents - 2);
      const answer = await planWithOffers({ asker, problem, options, offers: laxer, known: [known] }, 0.2);
      best = answer?.best ?? known;
      expect(best.objectiveCents).toBeGreaterThanOrEqual(known.objectiveCents);
    }
  });
});
