import { LAW, type LawRow, type Problem } from '@fibado/planning';
import { optimize } from '../src/index.js';
import { FIRST_DAY, tinyProblem } from './support/tiny.js';

/** More households on request: `FIBADO_SCALED_HOUSEHOLDS=200`. */
const HOUSEHOLDS = Number(process.env['FIBADO_SCALED_HOUSEHOLDS'] ?? 8);
/**
 * Cents: each plan may stop five below its best, of which the first counts twice; the rest is rounding to whole cents,
 * of interest and withholding by account and of duty.
 */
const ROUNDING_CENTS = 3 * 5 + 6;

/** The same with every amount twice as large; rates, days and names stay. */
function twice<T>(value: T, key = ''): T {
  if (typeof value === 'number') return (key.endsWith('Cents') ? 2 * value : value) as T;
  if (Array.isArray(value)) return value.map((one: unknown) => twice(one)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, twice(one, name)])) as T;
}

/** Runs `work` in a country whose law names twice the amounts. */
async function underTwiceTheLaw<T>(work: () => Promise<T>): Promise<T> {
  const rows = LAW as LawRow[];
  const real = [...rows];
  rows.splice(0, rows.length, ...real.map((row) => ({ ...row, value: twice(row.value, row.parameter) })));
  try {
    return await work();
  } finally {
    rows.splice(0, rows.length, ...real);
  }
}

const best = (problem: Problem) =>
  optimize(problem, { from: FIRST_DAY, marginals: false, timeLimitMs: 20_000 });

describe('a household with twice the money under a law of twice the amounts', () => {
  it('doubles every amount and nothing else', () => {
    const problem = tinyProblem(31_000);
    const doubled = twice(problem);
    expect(doubled.settings.transferStepCents).toBe(2 * problem.settings.transferStepCents);
    expect(doubled.settings.withholdingPct).toBe(problem.settings.withholdingPct);
    expect(doubled.accounts[0]?.rates[0]?.from).toBe(problem.accounts[0]?.rates[0]?.from);
  });

  it(
    'gains twice as much',
    async () => {
      let proven = 0;
      for (let seed = 31_000; seed < 31_000 + HOUSEHOLDS; seed += 1) {
        const tiny = tinyProblem(seed);
        // One cent a step, so that rounding amounts costs nothing.
        const problem = { ...tiny, settings: { ...tiny.settings, transferStepCents: 1 } };
        const plain = await best(problem);
        const doubled = await underTwiceTheLaw(() => best(twice(problem)));
        const label = `household ${String(seed)}`;
        expect({ label, infeasible: doubled.status === 'INFEASIBLE' }).toEqual({
          label,
          infeasible: plain.status === 'INFEASIBLE',
        });
        if (plain.status === 'INFEASIBLE') {
          proven += 1;
          continue;
        }
        // Twice either plan is a plan of the other country: neither may lie above the other's bound.
        expect({ label, beyond: 2 * plain.objectiveCents > doubled.boundCents + ROUNDING_CENTS }).toEqual({
          label,
          beyond: false,
        });
        expect({ label, beyond: doubled.objectiveCents > 2 * plain.boundCents + ROUNDING_CENTS }).toEqual({
          label,
          beyond: false,
        });
        if (plain.status === 'OPTIMAL' && doubled.status === 'OPTIMAL') proven += 1;
      }
      // Where money that is just enough must split to the cent, a plan may stay unproven.
      expect(proven).toBeGreaterThanOrEqual(HOUSEHOLDS * 0.9);
    },
    HOUSEHOLDS * 60_000,
  );
});
