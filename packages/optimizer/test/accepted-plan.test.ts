import { evaluate } from '@fibado/planning';
import { accountId, aTransferOperation } from '@fibado/planning/testing';
import { currentAndDeposit, run } from './support/two-banks.js';

describe('a plan that was accepted before', () => {
  it('replaces its own planned transfers, keeps done and locked ones', async () => {
    const problem = currentAndDeposit(2);
    const own = aTransferOperation(1, 1, 2, '2027-05-10', 100_000, { origin: 'OPTIMIZER' });
    const locked = aTransferOperation(2, 1, 2, '2027-05-11', 200_000, { origin: 'OPTIMIZER', locked: true });
    const result = await run({ ...problem, operations: [own, locked] });
    expect(result.transfers).toMatchObject([{ date: '2027-04-01', amountCents: 1_800_000 }]);
    expect(result.baseline.netReturnCents).toBe(
      evaluate({ ...problem, operations: [locked] }, []).netReturnCents,
    );
  });

  it('leaves an accepted plan alone unless a change is worth it', async () => {
    const problem = currentAndDeposit(2);
    const accepted = aTransferOperation(1, 1, 2, '2027-04-06', 1_900_000, { origin: 'OPTIMIZER' });
    const withPlan = { ...problem, operations: [accepted] };
    const stable = await run(withPlan, { stabilityCents: 500 });
    expect(stable.transfers).toMatchObject([{ date: '2027-04-06', amountCents: 1_900_000 }]);
    const eager = await run(withPlan, { stabilityCents: 1 });
    expect(eager.transfers).toMatchObject([{ date: '2027-04-01', amountCents: 2_000_000 }]);
    expect(stable.gapCents).toBeGreaterThan(0);
  });

  it('does not fall back on an accepted plan that is no longer allowed', async () => {
    const problem = currentAndDeposit(2);
    const accepted = aTransferOperation(1, 1, 2, '2027-04-01', 2_000_000, { origin: 'OPTIMIZER' });
    const withPlan = { ...problem, operations: [accepted] };
    expect((await run(withPlan)).transfers).toHaveLength(1);
    const forbidden = [{ fromAccountId: accountId(1), toAccountId: accountId(2) }];
    expect((await run(withPlan, { forbidden })).transfers).toEqual([]);
    // A step that the accepted amount is no multiple of.
    const { transfers } = await run(withPlan, { transferStepCents: 1_300_000 });
    expect(transfers.map(({ amountCents }) => amountCents)).toEqual([1_300_000]);
  });
});
