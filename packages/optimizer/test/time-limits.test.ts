import { evaluate, type Problem } from '@fibado/planning';
import {
  aBank,
  accountId,
  aGroup,
  anAccount,
  anExpense,
  aProblem,
  aSetup,
  bankId,
  flatRate,
  theSettings,
} from '@fibado/planning/testing';
import { loadEngines, NoPlanInTimeError, optimize, type Engine, type Engines } from '../src/index.js';
import type { SessionEngine } from '../src/engines/port.js';
import { familyProblem } from '../../../bench/optimizer/family.js';

/** A bill that only a transfer can pay. */
function aBill(changes: Partial<Problem> = {}): Problem {
  return aProblem({
    banks: [aBank(1), aBank(2)],
    accountGroups: [aGroup(1)],
    accounts: [anAccount(1), anAccount(2, { bankId: bankId(2), rates: flatRate(2) })],
    setups: [aSetup(1, 10_000), aSetup(2, 900_000)],
    operations: [anExpense(1, 1, '2027-05-14', 250_000)],
    ...changes,
  });
}

/** Engines that let only calls through whose number is in `answered`. */
async function starved(answered: (call: number) => boolean): Promise<{ engines: Engines; calls: number[] }> {
  const real = await loadEngines();
  const calls: number[] = [];
  const of = (engine: Engine): Engine => ({
    name: engine.name,
    version: engine.version,
    solve(program, limits) {
      calls.push(limits.timeLimitMs);
      if (answered(calls.length)) return engine.solve(program, limits);
      return { status: 'UNKNOWN', bound: Infinity, nodes: 0 };
    },
  });
  const highs: SessionEngine = {
    ...of(real.highs),
    session: (program, leftMs, ask) =>
      real.highs.session(program, leftMs, (session) =>
        ask({
          atLeast: (lower, terms) => {
            session.atLeast(lower, terms);
          },
          bound: (column, lower, upper) => {
            session.bound(column, lower, upper);
          },
          maximise(terms) {
            calls.push(leftMs());
            return answered(calls.length) ? session.maximise(terms) : { status: 'UNKNOWN' };
          },
        }),
      ),
  };
  return { engines: { highs, glpk: of(real.glpk) }, calls };
}

describe('when time is short', () => {
  it('has a plan and a bound even when the time is over before it began', async () => {
    const problem = aBill();
    expect(evaluate(problem, []).violations).not.toEqual([]);
    const result = await optimize(problem, { timeLimitMs: 1 });
    expect(result.status).not.toBe('INFEASIBLE');
    expect(evaluate(problem, result.transfers).violations).toEqual([]);
    expect(Number.isFinite(result.boundCents)).toBe(true);
    expect(result.boundCents).toBeGreaterThanOrEqual(result.objectiveCents);
    const best = await optimize(problem, { timeLimitMs: 20_000 });
    expect(best.status).toBe('OPTIMAL');
    expect(result.boundCents).toBeGreaterThanOrEqual(best.objectiveCents);
  });

  it('says so instead of calling a household infeasible that it could not decide', async () => {
    const { engines } = await starved(() => false);
    await expect(optimize(aBill(), { timeLimitMs: 50 }, { engines })).rejects.toThrow(NoPlanInTimeError);
  });

  it('finds the plan with its second look when the first one failed', async () => {
    const { engines } = await starved((call) => call > 1);
    const problem = aBill();
    const result = await optimize(problem, { timeLimitMs: 1000, marginals: false }, { engines });
    expect(evaluate(problem, result.transfers).violations).toEqual([]);
  });

  it('proves that steps too coarse leave no plan', async () => {
    // 120 euro are missing; two steps are more than the other account has, one is too little.
    const problem = aBill({
      setups: [aSetup(1, 0), aSetup(2, 15_000)],
      operations: [anExpense(1, 1, '2027-05-14', 12_000)],
    });
    const coarse = await optimize(problem, { transferStepCents: 10_000, timeLimitMs: 20_000 });
    expect(coarse.status).toBe('INFEASIBLE');
    expect(coarse.conflicts[0]).toMatchObject({ kind: 'BELOW_MINIMUM', accountId: accountId(1) });
    const fine = await optimize(problem, { transferStepCents: 1000, timeLimitMs: 20_000 });
    expect(fine.status).not.toBe('INFEASIBLE');
  });

  it('proves that too few transfers leave no plan', async () => {
    const problem = aBill({ settings: theSettings({ effortCostCents: 0 }) });
    expect((await optimize(problem, { maxTransfers: 0, timeLimitMs: 20_000 })).status).toBe('INFEASIBLE');
    expect((await optimize(problem, { maxTransfers: 1, timeLimitMs: 20_000 })).status).not.toBe('INFEASIBLE');
  });

  it('proves that an account without counterparts which breaks its limit leaves no plan', async () => {
    const alone = aProblem({ accounts: [anAccount(1)], setups: [aSetup(1, 10_000, { maxBalanceCents: 0 })] });
    for (const options of [{}, { maxTransfers: 0 }]) {
      const result = await optimize(alone, { ...options, effortCostCents: 0 });
      expect(result).toMatchObject({ status: 'INFEASIBLE', transfers: [] });
      expect(result.conflicts).toMatchObject([
        { kind: 'ABOVE_MAXIMUM', accountId: accountId(1), missingCents: 10_000 },
      ]);
    }
  });

  it('proves it beside accounts between which money can move', async () => {
    const problem = aBill({});
    const result = await optimize({
      ...problem,
      accounts: [...problem.accounts, anAccount(3, { canSend: false, canReceive: false })],
      setups: [...problem.setups, aSetup(3, 10_000, { maxBalanceCents: 0 })],
    });
    expect(result.status).toBe('INFEASIBLE');
    expect(result.conflicts).toMatchObject([{ kind: 'ABOVE_MAXIMUM', accountId: accountId(3) }]);
  });

  it('gives no engine more time than is left', async () => {
    let elapsed = 0;
    const { engines, calls } = await starved(() => true);
    const clock = { now: (): number => elapsed };
    const late: string[] = [];
    const ticking = (engine: Engine): Engine => ({
      name: engine.name,
      version: engine.version,
      solve(program, limits) {
        const outcome = engine.solve(program, { ...limits, timeLimitMs: Math.min(limits.timeLimitMs, 100) });
        if (limits.timeLimitMs > Math.max(LIMIT - elapsed, SPARE)) {
          late.push(`${String(limits.timeLimitMs)} at ${String(elapsed)}`);
        }
        // Every call uses up all it was given.
        elapsed += limits.timeLimitMs;
        return outcome;
      },
    });
    const problem = familyProblem({ accounts: 5, events: 10, effortCents: 50, seed: 1 });
    // A session keeps to what is left by itself.
    const highs: SessionEngine = {
      ...ticking(engines.highs),
      session: (program, leftMs, ask) => engines.highs.session(program, leftMs, ask),
    };
    const result = await optimize(
      problem,
      { timeLimitMs: LIMIT },
      { engines: { highs, glpk: ticking(engines.glpk) }, clock },
    );
    expect(result.status).not.toBe('INFEASIBLE');
    expect(calls.length).toBeGreaterThan(2);
    expect(late).toEqual([]);
    expect(elapsed).toBeLessThanOrEqual(LIMIT + 3 * SPARE);
  });
});

const LIMIT = 10_000;
/** What a call may have when nothing is left. */
const SPARE = 200;
