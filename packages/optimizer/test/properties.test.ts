import { evaluate, type Problem } from '@fibado/planning';
import { accountId } from '@fibado/planning/testing';
import * as fc from 'fast-check';
import { optimize, type OptimizeOptions } from '../src/index.js';
import { FIRST_DAY, tinyLimits, tinyProblem } from './support/tiny.js';

/** What the program may leave on the table: its own gap and a cent of rounding an account. */
const SLACK_CENTS = 5;
const RUNS = { numRuns: 12, seed: 20_270_401 };
const household = fc.integer({ min: 1000, max: 9999 }).map((seed) => tinyProblem(seed));

const run = (problem: Problem, options: OptimizeOptions = {}) =>
  optimize(problem, { from: FIRST_DAY, marginals: false, timeLimitMs: 20_000, ...options });

/** A value that orders results: no plan at all is worst. */
const worth = (result: Awaited<ReturnType<typeof run>>): number =>
  result.status === 'INFEASIBLE' ? -Infinity : result.objectiveCents;

describe('any household', () => {
  it('gets a plan the referee finds nothing wrong with, not above its bound and not below doing nothing', async () => {
    await fc.assert(
      fc.asyncProperty(household, async (problem) => {
        const result = await run(problem);
        if (result.status === 'INFEASIBLE') {
          expect(result.conflicts.length).toBeGreaterThan(0);
          return;
        }
        const evaluation = evaluate(problem, result.transfers);
        expect(evaluation.violations.filter(({ date }) => date >= FIRST_DAY)).toEqual([]);
        expect(result.netReturnCents).toBe(evaluation.netReturnCents);
        expect(result.objectiveCents).toBe(
          evaluation.netReturnCents - problem.settings.effortCostCents * result.transfers.length,
        );
        expect(result.boundCents).toBeGreaterThanOrEqual(result.objectiveCents);
        expect(
          result.transfers.every(({ amountCents }) => amountCents % problem.settings.transferStepCents === 0),
        ).toBe(true);
        if (result.baseline.violations.length === 0) {
          expect(result.objectiveCents).toBeGreaterThanOrEqual(result.baseline.netReturnCents);
        }
      }),
      RUNS,
    );
  }, 120_000);

  it('never earns less with more freedom', async () => {
    await fc.assert(
      fc.asyncProperty(household, async (problem) => {
        const tight = await run(problem, { maxTransfers: 1 });
        const loose = await run(problem);
        expect(worth(loose)).toBeGreaterThanOrEqual(worth(tight) - SLACK_CENTS);
        const early = await run(problem, { from: '2027-06-21' });
        expect(worth(early)).toBeGreaterThanOrEqual(worth(loose) - SLACK_CENTS);
      }),
      RUNS,
    );
  }, 120_000);

  it('never earns less with a higher limit of transfers', async () => {
    const limited = fc.integer({ min: 1000, max: 9999 }).map((seed) => tinyLimits(seed));
    await fc.assert(
      fc.asyncProperty(limited, async (problem) => {
        const higher = {
          ...problem,
          accounts: problem.accounts.map(({ singleLimitCents, dailyLimitCents, ...account }) => ({
            ...account,
            singleLimitCents: singleLimitCents && singleLimitCents + 10_000,
            dailyLimitCents: dailyLimitCents && dailyLimitCents + 10_000,
          })),
        };
        const [low, high] = [await run(problem), await run(higher)];
        expect(worth(high)).toBeGreaterThanOrEqual(worth(low) - SLACK_CENTS);
        expect(evaluate(problem, low.transfers).violations.filter(({ date }) => date >= FIRST_DAY)).toEqual(
          [],
        );
      }),
      { ...RUNS, numRuns: 6 },
    );
  }, 120_000);

  it('never gains by a prohibition', async () => {
    await fc.assert(
      fc.asyncProperty(household, async (problem) => {
        const free = await run(problem);
        const bound = await run(problem, {
          forbidden: [{ fromAccountId: accountId(1), toAccountId: accountId(2) }],
        });
        expect(worth(bound)).toBeLessThanOrEqual(free.status === 'INFEASIBLE' ? -Infinity : free.boundCents);
        expect(
          bound.transfers.some((t) => t.fromAccountId === accountId(1) && t.toAccountId === accountId(2)),
        ).toBe(false);
      }),
      RUNS,
    );
  }, 120_000);

  it('is indifferent to the order of its accounts', async () => {
    await fc.assert(
      fc.asyncProperty(household, async (problem) => {
        const turned = {
          ...problem,
          accounts: problem.accounts.toReversed(),
          setups: problem.setups.toReversed(),
        };
        const [a, b] = [await run(problem), await run(turned)];
        expect(b.status === 'INFEASIBLE').toBe(a.status === 'INFEASIBLE');
        if (a.status !== 'INFEASIBLE')
          expect(Math.abs(a.objectiveCents - b.objectiveCents)).toBeLessThanOrEqual(SLACK_CENTS);
      }),
      RUNS,
    );
  }, 120_000);
});
