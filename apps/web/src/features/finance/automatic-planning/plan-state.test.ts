import { type PlanResult, type ShownPlan, transferKey } from './plan-model';
import { NO_PLAN, type PlanAction, planReducer, type PlanState } from './plan-state';

const transfer = (date: string) => ({
  date,
  arrivalDate: date,
  fromAccountId: 'a',
  toAccountId: 'b',
  amountCents: 100,
});
const planOf = (runId: string, objectiveCents: number, ...days: readonly string[]): ShownPlan => {
  const result: PlanResult = {
    status: 'FEASIBLE',
    objectiveCents,
    netReturnCents: objectiveCents,
    transfers: days.map(transfer),
    conflicts: [],
    inputHash: 'hash',
  };
  return { runId, result, options: {}, minBalanceCents: null, isIncumbent: true };
};
const key = transferKey(transfer('2027-01-05'));
const after = (...actions: readonly PlanAction[]): PlanState => actions.reduce(planReducer, NO_PLAN);

const first = planOf('run', 10, '2027-01-05');
const second = planOf('run', 20, '2027-01-05', '2027-01-07');

describe('the plan on screen', () => {
  it('follows the incumbents of its run', () => {
    expect(after({ type: 'offer', plan: first }, { type: 'offer', plan: second }).shown).toBe(second);
  });

  it('is not replaced once something was chosen: the better plan is offered', () => {
    const state = after(
      { type: 'offer', plan: first },
      { type: 'choose', choices: [[key, 'OFF']] },
      { type: 'offer', plan: second },
    );
    expect(state).toMatchObject({ shown: first, better: second });
    const taken = planReducer(state, { type: 'takeBetter' });
    expect(taken).toMatchObject({ shown: second, isTouched: false });
    expect(taken.better).toBeUndefined();
    expect(taken.choices.size).toBe(0);
  });

  it('is explained in place when the result has the same transfers, and keeps the choices', () => {
    const final: ShownPlan = { ...first, isIncumbent: false };
    const state = after(
      { type: 'offer', plan: first },
      { type: 'choose', choices: [[key, 'OFF']] },
      { type: 'offer', plan: final },
    );
    expect(state.shown).toBe(final);
    expect(state.choices.get(key)).toBe('OFF');
  });

  it('gives way to the plan of another run, of which only fixed transfers keep their choice', () => {
    const other = transferKey(transfer('2027-01-07'));
    const state = after(
      { type: 'offer', plan: second },
      {
        type: 'choose',
        choices: [
          [key, 'FIXED'],
          [other, 'OFF'],
        ],
      },
      { type: 'offer', plan: planOf('another', 5, '2027-01-05', '2027-01-07') },
    );
    expect(state.shown?.runId).toBe('another');
    expect([...state.choices]).toEqual([[key, 'FIXED']]);
  });
});
