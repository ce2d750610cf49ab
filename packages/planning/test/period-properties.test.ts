/** What must hold of quarters and periods over every horizon. */
import {
  carriedForward,
  carriedOver,
  type Evaluation,
  evaluate,
  horizonOf,
  horizonOfQuarters,
  type Problem,
  quartersOf,
} from '../src/index.js';
import { anAccount, aProblem, aSetup, randomHorizonPlan, type RandomPlan } from '../src/testing/index.js';
import fc from 'fast-check';
import { euro, YEARLY, FIXED } from './support/periods.js';

// ---------------------------------------------------------------------------------------------- properties

const plans: fc.Arbitrary<RandomPlan> = fc
  .record({
    seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    banks: fc.integer({ min: 1, max: 3 }),
    groups: fc.integer({ min: 1, max: 2 }),
    accounts: fc.integer({ min: 1, max: 6 }),
    operations: fc.integer({ min: 0, max: 8 }),
    transfers: fc.integer({ min: 0, max: 4 }),
  })
  .map(({ seed, ...size }) => randomHorizonPlan(seed, size));

const FIGURES = [
  'grossInterestCents',
  'withholdingCents',
  'netInterestCents',
  'stampDutyCents',
  'monthlyFeesCents',
  'transferFeesCents',
  'overdraftInterestCents',
  'netReturnCents',
] as const;
const FLOWS = [
  'incomeCents',
  'expenseCents',
  'transfersInCents',
  'transfersOutCents',
  'settledCents',
] as const;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The problem of each quarter by itself, continued from the one before. */
function chained(problem: Problem): Evaluation[] {
  let before: Problem | undefined;
  return quartersOf(horizonOf(problem)).map((quarter) => {
    const last: Problem | undefined = before;
    const forward = new Map((last ? carriedForward(last) : []).map((next) => [next.accountId, next]));
    const own: Problem = {
      ...problem,
      quarter,
      horizon: undefined,
      setups: problem.setups.map((setup) => ({ ...setup, ...forward.get(setup.accountId) })),
      operations: [
        ...problem.operations.filter((operation) => operation.quarter === quarter),
        ...(last ? carriedOver(last) : problem.operations.filter((operation) => operation.date < quarter)),
      ],
    };
    before = own;
    return evaluate(own);
  });
}

/** What is provisional at the horizon's end was rounded quarter by quarter: it sums once its period has ended. */
function finalFigures(evaluation: Evaluation, accountId: string): readonly (typeof FIGURES)[number][] {
  const isFinal = (periods: readonly { accountId: string; provisional: boolean }[]): boolean =>
    periods.every((period) => period.accountId !== accountId || !period.provisional);
  const interest = isFinal(evaluation.credits);
  const duty = isFinal(evaluation.statements);
  return FIGURES.filter((key) => {
    if (key === 'monthlyFeesCents' || key === 'transferFeesCents') return true;
    if (key === 'stampDutyCents') return duty;
    return key === 'netReturnCents' ? duty && interest : interest;
  });
}

test('quarters and periods sum to the total, and every quarter adds up', () => {
  fc.assert(
    fc.property(plans, ({ problem, transfers }) => {
      const evaluation = evaluate(problem, transfers);
      const { accounts, quarters, statements, credits } = evaluation;
      expect(sum(quarters.map(({ netReturnCents }) => netReturnCents))).toBe(evaluation.netReturnCents);
      for (const [index, total] of accounts.entries()) {
        const parts = quarters.map((quarter) => quarter.accounts[index] ?? total);
        for (const key of [...FIGURES, ...FLOWS])
          expect(sum(parts.map((part) => part[key]))).toBe(total[key]);
        for (const part of parts) {
          expect(part.closingBalanceCents).toBe(
            part.openingBalanceCents +
              part.incomeCents -
              part.expenseCents +
              part.transfersInCents -
              part.transfersOutCents +
              part.settledCents,
          );
        }
        const own = <T extends { accountId: string }>(list: readonly T[]): T[] =>
          list.filter(({ accountId }) => accountId === total.accountId);
        expect(sum(own(statements).map((s) => s.stampDutyCents))).toBe(total.stampDutyCents);
        expect(sum(own(credits).map((c) => c.grossInterestCents))).toBe(total.grossInterestCents);
      }
    }),
    { numRuns: 200 },
  );
});

test('an account closed in August counts in the yearly test of the others, quarter by quarter too', () => {
  // 3,000 alone owes nothing; with the 20,000 of the closed account the average of both is above 5,000.
  const problem = aProblem({
    quarter: '2027-01-01',
    horizon: horizonOfQuarters('2027-01-01', 4),
    accounts: [
      anAccount(1, { ...FIXED, ...YEARLY }),
      anAccount(2, { ...FIXED, ...YEARLY, closedOn: '2027-08-31' }),
    ],
    setups: [aSetup(1, euro(3000)), aSetup(2, euro(20_000))],
  });
  const dutyOf = ({ accounts }: Evaluation): number | undefined => accounts[0]?.stampDutyCents;
  expect(dutyOf(evaluate(problem))).toBe(3420);
  expect(sum(chained(problem).map((quarter) => dutyOf(quarter) ?? NaN))).toBe(3420);
});

test('quarters evaluated one after the other sum to the horizon', () => {
  let compared = 0;
  fc.assert(
    fc.property(plans, ({ problem: drawn }) => {
      const terms = new Set(drawn.accounts.filter(({ kind }) => kind === 'DEPOSIT_TERM').map(({ id }) => id));
      const problem: Problem = {
        ...drawn,
        // A deposit closed before it matures takes part in no quarter in which it could pay out.
        accounts: drawn.accounts.map((one) => (terms.has(one.id) ? { ...one, closedOn: undefined } : one)),
        // A value day before the booked one falls into another quarter; a payout knows the operations of its own only.
        operations: drawn.operations
          .filter(({ accountId, toAccountId }) => !terms.has(accountId) && !terms.has(toAccountId ?? ''))
          // What a later quarter's statement tells of earlier periods is not known while those are evaluated.
          .map(({ importKey: _, ...operation }) =>
            operation.valueDate < operation.date ? { ...operation, valueDate: operation.date } : operation,
          ),
      };
      const year = evaluate(problem);
      const quarters = chained(problem);
      for (const [index, total] of year.accounts.entries()) {
        const figures = finalFigures(year, total.accountId);
        compared += figures.includes('netReturnCents') ? 1 : 0;
        for (const key of figures) {
          expect([key, sum(quarters.map(({ accounts }) => accounts[index]?.[key] ?? NaN))]).toEqual([
            key,
            total[key],
          ]);
        }
        expect(quarters.at(-1)?.accounts[index]?.closingBalanceCents).toBe(total.closingBalanceCents);
      }
    }),
    { numRuns: 200 },
  );
  expect(compared).toBeGreaterThan(100);
});
