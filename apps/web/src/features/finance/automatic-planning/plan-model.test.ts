import type { OptimizeResultBody, PlannedTransfer } from '@fibado/contracts';
import { evaluate } from '@fibado/planning';
import { problemOf, problemOperations } from '../shared/problem';
import { ids, testData } from '../shared/test-household';
import {
  type Choice,
  chosenTransfers,
  costsAfterwards,
  frontierSteps,
  operationsOf,
  optionsToSend,
  type PlanOptions,
  proofOf,
  transferKey,
  withoutMovable,
} from './plan-model';

const options: PlanOptions = {
  from: null,
  maxTransfers: null,
  effortCostCents: null,
  thresholdMarginCents: null,
  transferStepCents: null,
  minBalanceCents: null,
  guaranteePolicy: 'HARD',
  businessDaysOnly: true,
  timeLimitMs: 10_000,
  horizonQuarters: null,
  newLots: false,
};
const transfer = (date: string, amountCents: number): PlannedTransfer => ({
  date,
  arrivalDate: date,
  fromAccountId: ids.main,
  toAccountId: ids.savings,
  amountCents,
  reason: 'RATE_GAIN',
  marginalCents: 100,
});
const early = transfer('2027-01-05', 500_000);
const late = transfer('2027-02-01', 200_000);
const choices = (entries: readonly [PlannedTransfer, Choice][]) =>
  new Map(entries.map(([t, choice]) => [transferKey(t), choice]));

describe('optionsToSend', () => {
  it('says only what was said', () => {
    expect(optionsToSend(options)).toEqual({
      guaranteePolicy: 'HARD',
      businessDaysOnly: true,
      timeLimitMs: 10_000,
    });
    expect(optionsToSend({ ...options, maxTransfers: 0, from: '2027-02-01' })).toMatchObject({
      maxTransfers: 0,
      from: '2027-02-01',
    });
  });

  it('forces what was fixed and forbids what was switched off', () => {
    const sent = optionsToSend(
      options,
      [early, late],
      choices([
        [early, 'FIXED'],
        [late, 'OFF'],
      ]),
    );
    expect(sent.forced).toEqual([
      { date: '2027-01-05', fromAccountId: ids.main, toAccountId: ids.savings, amountCents: 500_000 },
    ]);
    expect(sent.forbidden).toEqual([
      { date: '2027-02-01', fromAccountId: ids.main, toAccountId: ids.savings },
    ]);
  });
});

describe('the plan on the screen', () => {
  const problem = problemOf(
    testData,
    '2027-01-01',
    testData.quarter.setups,
    problemOperations(testData.operations),
  );

  it('says what a transfer at the end to an account that pays less costs after it', () => {
    const back = (date: string) => ({
      ...transfer(date, 1_000_000),
      fromAccountId: ids.savings,
      toAccountId: ids.main,
    });
    // 10,000 € × 3 % × (1 − 26 %) / 365.
    expect(costsAfterwards(problem, [back('2027-03-31')])).toMatchObject([{ perDayCents: 61 }]);
    expect(costsAfterwards(problem, [back('2027-03-26'), transfer('2027-03-31', 1_000_000)])).toEqual([]);
  });

  it('is laid on the quarter without the transfers it replaces', () => {
    expect(withoutMovable(problem, null).operations.map((o) => o.id)).toEqual([ids.rent]);
    // What lies before the first day of planning is a fact.
    expect(withoutMovable(problem, '2027-01-13').operations.map((o) => o.id)).toEqual([ids.rent, ids.move]);
  });

  it('earns less by the referee when a transfer is switched off', () => {
    const base = withoutMovable(problem, null);
    const all = evaluate(base, chosenTransfers([early, late], new Map()));
    const one = evaluate(base, chosenTransfers([early, late], choices([[late, 'OFF']])));
    const none = evaluate(base);
    expect(all.netReturnCents).toBeGreaterThan(one.netReturnCents);
    expect(one.netReturnCents).toBeGreaterThan(none.netReturnCents);
  });

  it('becomes operations that only fixed transfers lock', () => {
    const saved = operationsOf(
      '2027-01-01',
      [early, late],
      choices([
        [early, 'FIXED'],
        [late, 'OFF'],
      ]),
      () => 'Giro',
    );
    expect(saved).toEqual([
      {
        quarter: '2027-01-01',
        kind: 'TRANSFER',
        date: '2027-01-05',
        valueDate: '2027-01-05',
        accountId: ids.main,
        toAccountId: ids.savings,
        amountCents: 500_000,
        description: 'Giro',
        status: 'PLANNED',
        origin: 'OPTIMIZER',
        locked: true,
      },
    ]);
  });
});

it('tells a proof from a bound', () => {
  const result = { status: 'OPTIMAL', boundCents: 5, gapCents: 1 } as OptimizeResultBody;
  expect(proofOf(result)).toEqual({ kind: 'PROVEN', boundCents: 5 });
  expect(proofOf({ ...result, status: 'FEASIBLE' })).toEqual({ kind: 'BOUNDED', boundCents: 5, gapCents: 1 });
  expect(proofOf({ ...result, status: 'INFEASIBLE' })).toEqual({ kind: 'NONE' });
});

describe('frontierSteps', () => {
  it('tries every number below the plan, thinned to a dozen', () => {
    expect(frontierSteps(3)).toEqual([0, 1, 2]);
    expect(frontierSteps(0)).toEqual([]);
    const many = frontierSteps(100);
    expect(many).toHaveLength(12);
    expect(many[0]).toBe(0);
    expect(many.at(-1)).toBe(99);
  });
});
