import type { Summary } from '@fibado/contracts';
import { evaluate } from '@fibado/planning';
import { problemOf, problemOperations } from '../shared/problem';
import { ids, testData, testOperation } from '../shared/test-household';
import { guaranteeRows, monthWeeks, nextSteps, nextTransferDay, todoDays, totalsOf } from './view-models';

const evaluation = evaluate(
  problemOf(testData, '2027-01-01', testData.quarter.setups, problemOperations(testData.operations)),
);
const summary = { quarter: '2027-01-01', state: 'INITIALIZED', evaluation } as unknown as Summary;
const data = { ...testData, summary };

it('sums the accounts to the referee’s own net return', () => {
  const totals = totalsOf(evaluation);
  expect(totals.netInterestCents - totals.stampDutyCents - totals.feesCents - totals.overdraftCents).toBe(
    totals.netReturnCents,
  );
});

describe('nextSteps', () => {
  const kinds = (patch: Partial<typeof data>, today: string) =>
    nextSteps({ ...data, ...patch }, today).map((s) => s.kind);

  it('leads a new quarter from setup over planning to the start', () => {
    expect(kinds({}, '2026-12-31')).toEqual(['CHECK_SETUP', 'OPTIMIZE', 'START']);
    expect(nextSteps(data, '2026-12-31')[0]).toEqual({ kind: 'CHECK_SETUP', isEmpty: false });
    expect(kinds({ operations: [] }, '2026-12-31')).toContain('ENTER_OPERATIONS');
    expect(kinds({ quarter: { ...data.quarter, setups: [] } }, '2026-12-31')).toEqual(['ADD_ACCOUNTS']);
  });

  it('puts transfers due first in a started quarter, and closing after its end', () => {
    const quarter = { ...data.quarter, state: 'STARTED' as const };
    expect(kinds({ quarter }, '2027-01-12')).toEqual(['MAKE_TRANSFERS', 'CONFIRM_OPERATIONS', 'OPTIMIZE']);
    expect(kinds({ quarter, operations: [] }, '2027-04-01')).toEqual(['CLOSE']);
    expect(kinds({ quarter: { ...quarter, state: 'CLOSED' } }, '2027-04-01')).toEqual([
      'NEXT_QUARTER',
      'HINDSIGHT',
    ]);
  });

  it('asks to accept a plan for what it brings beyond the quarter as it stands, until one was taken up', () => {
    const latestPlan = {
      runId: ids.move,
      createdAt: '2027-01-01T08:00:00.000Z',
      accepted: false,
      stale: false,
      gainCents: 5000,
      netReturnCents: evaluation.netReturnCents + 700,
    };
    const step = (patch: Partial<Summary>) =>
      nextSteps({ ...data, summary: { ...summary, latestPlan, ...patch } }, '2027-01-01').find(
        ({ kind }) => kind === 'ACCEPT_PLAN',
      );
    expect(step({})).toEqual({ kind: 'ACCEPT_PLAN', gainCents: 700, runId: ids.move });
    expect(
      step({ latestPlan: { ...latestPlan, netReturnCents: evaluation.netReturnCents } }),
    ).toBeUndefined();
    expect(step({ latestPlan: { ...latestPlan, accepted: true } })).toBeUndefined();
    // Another one, such as a cautious one, taken up before the newest was made, and after.
    expect(step({ acceptedPlan: { acceptedAt: '2027-01-01T07:59:00.000Z' } })).toBeDefined();
    expect(step({ acceptedPlan: { acceptedAt: '2027-01-01T08:01:00.000Z' } })).toBeUndefined();
  });

  describe('with limits broken', () => {
    const broken = (date: string) => ({
      kind: 'BELOW_MINIMUM' as const,
      accountId: ids.main,
      amountCents: 1,
      date,
    });
    const violations = [broken('2027-02-02'), broken('2027-01-02')];
    const summaryOf = { ...summary, evaluation: { ...summary.evaluation, violations } };

    it('puts the first of them before everything', () => {
      expect(nextSteps({ ...data, summary: summaryOf }, '2027-01-01')[0]).toEqual({
        kind: 'FIX_LIMITS',
        count: 2,
        first: broken('2027-01-02'),
      });
    });

    it('leads to the plan that is there to mend them', () => {
      const latestPlan = {
        runId: ids.move,
        createdAt: '2027-01-01T08:00:00.000Z',
        accepted: false,
        stale: false,
        gainCents: 0,
        netReturnCents: 0,
      };
      const first = (patch: Partial<typeof latestPlan>) =>
        nextSteps(
          { ...data, summary: { ...summaryOf, latestPlan: { ...latestPlan, ...patch } } },
          '2027-01-01',
        )[0];
      expect(first({})).toMatchObject({ kind: 'FIX_LIMITS', runId: ids.move });
      expect(first({ stale: true })).not.toHaveProperty('runId');
      expect(first({ accepted: true })).not.toHaveProperty('runId');
    });

    it('asks for the opening balances while there are none', () => {
      const setups = data.quarter.setups.map((setup) => ({ ...setup, openingBalanceCents: 0 }));
      const steps = nextSteps(
        { ...data, summary: summaryOf, quarter: { ...data.quarter, setups } },
        '2027-01-01',
      );
      expect(steps[0]).toEqual({ kind: 'CHECK_SETUP', isEmpty: true });
      expect(steps.map(({ kind }) => kind)).not.toContain('FIX_LIMITS');
    });
  });
});

it('knows the next day on which a transfer is to be made', () => {
  const [move] = testData.operations.filter((o) => o.kind === 'TRANSFER');
  if (!move) throw new Error('the test household has a transfer');
  const on = (date: string, status: 'PLANNED' | 'DONE' = 'PLANNED') => ({ ...move, date, status });
  const all = [on('2027-02-20'), on('2027-02-10'), on('2027-02-05', 'DONE'), on('2027-01-31')];
  expect(nextTransferDay(all, '2027-02-01')).toBe('2027-02-10');
  expect(nextTransferDay(all, '2027-02-20')).toBeUndefined();
});

it('lists the transfers to make with where the money goes, the late ones marked', () => {
  const [day] = todoDays(testData, testData.operations, '2027-01-13');
  expect(day).toMatchObject({
    date: '2027-01-12',
    items: [
      {
        from: 'Conto Alfa',
        to: 'Deposito Beta',
        iban: 'IT60X0542811101000000123456',
        holder: 'Anna Rossi',
        overdue: true,
      },
    ],
  });
  const done = testOperation({ ...testData.operations[1]!, status: 'DONE' });
  expect(todoDays(testData, [done], '2027-01-13')[0]?.items[0]?.overdue).toBe(false);
});

it('holds each person’s peak against the guarantee', () => {
  const household = { ...testData, settings: { ...testData.settings, guaranteeLimitCents: 1_000_000 } };
  const rows = guaranteeRows(household, evaluation);
  expect(rows.map((r) => [r.holder, r.bank, r.tone])).toEqual([
    ['Anna Rossi', 'Banca Alfa', 'over'],
    ['Anna Rossi', 'Banca Beta', 'near'],
  ]);
});

it('lays a month out in weeks from Monday', () => {
  // 1 January 2027 is a Friday.
  const weeks = monthWeeks('2027-01-01');
  expect(weeks[0]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    '2027-01-01',
    '2027-01-02',
    '2027-01-03',
  ]);
  expect(weeks).toHaveLength(5);
  expect(weeks.flat().filter(Boolean)).toHaveLength(31);
});
