/** What can be decided about lots a household has, worked by hand. */

import type { Lot, Problem, TermOffer } from '@fibado/planning';
import { aLot, anAccount, anExpense, anOffer, aProblem, aSetup } from '@fibado/planning/testing';
import { lotChoices } from '../../src/index.js';

const OPTIONS = { timeLimitMs: 2000 };

/** 1,000 € that earn nothing, and 10,000 € at 4 % since 10 January: 65.69 € net by 31 March. */
function withLot(offer: Partial<TermOffer>, lot: Partial<Lot> = {}, fields: Partial<Problem> = {}): Problem {
  return aProblem({
    accounts: [anAccount(1, { dutyRegime: 'NONE', minBalanceCents: 0 })],
    setups: [aSetup(1, 100_000)],
    offers: [anOffer(1, offer)],
    lots: [aLot(1, lot)],
    ...fields,
  });
}

it('a lot is broken on the day of the bill that nothing else pays, not before', async () => {
  const problem = withLot(
    { exit: { kind: 'BASE_RATE', ratePct: 1 } },
    {},
    {
      operations: [anExpense(1, 1, '2027-05-03', 800_000)],
    },
  );
  const { base, lots } = await lotChoices(problem, OPTIONS);
  expect(base.status).toBe('INFEASIBLE');
  // 113 days at 1 %: 22.91 € net, of which 65.69 € were counted before; and 1 € of effort.
  expect(lots.map(({ choices }) => choices)).toMatchObject([
    [
      { kind: 'BREAK', on: '2027-05-03', objectiveCents: -4378 },
      { kind: 'KEEP', objectiveCents: null },
    ],
  ]);
});

it('where a part may be broken, what the bill takes of it is worth more than all of it', async () => {
  const problem = withLot(
    { exit: { kind: 'BASE_RATE', ratePct: 1 }, partialExit: true },
    {},
    { operations: [anExpense(1, 1, '2027-05-03', 800_000)] },
  );
  const { lots } = await lotChoices(problem, OPTIONS);
  // Of 8,000 €: 113 days at 1 %, 18.33 € net, of which 52.55 € were counted before. Of the 2,000 € kept: 27.90 € net less 13.13 €.
  expect(lots.map(({ choices }) => choices)).toMatchObject([
    [
      { kind: 'BREAK_PART', on: '2027-05-03', amountCents: 800_000, objectiveCents: -3422 + 1477 - 100 },
      { kind: 'BREAK', on: '2027-05-03', objectiveCents: -4378 },
      { kind: 'KEEP', objectiveCents: null },
    ],
  ]);
});

it('notice costs what the bank would have paid', async () => {
  const { lots } = await lotChoices(withLot({ renewal: 'AUTO' }, { maturityDate: '2027-05-10' }), OPTIONS);
  // 52 days at 4 %: 56.99 € less 14.82 €, and 1 € of effort.
  expect(lots[0]?.choices).toMatchObject([
    { kind: 'KEEP', gainCents: 0 },
    { kind: 'END', on: '2027-05-09', gainCents: -4317, exact: true },
  ]);
});

it('a renewal earns what a bank pays that does not renew by itself', async () => {
  const { lots } = await lotChoices(withLot({}, { maturityDate: '2027-05-10' }), OPTIONS);
  expect(lots[0]?.choices).toMatchObject([
    { kind: 'RENEW', on: '2027-05-10', gainCents: 4117, exact: true },
    { kind: 'KEEP', gainCents: 0 },
  ]);
});

it('a lot that another account pays better than is broken at once', async () => {
  const better = anAccount(2, { bankId: anAccount(1).bankId, dutyRegime: 'NONE', minBalanceCents: 0 });
  const problem = withLot({ exit: { kind: 'FEE', ratePct: 0 }, noticeDays: 32 }, { ratePct: 0.5 });
  const { lots } = await lotChoices(
    {
      ...problem,
      accounts: [
        ...problem.accounts,
        {
          ...better,
          rates: [{ from: '2027-01-01', tiers: [{ upToCents: null, ratePct: 5 }], tierMode: 'MARGINAL' }],
        },
      ],
      setups: [...problem.setups, aSetup(2, 0)],
    },
    OPTIONS,
  );
  const [best, kept] = lots[0]?.choices ?? [];
  expect(best).toMatchObject({ kind: 'BREAK', on: '2027-04-01' });
  expect(best?.gainCents).toBeGreaterThan(2000);
  expect(kept).toMatchObject({ kind: 'KEEP', gainCents: 0 });
});

it('nothing is decided about a lot without an exit that matures after the horizon, or that was broken', async () => {
  const broken: Partial<Lot> = { state: 'BROKEN', brokenOn: '2027-04-20' };
  for (const problem of [withLot({}), withLot({ exit: { kind: 'ZERO' } }, broken)])
    expect(await lotChoices(problem, OPTIONS)).toMatchObject({ lots: [], unanswered: [] });
});
