/** New money by hand, and the goals that ask for it against the bank's own comparison. */

import {
  evaluate,
  holdsNewMoney,
  isOfNewMoney,
  newMoneyLosses,
  type NewLot,
  type NewMoney,
  type Problem,
  withGivenLots,
  withNewLots,
} from '../src/index.js';
import {
  aBank,
  aGroup,
  aLot,
  anAccount,
  anExpense,
  anOffer,
  aProblem,
  aSetup,
  aTransfer,
  bankId,
  groupId,
  offerId,
  randomOf,
} from '../src/testing/index.js';
import { referenceIsNew, referenceMissing } from './support/reference-new-money.js';

/** 5,000 € at the bank of the offer, 10,000 € at another one, and what someone else has at the first. */
function household(fields: Partial<Problem> = {}): Problem {
  return aProblem({
    banks: [aBank(1), aBank(2)],
    accountGroups: [aGroup(1), aGroup(2, { holders: ['Bruno'] })],
    accounts: [
      anAccount(1, { dutyRegime: 'NONE', transferLeadDays: 0 }),
      anAccount(2, { dutyRegime: 'NONE', transferLeadDays: 0, bankId: bankId(2) }),
      anAccount(3, { dutyRegime: 'NONE', transferLeadDays: 0, accountGroupId: groupId(2) }),
    ],
    setups: [aSetup(1, 500_000), aSetup(2, 1_000_000), aSetup(3, 700_000)],
    ...fields,
  });
}

const SNAPSHOT: NewMoney = { kind: 'SNAPSHOT', on: '2027-03-31', baselineCents: 500_000 };
const FLOW: NewMoney = { kind: 'NET_FLOW', from: '2027-03-15', to: '2027-05-14' };

const aNewLot = (amountCents: number, openedOn = '2027-04-20'): NewLot => ({
  offerId: offerId(1),
  amountCents,
  openedOn,
  maturityDate: '2028-04-20',
});

/** Whether the plan keeps the condition: by the goals of the problem, and by the comparison of balances. */
function isNew(
  newMoney: NewMoney,
  lots: readonly NewLot[],
  transfers: Parameters<typeof evaluate>[1],
  problem = household(),
): [boolean, boolean] {
  const offers = [anOffer(1, { newMoney })];
  const whole = withNewLots(problem, offers, lots);
  const evaluation = evaluate(whole, transfers);
  const opened = (whole.lots ?? []).slice(problem.lots?.length ?? 0);
  return [
    !evaluation.violations.some(({ goalId }) => isOfNewMoney(goalId)),
    holdsNewMoney({ problem: whole, offers, opened }, evaluation),
  ];
}

const BOTH = [true, true];
const NEITHER = [false, false];

describe('with a baseline', () => {
  it('a lot holds what is there beyond it on the day it is opened, and not what was there before', () => {
    expect(isNew(SNAPSHOT, [aNewLot(100_000)], [])).toEqual(NEITHER);
    expect(isNew(SNAPSHOT, [aNewLot(600_000)], [aTransfer(2, 1, '2027-04-20', 600_000)])).toEqual(BOTH);
    expect(isNew(SNAPSHOT, [aNewLot(600_000)], [aTransfer(2, 1, '2027-04-20', 599_999)])).toEqual(NEITHER);
    expect(isNew(SNAPSHOT, [aNewLot(600_000)], [aTransfer(2, 1, '2027-04-21', 600_000)])).toEqual(NEITHER);
  });

  it('money may leave the bank once the lot is open, and what others have there does not count', () => {
    const there = aTransfer(2, 1, '2027-04-20', 600_000);
    expect(isNew(SNAPSHOT, [aNewLot(600_000)], [there, aTransfer(1, 2, '2027-04-21', 500_000)])).toEqual(
      BOTH,
    );
    expect(isNew(SNAPSHOT, [aNewLot(600_000)], [there, aTransfer(1, 3, '2027-04-19', 1)])).toEqual(NEITHER);
  });

  it('each lot of the offer takes of what is new', () => {
    const lots = [aNewLot(400_000), aNewLot(200_000, '2027-05-04')];
    expect(isNew(SNAPSHOT, lots, [aTransfer(2, 1, '2027-04-20', 600_000)])).toEqual(BOTH);
    expect(isNew(SNAPSHOT, lots, [aTransfer(2, 1, '2027-04-20', 500_000)])).toEqual(NEITHER);
  });
});

describe('by what flows in a window', () => {
  it('a bill paid from the bank costs euro for euro, one after the window costs nothing', () => {
    const inflow = [aTransfer(2, 1, '2027-04-20', 800_000)];
    const paid = (date: string) => household({ operations: [anExpense(1, 1, date, 300_000)] });
    expect(isNew(FLOW, [aNewLot(800_000)], inflow)).toEqual(BOTH);
    expect(isNew(FLOW, [aNewLot(800_000)], inflow, paid('2027-05-14'))).toEqual(NEITHER);
    expect(isNew(FLOW, [aNewLot(500_000)], inflow, paid('2027-05-14'))).toEqual(BOTH);
    expect(isNew(FLOW, [aNewLot(800_000)], inflow, paid('2027-05-15'))).toEqual(BOTH);
  });

  it('money may come until the window ends, after the lot was opened', () => {
    expect(isNew(FLOW, [aNewLot(400_000)], [aTransfer(2, 1, '2027-05-14', 400_000)])).toEqual(BOTH);
    expect(isNew(FLOW, [aNewLot(400_000)], [aTransfer(2, 1, '2027-05-17', 400_000)])).toEqual(NEITHER);
  });

  it('of a window that is over nothing is new', () => {
    const over: NewMoney = { kind: 'NET_FLOW', from: '2027-01-15', to: '2027-03-14' };
    expect(isNew(over, [aNewLot(100_000)], [aTransfer(2, 1, '2027-04-01', 900_000)])).toEqual(NEITHER);
  });

  it('what came before a window that begins later is not new, by the balances', () => {
    const later: NewMoney = { kind: 'NET_FLOW', from: '2027-04-10', to: '2027-05-14' };
    const early = [aTransfer(2, 1, '2027-04-09', 400_000)];
    expect(isNew(later, [aNewLot(400_000)], early)[1]).toBe(false);
    expect(isNew(later, [aNewLot(400_000)], [aTransfer(2, 1, '2027-04-10', 400_000)])).toEqual(BOTH);
  });
});

test('what an offer asks of lots given with a question has the offer’s id and name', () => {
  const offers = [anOffer(1, { newMoney: SNAPSHOT })];
  const lots = [aNewLot(400_000), aNewLot(200_000, '2027-05-04')];
  const { goals = [] } = withGivenLots(household({ offers }), lots);
  expect(goals.map(({ name }) => name)).toEqual([offers[0]?.name, offers[0]?.name]);
  expect(goals[0]?.id).toBe(offerId(1));
  expect(new Set(goals.map(({ id }) => id)).size).toBe(2);
});

test('goals, balances and a naive count say the same of random plans with lots there before', () => {
  const met = { kept: 0, broken: 0 };
  for (let seed = 1; seed <= 120; seed += 1) {
    const random = randomOf(seed);
    const day = (): string => `2027-0${String(random.int(4, 6))}-${String(random.int(10, 28))}`;
    const offer = anOffer(1, { newMoney: random.pick([SNAPSHOT, FLOW]) });
    const lots = Array.from({ length: random.int(1, 2) }, () => aNewLot(random.int(1, 4) * 100_000, day()));
    const earlier = aLot(1, {
      offerId: offerId(2),
      amountCents: 100_000,
      openedOn: '2027-01-11',
      maturityDate: random.pick(['2027-04-15', '2027-05-20', '2028-01-11']),
    });
    const problem = household({
      offers: [offer, anOffer(2)],
      lots: [earlier],
      operations: [anExpense(1, 1, day(), random.int(1, 4) * 50_000)],
    });
    const transfers = Array.from({ length: random.int(1, 4) }, () => {
      const [from, to] = random.pick([
        [2, 1],
        [2, 1],
        [2, 1],
        [1, 3],
      ] as const);
      return aTransfer(from, to, day(), random.int(2, 5) * 100_000);
    });
    const whole = withNewLots(problem, [offer], lots);
    const evaluation = evaluate(whole, transfers);
    const opened = (whole.lots ?? []).slice(1);
    const byGoals = !evaluation.violations.some(({ goalId }) => isOfNewMoney(goalId));
    const byBalances = holdsNewMoney({ problem: whole, offers: [offer], opened }, evaluation);
    const counted = referenceIsNew({ problem: whole, offer, lots, transfers });
    expect([seed, byGoals, byBalances]).toEqual([seed, counted, counted]);
    met[counted ? 'kept' : 'broken'] += 1;
  }
  expect(Math.min(...Object.values(met))).toBeGreaterThan(20);
});

describe('recorded lots in a running window', () => {
  /** 2,000 € at 3 % since 20 March, of the 5,000 € at the bank on 1 April. */
  const recorded = aLot(1, {
    amountCents: 200_000,
    openedOn: '2027-03-20',
    maturityDate: '2028-03-20',
    ratePct: 3,
  });
  const withWindow = (newMoney: NewMoney, fields: Partial<Problem> = {}): Problem =>
    household({ offers: [anOffer(1, { ratePct: 3, newMoney })], lots: [recorded], ...fields });
  const lostOf = (
    problem: Problem,
    transfers: Parameters<typeof evaluate>[1] = [],
  ): (number | undefined)[] => {
    const [loss] = newMoneyLosses(problem, evaluate(problem, transfers));
    return [loss?.missingCents, loss?.lostCents];
  };
  const bill = (date: string, amountCents: number) => ({
    operations: [anExpense(1, 1, date, amountCents)],
  });

  it('lose their interest euro for euro of what leaves the bank until the window ends', () => {
    expect(lostOf(withWindow(FLOW))).toEqual([undefined, undefined]);
    // 3 % of 2,000 € for 366 days, 287 of them in 2027: 47.18 + 12.95 = 60.13, net 44.50; of 300 € as much as 15 % of it.
    expect(lostOf(withWindow(FLOW, bill('2027-05-14', 30_000)))).toEqual([30_000, 668]);
    expect(lostOf(withWindow(FLOW, bill('2027-05-15', 30_000)))).toEqual([undefined, undefined]);
    expect(lostOf(withWindow(FLOW), [aTransfer(1, 2, '2027-04-20', 30_000)])).toEqual([30_000, 668]);
    expect(
      lostOf(withWindow(FLOW, bill('2027-05-04', 30_000)), [aTransfer(2, 1, '2027-05-14', 30_000)]),
    ).toEqual([undefined, undefined]);
  });

  it('lose no more than all of it, and nothing of a window that is over or a baseline', () => {
    expect(lostOf(withWindow(FLOW, bill('2027-04-20', 450_000)))).toEqual([200_000, 4450]);
    const paid = bill('2027-04-20', 30_000);
    expect(lostOf(withWindow({ ...FLOW, to: '2027-03-31' }, paid))).toEqual([undefined, undefined]);
    expect(lostOf(withWindow({ ...FLOW, from: '2027-03-21' }, paid))).toEqual([undefined, undefined]);
    expect(lostOf(withWindow(SNAPSHOT, paid))).toEqual([undefined, undefined]);
  });

  it('fare as a naive count says, under random plans', () => {
    const met = { lost: 0, kept: 0 };
    for (let seed = 1; seed <= 120; seed += 1) {
      const random = randomOf(seed);
      const day = (): string => `2027-0${String(random.int(4, 6))}-${String(random.int(10, 28))}`;
      const offer = anOffer(1, { ratePct: 3, newMoney: { ...FLOW, to: day() } });
      const lots = [
        recorded,
        aLot(2, {
          amountCents: random.int(1, 9) * 10_000,
          openedOn: random.pick(['2027-03-10', '2027-03-20', '2027-04-09']),
          maturityDate: random.pick(['2027-04-28', '2028-04-09']),
        }),
        aLot(3, {
          offerId: offerId(2),
          amountCents: 50_000,
          openedOn: '2027-04-07',
          maturityDate: '2027-05-07',
        }),
      ];
      const problem = household({
        offers: [offer, anOffer(2)],
        lots,
        operations: [anExpense(1, 1, day(), random.int(1, 4) * 40_000)],
      });
      const transfers = Array.from({ length: random.int(0, 3) }, () => {
        const [from, to] = random.pick([
          [2, 1],
          [1, 2],
          [1, 3],
        ] as const);
        return aTransfer(from, to, day(), random.int(1, 5) * 30_000);
      });
      const [loss] = newMoneyLosses(problem, evaluate(problem, transfers));
      const missing = referenceMissing(problem, offer, transfers);
      expect([seed, loss?.missingCents ?? 0]).toEqual([seed, missing]);
      met[missing > 0 ? 'lost' : 'kept'] += 1;
    }
    expect(Math.min(...Object.values(met))).toBeGreaterThan(20);
  });
});
