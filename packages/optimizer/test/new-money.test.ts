/** Offers that take only new money: what a plan brings for them, and what it leaves. */

import type { NewMoney, Problem } from '@fibado/planning';
import { aBank, anAccount, anExpense, anOffer, aProblem, aSetup, bankId } from '@fibado/planning/testing';
import { rankOffers } from '../src/index.js';
import { optimizeWithLots } from '../src/lots/optimize-with-lots.js';

/** 5,000 € at the bank of an offer at 3 %, 10,000 € at another one; neither account pays. */
function household(newMoney: NewMoney | undefined, fields: Partial<Problem> = {}): Problem {
  return aProblem({
    banks: [aBank(1), aBank(2)],
    accounts: [
      anAccount(1, { dutyRegime: 'NONE', transferLeadDays: 0, minBalanceCents: 0 }),
      anAccount(2, { dutyRegime: 'NONE', transferLeadDays: 0, minBalanceCents: 0, bankId: bankId(2) }),
    ],
    setups: [aSetup(1, 500_000), aSetup(2, 1_000_000)],
    offers: [anOffer(1, { tenor: { months: 12 }, ratePct: 3, newMoney })],
    ...fields,
  });
}

const OPTIONS = { timeLimitMs: 5000 };
const SNAPSHOT: NewMoney = { kind: 'SNAPSHOT', on: '2027-03-31', baselineCents: 500_000 };
const FLOW: NewMoney = { kind: 'NET_FLOW', from: '2027-04-01', to: '2027-05-14' };

async function deposited(problem: Problem): Promise<{ lots: number; sent: number; isBounded: boolean }> {
  const result = await optimizeWithLots(problem, { ...OPTIONS, newLots: true });
  const sum = (items: readonly { readonly amountCents: number }[] = []): number =>
    items.reduce((total, { amountCents }) => total + amountCents, 0);
  return {
    lots: sum(result.lots),
    sent: sum(result.transfers),
    isBounded: result.boundCents >= result.objectiveCents,
  };
}

it('takes all there is where any money will do', async () => {
  expect((await deposited(household(undefined))).lots).toBe(1_500_000);
});

it('takes what exceeds the baseline: the money of the other bank', async () => {
  expect(await deposited(household(SNAPSHOT))).toEqual({ lots: 1_000_000, sent: 1_000_000, isBounded: true });
});

it('takes what flows in, less a bill that is paid from that bank in the window', async () => {
  const operations = [anExpense(1, 1, '2027-05-03', 300_000)];
  const { lots, isBounded } = await deposited(household(FLOW, { operations }));
  expect([lots, isBounded]).toEqual([700_000, true]);
});

it('is worth nothing where no money is new', async () => {
  const alone = household(SNAPSHOT, { setups: [aSetup(1, 500_000), aSetup(2)] });
  const { offers } = await rankOffers(alone, OPTIONS, alone.offers ?? []);
  expect(offers.map(({ gainCents, lots }) => [gainCents, lots])).toEqual([[0, []]]);
});

it('is never worth more than without the condition', async () => {
  const gains = await Promise.all(
    [undefined, SNAPSHOT, FLOW].map(async (newMoney) => {
      const problem = household(newMoney);
      const { offers } = await rankOffers(problem, OPTIONS, problem.offers ?? []);
      return offers[0]?.gainCents ?? NaN;
    }),
  );
  expect(gains[0]).toBeGreaterThan(gains[1] ?? NaN);
  expect(gains[0]).toBeGreaterThan(gains[2] ?? NaN);
  expect(Math.min(...gains)).toBeGreaterThan(0);
});
