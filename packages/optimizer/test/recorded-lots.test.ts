/** Plans that break recorded lots: worked by hand, and held against the solver that tries everything. */

import { evaluate, type Lot, type Problem, type TermOffer, withNewLots } from '@fibado/planning';
import { aLot, anAccount, anExpense, anOffer, aProblem, aSetup } from '@fibado/planning/testing';
import { optimizeWithLots } from '../src/index.js';
import { ordersFor } from '../src/lots/new-lots.js';
import { recordedLotsOf } from '../src/lots/recorded-lots.js';
import { bruteForceOffers } from './support/brute-force.js';
import { processorClock } from './support/processor-clock.js';
import { FIRST_DAY } from './support/tiny.js';
import { tinyRecorded } from './support/tiny-offers.js';

const options = { newLots: true, timeLimitMs: 10_000 };

/** 1,000 € that earn nothing, and 10,000 € at 4 % since 10 January: 65.69 € net by 31 March. */
function withLot(offer: Partial<TermOffer>, lot: Partial<Lot> = {}, fields: Partial<Problem> = {}): Problem {
  return aProblem({
    accounts: [anAccount(1, { dutyRegime: 'NONE', minBalanceCents: 0 })],
    setups: [aSetup(1, 100_000)],
    offers: [anOffer(1, { openTo: '2027-01-31', ...offer })],
    lots: [aLot(1, lot)],
    ...fields,
  });
}

/** Households that may open a lot, too; of the others nothing but breaking is left to do. */
const OPENING = new Set([3, 5, 15]);

describe('a recorded lot', () => {
  it('is broken on the day of the bill that nothing else pays', async () => {
    const problem = withLot(
      { exit: { kind: 'BASE_RATE', ratePct: 1 } },
      {},
      { operations: [anExpense(1, 1, '2027-05-03', 800_000)] },
    );
    const result = await optimizeWithLots(problem, options, { clock: processorClock });
    const [lot] = problem.lots ?? [];
    // 113 days at 1 %: 22.91 € net, of which 65.69 € were counted before; and 1 € of effort.
    expect(result).toMatchObject({ objectiveCents: -4378, netReturnCents: -4278 });
    // Nothing is broken in parts; of the bound 3,000 € that the bill does not need could stay.
    expect(result.gapCents).toBeLessThan(400);
    // Kept it would return 139.48 € net by 30 June, less 65.69 €.
    expect(result.lots).toMatchObject([
      { lotId: lot?.id, amountCents: 1_000_000, brokenOn: '2027-05-03', netReturnCents: -4278 - 7379 },
    ]);
  });

  it('is broken where its money earns more: at once, for another offer', async () => {
    const better = anOffer(2, { ratePct: 5, tenor: { months: 24 } });
    const problem = withLot({ exit: { kind: 'FEE', ratePct: 0 } }, { ratePct: 0.5 });
    const result = await optimizeWithLots(
      { ...problem, offers: [...(problem.offers ?? []), better] },
      options,
      { clock: processorClock },
    );
    const [broken, opened] = result.lots ?? [];
    expect(broken).toMatchObject({ lotId: problem.lots?.[0]?.id, brokenOn: '2027-04-01' });
    expect(opened).toMatchObject({ offerId: better.id, amountCents: 1_100_000, openedOn: '2027-04-01' });
    // 11,000 € at 5 % for 91 days: 137.12 € less 35.65 €; and 2 € of effort.
    expect(result.objectiveCents).toBe(10_147 - 200);
    expect(result.gapCents).toBeLessThan(30);
  });

  it('is broken in the middle of the quarter for an offer that begins then', async () => {
    const later = anOffer(2, { ratePct: 5, tenor: { months: 24 }, openFrom: '2027-05-03' });
    const problem = withLot({ exit: { kind: 'FEE', ratePct: 0 } }, { ratePct: 0.5 });
    const result = await optimizeWithLots(
      { ...problem, setups: [aSetup(1, 0)], offers: [...(problem.offers ?? []), later] },
      options,
      { clock: processorClock },
    );
    expect(result.lots).toMatchObject([
      { lotId: problem.lots?.[0]?.id, brokenOn: '2027-05-03' },
      { offerId: later.id, amountCents: 1_000_000, openedOn: '2027-05-03' },
    ]);
    // 0.5 % for 113 days: 15.48 € less 4.02 €, of which 8.21 € were counted before; 5 % for 59 days: 80.82 € less 21.01 €.
    expect(result.objectiveCents).toBe(1_146 - 821 + 5_981 - 200);
  });

  it('is kept where breaking it is worth less than it costs, proven', async () => {
    const better = anOffer(2, { ratePct: 5, tenor: { months: 24 } });
    const problem = withLot({ exit: { kind: 'ZERO' } });
    const result = await optimizeWithLots(
      { ...problem, offers: [...(problem.offers ?? []), better] },
      options,
      { clock: processorClock },
    );
    expect(result.lots).toMatchObject([{ offerId: better.id, amountCents: 100_000 }]);
    expect(result.lots).toHaveLength(1);
    expect(result.status).toBe('OPTIMAL');
  });

  it('is left alone without an exit, of an offer whose duty depends on others, and where it is not there yet', () => {
    const exit = { kind: 'ZERO' } as const;
    expect(recordedLotsOf(withLot({ exit }))).toHaveLength(1);
    expect(recordedLotsOf(withLot({ exit: { kind: 'NONE' } }))).toEqual([]);
    expect(recordedLotsOf(withLot({ exit, dutyFreeUpToCents: 500_000 }))).toEqual([]);
    expect(recordedLotsOf(withLot({ exit }, { openedOn: '2027-04-01' }))).toEqual([]);
    expect(recordedLotsOf(withLot({ exit }, { maturityDate: '2027-04-01' }))).toEqual([]);
    // A Saturday, on which no transfer brings its money.
    expect(recordedLotsOf(withLot({ exit }, { maturityDate: '2027-05-08' }))).toEqual([]);
    expect(recordedLotsOf(withLot({ exit, noticeDays: 100 }))).toEqual([]);
  });

  // The last one breaks a lot that pays only with a transfer of its own.
  it.each([...Array.from({ length: 18 }, (_, index) => index + 1), 37])(
    'no plan that breaks one is above the bound, or worth much more, household %i',
    async (seed) => {
      const { problem, offers: open } = tinyRecorded(seed);
      const opens = OPENING.has(seed);
      const offers = opens ? open : open.map((offer) => ({ ...offer, openTo: '2027-06-01' }));
      const given = { ...problem, offers };
      const judge = bruteForceOffers({ problem: given, offers }, 2, opens ? 1 : 0, true);
      const tried = { ...options, from: FIRST_DAY, maxTransfers: 1 };
      const result = await optimizeWithLots(given, tried, { clock: processorClock });
      if (judge === undefined) {
        expect(result.status).toBe('INFEASIBLE');
        return;
      }
      expect(result.boundCents).toBeGreaterThanOrEqual(judge);
      expect(result.objectiveCents).toBeGreaterThanOrEqual(judge - 10);
      const { transfers, lots = [], objectiveCents, netReturnCents } = result;
      const replayed = evaluate(withNewLots(given, offers, lots), transfers);
      expect(replayed.violations.filter(({ date }) => date >= FIRST_DAY)).toEqual([]);
      expect(netReturnCents).toBe(replayed.netReturnCents);
      const orders = transfers.length + ordersFor(lots);
      expect(objectiveCents).toBe(netReturnCents - problem.settings.effortCostCents * orders);
    },
  );
});
