/** What must hold for every plan whatever its figures. */

import {
  type Account,
  addQuarters,
  arrivalDay,
  carriedOver,
  closingBalances,
  type Evaluation,
  evaluate,
  limitsOn,
  nextQuarter,
  type Problem,
  timelineOf,
  type Transfer,
} from '../src/index.js';
import {
  aBank,
  accountId,
  anAccount,
  aProblem,
  aSetup,
  aTransfer,
  bankId,
  flatRate,
  randomPlan,
  type RandomPlan,
} from '../src/testing/index.js';
import fc from 'fast-check';

const plans: fc.Arbitrary<RandomPlan> = fc
  .record({
    seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    banks: fc.integer({ min: 1, max: 4 }),
    groups: fc.integer({ min: 1, max: 4 }),
    accounts: fc.integer({ min: 2, max: 10 }),
    operations: fc.integer({ min: 0, max: 40 }),
    transfers: fc.integer({ min: 0, max: 10 }),
  })
  .map(({ seed, ...size }) => randomPlan(seed, size));

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const over = (evaluation: Evaluation, key: keyof Evaluation['accounts'][number]): number =>
  sum(evaluation.accounts.map((account) => Number(account[key])));

test('the figures of every account add up, and those of the household too', () => {
  fc.assert(
    fc.property(plans, ({ problem, transfers }) => {
      const evaluation = evaluate(problem, transfers);
      for (const account of evaluation.accounts) {
        expect(account.closingBalanceCents).toBe(
          account.openingBalanceCents +
            account.incomeCents -
            account.expenseCents +
            account.transfersInCents -
            account.transfersOutCents,
        );
        expect(account.closingBalanceCents).toBe(account.dailyBalancesCents.at(-1));
        expect(account.dailyBalancesCents).toHaveLength(evaluation.days.length);
        expect(account.netInterestCents).toBe(account.grossInterestCents - account.withholdingCents);
        expect(account.netReturnCents).toBe(
          account.netInterestCents -
            account.stampDutyCents -
            account.monthlyFeesCents -
            account.transferFeesCents -
            account.overdraftInterestCents,
        );
      }
      expect(evaluation.netReturnCents).toBe(over(evaluation, 'netReturnCents'));
    }),
    { numRuns: 100 },
  );
});

test('every figure is a safe whole number of cents', () => {
  fc.assert(
    fc.property(plans, ({ problem, transfers }) => {
      JSON.stringify(evaluate(problem, transfers), (_, value: unknown) => {
        if (typeof value === 'number' && (!Number.isSafeInteger(value) || Object.is(value, -0))) {
          throw new Error(`a figure is ${String(value)}`);
        }
        return value;
      });
    }),
    { numRuns: 100 },
  );
});

test('money is conserved on every day, in transit or not', () => {
  fc.assert(
    fc.property(plans, ({ problem, transfers }) => {
      const withOut = (tried: readonly Transfer[]): number[] => {
        const { accounts, plan } = timelineOf(problem, tried);
        return plan.grid.days.map((_, day) => sum(accounts.map(({ bookedCents }) => bookedCents[day] ?? 0)));
      };
      const before = withOut([]);
      const after = withOut(transfers);
      const inTransit = (day: string): number =>
        sum(
          transfers.map(({ date, fromAccountId, toAccountId, amountCents }) => {
            const [from, to] = [fromAccountId, toAccountId].map((id) =>
              problem.accounts.find((a) => a.id === id),
            );
            if (from === undefined || to === undefined) throw new Error('an account from nowhere');
            return date <= day && day < arrivalDay(from, to, date, problem.settings.calendar)
              ? amountCents
              : 0;
          }),
        );
      const { days } = evaluate(problem);
      expect(after.map((total, position) => total + inTransit(days[position] ?? ''))).toEqual(before);
    }),
    { numRuns: 100 },
  );
});

test('money is conserved from quarter to quarter: two quarters hold what was there, came and went', () => {
  fc.assert(
    fc.property(plans, ({ problem }) => {
      // Movements carried in from before are not in this quarter's sums on both sides; leave them out.
      const own = {
        ...problem,
        operations: problem.operations.filter(({ quarter }) => quarter === problem.quarter),
        accounts: problem.accounts.map((account) => ({
          ...account,
          openedOn: undefined,
          closedOn: undefined,
        })),
      };
      const closing = closingBalances(own);
      const next: Problem = {
        ...own,
        quarter: nextQuarter(own.quarter),
        setups: own.setups.map((setup) => ({
          ...setup,
          openingBalanceCents: closing.get(setup.accountId) ?? NaN,
        })),
        operations: carriedOver(own),
      };
      const first = evaluate(own);
      const second = evaluate(next);
      expect(over(second, 'closingBalanceCents')).toBe(
        over(first, 'openingBalanceCents') + over(first, 'incomeCents') - over(first, 'expenseCents'),
      );
    }),
    { numRuns: 100 },
  );
});

test('the order of operations, accounts and transfers changes nothing', () => {
  fc.assert(
    fc.property(plans, ({ problem, transfers }) => {
      const backwards: Problem = {
        ...problem,
        accounts: [...problem.accounts].reverse(),
        setups: [...problem.setups].reverse(),
        operations: [...problem.operations].reverse(),
        banks: [...problem.banks].reverse(),
        accountGroups: [...problem.accountGroups].reverse(),
      };
      const one = evaluate(problem, transfers);
      const other = evaluate(backwards, [...transfers].reverse());
      expect([...other.accounts].reverse()).toEqual(one.accounts);
      expect(other.netReturnCents).toBe(one.netReturnCents);
    }),
    { numRuns: 100 },
  );
});

test('evaluating changes nothing it is given', () => {
  const frozen = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  };
  fc.assert(
    fc.property(plans, ({ problem, transfers }) => {
      frozen(problem);
      frozen(transfers);
      expect(evaluate(problem, transfers)).toEqual(evaluate(problem, transfers));
    }),
    { numRuns: 50 },
  );
});

test('a tried transfer is worth what the same transfer is as an operation', () => {
  fc.assert(
    fc.property(plans, ({ problem, transfers }) => {
      // A term deposit's payout looks at operations only; leave those deposits out of the comparison.
      const plain = {
        ...problem,
        accounts: problem.accounts.map((account): Account =>
          account.kind === 'DEPOSIT_TERM'
            ? { ...account, kind: 'DEPOSIT_FREE', maturityDate: undefined }
            : account,
        ),
      };
      const accepted = {
        ...plain,
        operations: [
          ...plain.operations,
          ...transfers.map((transfer, index) => ({
            id: `accepted-${String(index)}`,
            quarter: plain.quarter,
            kind: 'TRANSFER' as const,
            date: transfer.date,
            valueDate: transfer.date,
            accountId: transfer.fromAccountId,
            toAccountId: transfer.toAccountId,
            amountCents: transfer.amountCents,
            description: '',
            status: 'PLANNED' as const,
            origin: 'OPTIMIZER' as const,
            locked: false,
          })),
        ],
      };
      const tried = evaluate(plain, transfers);
      const kept = evaluate(accepted);
      const sorted = (evaluation: Evaluation): string[] =>
        evaluation.violations.map((violation) => JSON.stringify(violation)).sort();
      expect(kept.accounts).toEqual(tried.accounts);
      expect(sorted(kept)).toEqual(sorted(tried));
    }),
    { numRuns: 100 },
  );
});

test('moving money between two accounts with equal rates and no duty leaves the net as it was, within rounding', () => {
  const even = (
    firstCents: number,
    secondCents: number,
    ratePct: number,
    transfers: readonly Transfer[],
  ): number =>
    evaluate(
      aProblem({
        accounts: [anAccount(1, { rates: flatRate(ratePct) }), anAccount(2, { rates: flatRate(ratePct) })],
        setups: [aSetup(1, firstCents), aSetup(2, secondCents)],
      }),
      transfers,
    ).netReturnCents;
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000_000 }),
      fc.integer({ min: 0, max: 10_000_000 }),
      fc.integer({ min: 0, max: 50_000 }),
      fc.integer({ min: 0, max: 10_000_000 }),
      (first, second, units, amount) => {
        const moved = Math.min(first, amount);
        fc.pre(moved > 0);
        const ratePct = units / 10_000;
        const difference =
          even(first, second, ratePct, [aTransfer(1, 2, '2027-05-12', moved)]) -
          even(first, second, ratePct, []);
        // Each account rounds its gross interest and its withholding once.
        expect(Math.abs(difference)).toBeLessThanOrEqual(2);
      },
    ),
  );
});

test('raising a balance never lowers gross interest, duty or exposure', () => {
  fc.assert(
    fc.property(plans, fc.integer({ min: 1, max: 1_000_000 }), ({ problem, transfers }, more) => {
      const marginal = {
        ...problem,
        accounts: problem.accounts.map((account) => ({
          ...account,
          rates: account.rates.map((period) => ({ ...period, tierMode: 'MARGINAL' as const })),
        })),
      };
      const raised = {
        ...marginal,
        setups: marginal.setups.map((setup) => ({
          ...setup,
          openingBalanceCents: setup.openingBalanceCents + more,
        })),
      };
      const before = evaluate(marginal, transfers);
      const after = evaluate(raised, transfers);
      for (const [index, account] of after.accounts.entries()) {
        const was = before.accounts[index];
        expect(account.grossInterestCents).toBeGreaterThanOrEqual(was?.grossInterestCents ?? NaN);
        expect(account.stampDutyCents).toBeGreaterThanOrEqual(was?.stampDutyCents ?? NaN);
        expect(account.overdraftInterestCents).toBeLessThanOrEqual(was?.overdraftInterestCents ?? NaN);
        expect(account.monthlyFeesCents).toBeLessThanOrEqual(was?.monthlyFeesCents ?? NaN);
      }
      for (const [index, exposure] of after.guarantee.entries()) {
        expect(exposure.peakCents).toBeGreaterThanOrEqual(before.guarantee[index]?.peakCents ?? NaN);
      }
    }),
    { numRuns: 100 },
  );
});

test('duty is a step function of the opening balance, in every quarter and year', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 400 }),
      fc.constantFrom('ACTUAL_DAYS', 'TWELFTHS'),
      (quarters, method) => {
        const duty = (balance: number): number | undefined =>
          evaluate(
            aProblem({
              quarter: addQuarters('2000-01-01', quarters),
              banks: [aBank(1, { stampDutyMethod: method })],
              accounts: [anAccount(1, { dutyRegime: 'FIXED' })],
              setups: [aSetup(1, balance)],
            }),
          ).accounts[0]?.stampDutyCents;
        expect([duty(499_999), duty(500_000)]).toEqual([0, 0]);
        expect(duty(500_001)).toBe(duty(90_000_000));
        expect(duty(500_001)).toBeGreaterThanOrEqual(843);
        expect(duty(500_001)).toBeLessThanOrEqual(862);
      },
    ),
  );
});

test('a violation is reported exactly where a limit is broken', () => {
  fc.assert(
    fc.property(plans, ({ problem, transfers }) => {
      const { violations, accounts, days } = evaluate(problem, transfers);
      for (const evaluated of accounts) {
        const account = problem.accounts.find(({ id }) => id === evaluated.accountId);
        const setup = problem.setups.find((candidate) => candidate.accountId === evaluated.accountId);
        if (account === undefined || setup === undefined) throw new Error('an account from nowhere');
        const excess = (kind: 'BELOW_MINIMUM' | 'ABOVE_MAXIMUM'): number[] =>
          days.map((day, position) => {
            const { minCents, maxCents } = limitsOn(account, setup, problem.settings, day);
            const balance = evaluated.dailyBalancesCents[position] ?? NaN;
            return kind === 'BELOW_MINIMUM'
              ? (minCents ?? -Infinity) - balance
              : balance - (maxCents ?? Infinity);
          });
        for (const kind of ['BELOW_MINIMUM', 'ABOVE_MAXIMUM'] as const) {
          const broken = excess(kind);
          const first = broken.findIndex((amount) => amount > 0);
          const expected =
            first === -1
              ? []
              : [{ kind, accountId: account.id, date: days[first], amountCents: Math.max(...broken) }];
          expect(violations.filter((v) => v.kind === kind && v.accountId === account.id)).toEqual(expected);
        }
      }
      const dates = violations.map(({ date }) => date);
      expect(dates).toEqual([...dates].sort());
    }),
    { numRuns: 100 },
  );
});

test('amounts of ten billion euro are still exact', () => {
  const most = 1_000_000_000_000;
  const problem = aProblem({
    quarter: '2027-10-01',
    banks: [aBank(1), aBank(2)],
    accounts: [
      anAccount(1, { rates: flatRate(99.9999), dutyRegime: 'PROPORTIONAL', kind: 'DEPOSIT_FREE' }),
      anAccount(2, { bankId: bankId(2), dutyRegime: 'FIXED' }),
    ],
    setups: [aSetup(1, most), aSetup(2, 0)],
  });
  const [first] = evaluate(problem).accounts;
  // 10^12 × 0.999999 × 92 / 365 and 10^12 × 0.002 × 92 / 365, half-up.
  expect(first).toMatchObject({
    accountId: accountId(1),
    averageBalanceCents: most,
    grossInterestCents: Number((10n ** 12n * 999_999n * 92n * 2n + 365_000_000n) / (2n * 365_000_000n)),
    stampDutyCents: Number((10n ** 12n * 2n * 92n * 2n + 365_000n) / (2n * 365_000n)),
  });
});
