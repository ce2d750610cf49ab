import { evaluate, type Problem } from '@fibado/planning';
import {
  aBank,
  accountId,
  aGroup,
  aLot,
  anAccount,
  anExpense,
  anIncome,
  anOffer,
  aProblem,
  aSetup,
  aTransfer,
  bankId,
  flatRate,
  groupId,
  theSettings,
} from '@fibado/planning/testing';
import { householdOf } from '../src/household/household.js';
import { earningsCeilingCents } from '../src/incumbent-result.js';
import { optimize } from '../src/index.js';
import { TWO_BANKS, currentAndDeposit, run } from './support/two-banks.js';

describe('optimize', () => {
  it('moves everything to the deposit when that is best, to the cent (E19)', async () => {
    const result = await run(currentAndDeposit(2));
    expect(result).toMatchObject({
      status: 'OPTIMAL',
      baseline: { netReturnCents: 6527, violations: [] },
      netReturnCents: 8228,
      objectiveCents: 8128,
      gainCents: 1701,
      conflicts: [],
    });
    expect(result.transfers).toEqual([
      {
        date: '2027-04-01',
        arrivalDate: '2027-04-01',
        fromAccountId: accountId(1),
        toAccountId: accountId(2),
        amountCents: 2_000_000,
        reason: expect.stringMatching(/RATE_GAIN|DUTY_AVOIDED/),
        marginalCents: 1601,
      },
    ]);
    expect(result.boundCents).toBeGreaterThanOrEqual(8128);
    expect(result.gapCents).toBe(result.boundCents - result.objectiveCents);
  });

  it('stays put when the current account pays more (E19 with 3 %)', async () => {
    const result = await run(currentAndDeposit(3));
    expect(result).toMatchObject({ status: 'OPTIMAL', netReturnCents: 10_217, gainCents: 0, transfers: [] });
  });

  it('is the same plan and hash for the same input, another hash for another', async () => {
    const problem = currentAndDeposit(2);
    const [first, again] = [await run(problem), await run(structuredClone(problem))];
    const timeless = ({ solver: _, ...rest }: typeof first): object => rest;
    expect(timeless(again)).toEqual(timeless(first));
    const other = await run(problem, { effortCostCents: 1 });
    expect(other.inputHash).not.toBe(first.inputHash);
  });

  it('weighs effort: nothing is moved for less than it costs', async () => {
    const result = await run(currentAndDeposit(2), { effortCostCents: 1800 });
    expect(result.transfers).toEqual([]);
  });

  it('does not plan before `from`, on closed days, or in the middle of a step', async () => {
    const result = await run(currentAndDeposit(2), { from: '2027-05-01', transferStepCents: 70_000 });
    // 1 and 2 May 2027 are a Saturday and a Sunday.
    expect(result.transfers[0]).toMatchObject({ date: '2027-05-03', amountCents: 1_960_000 });
    // Coming late, the money closes the quarter above its average: the prudent duty makes some of it go back.
    expect(result.transfers[1]).toMatchObject({ date: '2027-06-30', fromAccountId: accountId(2) });
    expect(result.transfers.every(({ amountCents }) => amountCents % 70_000 === 0)).toBe(true);
    expect(result.status).toBe('OPTIMAL');
  });

  it('asked for after a cut-off, lets ordinary transfers leave on the next business day, instant ones today', async () => {
    const problem = currentAndDeposit(2);
    const withCutOff = (patch: Partial<Problem> = {}): Problem => ({
      ...problem,
      ...patch,
      accounts: problem.accounts.map((account) => ({ ...account, cutOff: '17:00' })),
    });
    const first = async (of: Problem, fromTime: string) =>
      (await run(of, { from: '2027-04-02', fromTime, marginals: false })).transfers.map(({ date }) => date);
    expect(await first(withCutOff(), '16:59')).toEqual(['2027-04-02']);
    expect(await first(withCutOff(), '17:40')).toEqual(['2027-04-05']);
    const banks = problem.banks.map((bank) => ({ ...bank, instant: { send: true, receive: true } }));
    expect(await first(withCutOff({ banks }), '17:40')).toEqual(['2027-04-02']);
  });

  it('keeps an average under the threshold rather than pay the duty', async () => {
    const problem = aProblem({
      ...TWO_BANKS,
      accounts: [
        anAccount(1, { dutyRegime: 'FIXED', rates: flatRate(0.5) }),
        anAccount(2, { bankId: bankId(2), dutyRegime: 'NONE' }),
      ],
      setups: [aSetup(1, 520_000), aSetup(2, 0)],
      settings: theSettings({ effortCostCents: 50, thresholdMarginCents: 5000 }),
    });
    const result = await run(problem);
    expect(result.status).toBe('OPTIMAL');
    const [transfer, ...others] = result.transfers;
    expect(others).toEqual([]);
    expect(transfer).toMatchObject({ fromAccountId: accountId(1), reason: 'DUTY_AVOIDED' });
    const plan = evaluate(problem, result.transfers);
    expect(plan.dutyGroups[0]).toMatchObject({ due: false });
    expect(plan.dutyGroups[0]?.aggregateAverageCents).toBeLessThanOrEqual(495_000);
  });

  it('brings money where a bill needs it, in time for the lead days', async () => {
    const problem = aProblem({
      ...TWO_BANKS,
      accounts: [
        anAccount(1, { rates: flatRate(0) }),
        anAccount(2, { bankId: bankId(2), rates: flatRate(3), transferLeadDays: 2 }),
      ],
      setups: [aSetup(1, 10_000), aSetup(2, 900_000)],
      operations: [anExpense(1, 1, '2027-06-16', 250_050)],
    });
    const result = await run(problem);
    expect(result.status).toBe('OPTIMAL');
    expect(result.baseline.violations).toMatchObject([
      { kind: 'BELOW_MINIMUM', accountId: accountId(1), date: '2027-06-16', amountCents: 240_050 },
    ]);
    expect(result.transfers).toMatchObject([
      {
        date: '2027-06-14',
        arrivalDate: '2027-06-16',
        amountCents: 240_100,
        reason: 'NEEDED_FOR_BILL',
        marginalCents: null,
      },
    ]);
  });

  it('says who is missing what, from when, and the smallest way out', async () => {
    const problem = aProblem({
      ...TWO_BANKS,
      accounts: [anAccount(1), anAccount(2, { bankId: bankId(2), minBalanceCents: 30_000 })],
      setups: [aSetup(1, 10_000), aSetup(2, 60_000)],
      operations: [anExpense(1, 1, '2027-05-14', 100_000)],
    });
    const result = await run(problem);
    expect(result).toMatchObject({ status: 'INFEASIBLE', transfers: [], gainCents: 0 });
    const missing = result.conflicts.reduce((sum, conflict) => sum + conflict.missingCents, 0);
    expect(missing).toBe(60_000);
    expect(result.conflicts[0]).toMatchObject({
      kind: 'BELOW_MINIMUM',
      relaxation: { limit: 'minBalanceCents' },
    });
    // The named relaxation is enough.
    const relaxed: Problem = {
      ...problem,
      setups: problem.setups.map((setup) => {
        const conflict = result.conflicts.find(({ accountId: id }) => id === setup.accountId);
        const own = problem.accounts.find(({ id }) => id === setup.accountId)?.minBalanceCents ?? 0;
        return conflict === undefined ? setup : { ...setup, minBalanceCents: own - conflict.missingCents };
      }),
    };
    expect((await run(relaxed, { transferStepCents: 1 })).status).not.toBe('INFEASIBLE');
  });

  it('says by how much a limit of transfers is too low where no plan keeps it', async () => {
    const problem = aProblem({
      ...TWO_BANKS,
      accounts: [anAccount(1, { dailyLimitCents: 500_000 }), anAccount(2, { bankId: bankId(2) })],
      setups: [aSetup(1, 1_000_000), aSetup(2, 0)],
      operations: [anExpense(1, 2, '2027-04-05', 800_000)],
    });
    const result = await run(problem, { from: '2027-04-05' });
    expect(result.status).toBe('INFEASIBLE');
    expect(result.conflicts).toEqual([
      {
        kind: 'DAILY_LIMIT_EXCEEDED',
        accountId: accountId(1),
        date: '2027-04-05',
        missingCents: 300_000,
        relaxation: { limit: 'dailyLimitCents', accountId: accountId(1), byCents: 300_000 },
      },
    ]);
    // The day before, half of it is sent.
    expect((await run(problem, { from: '2027-04-02' })).status).toBe('OPTIMAL');
    const forced = { date: '2027-04-02', fromAccountId: accountId(1), toAccountId: accountId(2) };
    const tooMuch = await run(problem, { forced: [{ ...forced, amountCents: 800_000 }] });
    expect(tooMuch.conflicts).toMatchObject([{ kind: 'DAILY_LIMIT_EXCEEDED', missingCents: 300_000 }]);
  });

  it('keeps the guarantee for every holder, joint accounts by halves', async () => {
    const problem = aProblem({
      banks: [aBank(1), aBank(2), aBank(3)],
      accountGroups: [aGroup(1), aGroup(2, { holders: ['Anna', 'Bruno'] })],
      accounts: [
        anAccount(1, { rates: flatRate(3) }),
        anAccount(2, { accountGroupId: groupId(2), rates: flatRate(3) }),
        anAccount(3, { bankId: bankId(2), rates: flatRate(0.1) }),
      ],
      setups: [aSetup(1, 9_000_000), aSetup(2, 6_000_000), aSetup(3, 0)],
      settings: theSettings({ effortCostCents: 0 }),
    });
    const kept = await run(problem);
    expect(kept.baseline.violations).toMatchObject([
      { kind: 'GUARANTEE_EXCEEDED', holder: 'Anna', amountCents: 2_000_000 },
    ]);
    expect(kept.status).toBe('OPTIMAL');
    // Anna's own money on the joint account of the same bank counts by half, at the same rate: nothing is lost.
    expect(kept.transfers).toMatchObject([
      {
        fromAccountId: accountId(1),
        toAccountId: accountId(2),
        amountCents: 4_000_000,
        reason: 'GUARANTEE_KEPT',
      },
    ]);
    expect(kept.gainCents).toBe(0);
    const free = await run(problem, { guaranteePolicy: 'OFF' });
    expect(free.transfers).toEqual([]);
  });

  it('reaches a linked deposit only through its account', async () => {
    const problem = aProblem({
      ...TWO_BANKS,
      accounts: [
        anAccount(1, { rates: flatRate(0) }),
        anAccount(2, { rates: flatRate(0) }),
        anAccount(3, { bankId: bankId(2), rates: flatRate(3), linkedAccountId: accountId(2) }),
      ],
      setups: [aSetup(1, 1_500_000), aSetup(2, 0), aSetup(3, 0)],
    });
    const result = await run(problem);
    expect(result.status).toBe('OPTIMAL');
    expect(result.transfers.map(({ fromAccountId, toAccountId }) => [fromAccountId, toAccountId])).toEqual([
      [accountId(1), accountId(2)],
      [accountId(2), accountId(3)],
    ]);
    expect(result.transfers.every(({ date }) => date === '2027-04-01')).toBe(true);
    const limited = await run(problem, { maxTransfers: 1 });
    expect(limited.transfers).toEqual([]);
  });

  it('forces and forbids what it is told to', async () => {
    const problem = currentAndDeposit(2);
    const forbidden = await run(problem, {
      forbidden: [{ fromAccountId: accountId(1), toAccountId: accountId(2), date: '2027-04-01' }],
    });
    expect(forbidden.transfers).toMatchObject([{ date: '2027-04-02' }]);
    const never = await run(problem, {
      forbidden: [{ fromAccountId: accountId(1), toAccountId: accountId(2) }],
    });
    expect(never.transfers).toEqual([]);
    const forced = await run(problem, { forced: [aTransfer(1, 2, '2027-04-20', 123_456)] });
    // Its value was not asked for: the result says nothing about leaving it out.
    expect(forced.transfers).toContainEqual(
      expect.objectContaining({ date: '2027-04-20', amountCents: 123_456, unpriced: true }),
    );
    expect(forced.objectiveCents).toBeLessThanOrEqual(8128);
  });

  it('says of a transfer whether its worth was asked for', async () => {
    const problem = currentAndDeposit(2);
    const priced = await run(problem);
    expect(priced.transfers.length).toBeGreaterThan(0);
    expect(priced.transfers.every(({ unpriced, marginalCents }) => !unpriced && marginalCents !== null)).toBe(
      true,
    );
    const { transfers } = await run(problem, { marginals: false });
    expect(transfers.every(({ unpriced, marginalCents }) => unpriced && marginalCents === null)).toBe(true);
  });

  it('waives a fee by its average when that pays', async () => {
    const problem = aProblem({
      ...TWO_BANKS,
      accounts: [
        anAccount(1, { monthlyFeeCents: 600, feeWaiver: { minAverageBalanceCents: 300_000 } }),
        anAccount(2, { bankId: bankId(2), rates: flatRate(1) }),
      ],
      setups: [aSetup(1, 100_000), aSetup(2, 800_000)],
      operations: [anIncome(1, 1, '2027-04-27', 20_000)],
    });
    const result = await run(problem);
    expect(result.status).toBe('OPTIMAL');
    expect(result.transfers[0]).toMatchObject({ toAccountId: accountId(1), reason: 'FEE_WAIVED' });
    expect(result.accounts[0]?.planned.monthlyFeesCents).toBeLessThan(
      result.accounts[0]?.baseline.monthlyFeesCents ?? 0,
    );
  });

  it('sends money to and fro for a fee only where the account counts own transfers', async () => {
    const withWaiver = (ownTransfersCount: boolean): Problem =>
      aProblem({
        ...TWO_BANKS,
        accounts: [
          anAccount(1, {
            monthlyFeeCents: 600,
            feeWaiver: { minMonthlyCreditsCents: 100_000, ownTransfersCount },
          }),
          anAccount(2, { bankId: bankId(2), rates: flatRate(1) }),
        ],
        setups: [aSetup(1, 0), aSetup(2, 800_000)],
      });
    const without = await run(withWaiver(false));
    expect(without).toMatchObject({ status: 'OPTIMAL', transfers: [] });
    expect(without.accounts[0]?.planned.monthlyFeesCents).toBe(1800);
    const counted = await run(withWaiver(true));
    expect(counted.status).toBe('OPTIMAL');
    expect(counted.accounts[0]?.planned.monthlyFeesCents).toBe(0);
  });

  it('ends with the reason of the signal when cancelled', async () => {
    const controller = new AbortController();
    controller.abort(new Error('the client disconnected'));
    await expect(optimize(currentAndDeposit(2), {}, { signal: controller.signal })).rejects.toThrow(
      'the client disconnected',
    );
  });

  it('tells how far it is', async () => {
    const phases: string[] = [];
    let bound = Infinity;
    await optimize(
      currentAndDeposit(2),
      {},
      {
        onProgress: ({ phase, boundCents }) => {
          phases.push(phase);
          if (boundCents !== undefined) bound = boundCents;
        },
      },
    );
    expect(phases[0]).toBe('SOLVING');
    expect(phases.at(-1)).toBe('EXPLAINING');
    expect(bound).toBeGreaterThanOrEqual(8128);
  });
});

test('what all money earns at most counts the principals and the rates of lots', () => {
  const problem = aProblem({ offers: [anOffer(1)], lots: [aLot(1)] });
  const earned = evaluate(problem).netReturnCents;
  expect(earned).toBe(9972 - 2593);
  expect(earningsCeilingCents(householdOf(problem))).toBeGreaterThanOrEqual(earned);
});
