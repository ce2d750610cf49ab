import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { evaluate, type Problem } from '@fibado/planning';
import { aProblem, anAccount, aSetup, flatRate } from '@fibado/planning/testing';
import { optimize } from '../src/optimize.js';
import type { Incumbent, OptimizationProgress } from '../src/types.js';
import run from '../src/worker.js';

/** Money on an account that pays nothing, beside five that pay, each up to another band. */
const PROBLEM: Problem = aProblem({
  accounts: [0, 1, 2, 3, 4, 5].map((index) =>
    anAccount(index + 1, {
      rates:
        index === 0
          ? flatRate(0)
          : [
              {
                from: '2026-01-01',
                tiers: [
                  { upToCents: index * 150_000, ratePct: 1 + index / 2 },
                  { upToCents: null, ratePct: 0.1 },
                ],
                tierMode: 'MARGINAL',
              },
            ],
    }),
  ),
  setups: [2_000_000, 0, 0, 0, 0, 0].map((cents, index) => aSetup(index + 1, cents)),
});

describe('how far a plan is', () => {
  it('is told with every better plan, before anything is proven', async () => {
    const told: OptimizationProgress[] = [];
    const { objectiveCents } = await optimize(PROBLEM, {}, { onProgress: (one) => told.push(one) });
    const [first] = told;
    // To do nothing is a plan as well.
    expect(first).toMatchObject({ phase: 'SOLVING', objectiveCents: 0 });
    expect(first?.boundCents).toBeUndefined();
    const better = told.findIndex((one) => (one.objectiveCents ?? 0) > 0);
    const proven = told.findIndex((one) => one.boundCents !== undefined);
    expect(better).toBeGreaterThan(0);
    expect(better).toBeLessThan(proven);
    expect(told.some((one) => one.objectiveCents === objectiveCents)).toBe(true);
    const objectives = told.map((one) => one.objectiveCents ?? NaN);
    expect(objectives).toEqual([...objectives].sort((a, b) => a - b));
  });

  it('is told to another thread without leaving out what is new', async () => {
    const told: OptimizationProgress[] = [];
    await optimize(PROBLEM, {}, { onProgress: (one) => told.push(one) });
    const { port1, port2 } = new MessageChannel();
    await run({ problem: PROBLEM, progressPort: port2 });
    const heard: OptimizationProgress[] = [];
    for (let got = receiveMessageOnPort(port1); got; got = receiveMessageOnPort(port1))
      heard.push(got.message as OptimizationProgress);
    port1.close();
    const figures = (all: readonly OptimizationProgress[]) => [
      ...new Set(
        all.map(({ phase, objectiveCents, boundCents }) => [phase, objectiveCents, boundCents].join()),
      ),
    ];
    expect(figures(heard)).toEqual(figures(told));
  });
});

describe('incumbents', () => {
  it('are plans that keep every limit, each better than the one before, the last one the result', async () => {
    const incumbents: Incumbent[] = [];
    const result = await optimize(PROBLEM, {}, { onIncumbent: (one) => incumbents.push(one) });
    expect(incumbents.length).toBeGreaterThan(1);
    let before = -Infinity;
    for (const { objectiveCents, netReturnCents, transfers, boundCents = Infinity } of incumbents) {
      const evaluation = evaluate(PROBLEM, transfers);
      expect(evaluation.violations).toEqual([]);
      expect(evaluation.netReturnCents).toBe(netReturnCents);
      expect(objectiveCents).toBe(netReturnCents - PROBLEM.settings.effortCostCents * transfers.length);
      expect(objectiveCents).toBeGreaterThan(before);
      expect(boundCents).toBeGreaterThanOrEqual(result.objectiveCents);
      before = objectiveCents;
    }
    const plain = result.transfers.map(({ date, arrivalDate, fromAccountId, toAccountId, amountCents }) => ({
      date,
      arrivalDate,
      fromAccountId,
      toAccountId,
      amountCents,
    }));
    expect(incumbents.at(-1)?.transfers).toEqual(plain);
  });

  it('reach another thread', async () => {
    const incumbents: Incumbent[] = [];
    await optimize(PROBLEM, {}, { onIncumbent: (one) => incumbents.push(one) });
    const { port1, port2 } = new MessageChannel();
    await run({ problem: PROBLEM, incumbentPort: port2 });
    const received: Incumbent[] = [];
    for (let got = receiveMessageOnPort(port1); got; got = receiveMessageOnPort(port1))
      received.push(got.message as Incumbent);
    port1.close();
    const objectives = (all: readonly Incumbent[]) => all.map(({ objectiveCents }) => objectiveCents);
    expect(objectives(received)).toEqual(objectives(incumbents));
  });
});
