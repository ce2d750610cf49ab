/** What looking at one quarter at a time loses where plans open and break lots, worked by hand. */

import {
  evaluate,
  horizonOfQuarters,
  type Operation,
  type Problem,
  type TermOffer,
  withNewLots,
} from '@fibado/planning';
import { aLot, anAccount, anExpense, anOffer, aProblem, aSetup } from '@fibado/planning/testing';
import { type OptimizationResult, optimizeWithLots } from '../src/index.js';
import { processorClock } from './support/processor-clock.js';

const WHOLE = { minCents: 1_000_000, stepCents: 1_000_000 };
/** 10,000 € that earn nothing, over four quarters. */
const householdOf = (offers: readonly Partial<TermOffer>[], operations: readonly Operation[] = []): Problem =>
  aProblem({
    horizon: horizonOfQuarters('2027-04-01', 4),
    accounts: [anAccount(1, { dutyRegime: 'NONE', minBalanceCents: 0 })],
    setups: [aSetup(1, 1_000_000)],
    operations,
    offers: offers.map((terms, index) => anOffer(index + 1, { ...WHOLE, ...terms })),
  });

const planOf = (problem: Problem): Promise<OptimizationResult> =>
  optimizeWithLots(problem, { newLots: true, timeLimitMs: 10_000 }, { clock: processorClock });

/** In April only: three months at 3.2 %, or twelve at 3 %. */
const APRIL: readonly Partial<TermOffer>[] = [
  { tenor: { months: 3 }, ratePct: 3.2, openTo: '2027-04-30' },
  { tenor: { months: 12 }, ratePct: 3, openTo: '2027-04-30' },
];

describe('looking at one quarter at a time, with lots', () => {
  it('takes the rate of the quarter, and has nothing to open after it', async () => {
    const result = await planOf(householdOf(APRIL));
    expect(result.lots).toMatchObject([{ offerId: anOffer(2).id, openedOn: '2027-04-01' }]);
    // 3 % for 275 days of 365 and 91 of 366: 300.62 € less 78.16 €; 3.2 % for 91 days: 79.78 € less 20.74 €; 1 € of effort each.
    expect(result.objectiveCents).toBe(22_246 - 100);
    expect(result.horizon?.myopia).toEqual({ objectiveCents: 5_904 - 100, priceCents: 22_246 - 5_904 });
  });

  it('breaks in a later quarter what it opened in an earlier one', async () => {
    const problem = householdOf([
      { tenor: { months: 12 }, ratePct: 3, openTo: '2027-04-30', exit: { kind: 'FEE', ratePct: 0 } },
      { tenor: { months: 12 }, ratePct: 5, openFrom: '2027-07-01', openTo: '2027-07-31' },
    ]);
    const result = await planOf(problem);
    // 3 % for 91 days: 74.79 € less 19.45 €; 5 % for 184 days of 365 and 91 of 366: 376.37 € less 97.86 €; three orders.
    expect(result.horizon?.myopia).toEqual({ objectiveCents: 5_534 + 27_851 - 300, priceCents: 0 });
    const replayed = evaluate(
      withNewLots(problem, problem.offers ?? [], result.lots ?? []),
      result.transfers,
    );
    expect(result.objectiveCents).toBe(replayed.netReturnCents - 300);
  });

  it('breaks a recorded lot when the quarter comes in which an offer begins', async () => {
    const problem: Problem = {
      ...householdOf([
        { openTo: '2027-01-31', exit: { kind: 'FEE', ratePct: 0 } },
        { tenor: { months: 12 }, ratePct: 5, openFrom: '2027-07-01', openTo: '2027-07-31' },
      ]),
      setups: [aSetup(1, 0)],
      lots: [aLot(1, { ratePct: 0.5 })],
    };
    const result = await planOf(problem);
    expect(result.lots).toMatchObject([{ brokenOn: '2027-07-01' }, { openedOn: '2027-07-01' }]);
    // 0.5 % for 172 days: 23.56 € less 6.13 €, of which 8.21 € were counted before; then as above; two orders.
    expect(result.objectiveCents).toBe(1_743 - 821 + 27_851 - 200);
    expect(result.horizon?.myopia).toEqual({ objectiveCents: result.objectiveCents, priceCents: 0 });
  });

  it('opens only what gives the money back where it would leave a later quarter without a plan', async () => {
    const [short, long] = APRIL;
    const bill = { ...anExpense(1, 1, '2027-08-16', 300_000), quarter: '2027-07-01' };
    const result = await planOf(householdOf([short ?? {}, { ...long, ratePct: 3.5 }], [bill]));
    expect(result.lots).toMatchObject([{ offerId: anOffer(1).id }]);
    expect(result.horizon?.myopia).toEqual({ objectiveCents: 5_904 - 100, priceCents: 0 });
  });

  it('has no price where it sees a bill too late to give notice for it', async () => {
    const exit = { kind: 'ZERO' } as const;
    const problem: Problem = {
      ...householdOf(
        [{ exit, noticeDays: 32, openTo: '2027-01-31' }],
        [{ ...anExpense(1, 1, '2027-07-15', 300_000), quarter: '2027-07-01' }],
      ),
      setups: [aSetup(1, 100_000)],
      lots: [aLot(1)],
    };
    const result = await planOf(problem);
    // The notice of 32 days is given in the quarter before the bill.
    expect(result.lots).toMatchObject([{ lotId: aLot(1).id, brokenOn: '2027-06-13' }]);
    expect(result.horizon?.quarters).toHaveLength(4);
    expect(result.horizon?.myopia).toBeUndefined();
  });
});
