import { loadEngines, optimize } from '../src/index.js';
import { isPlain, plainModel } from './support/plain-model.js';
import { FIRST_DAY, tinyProblem } from './support/tiny.js';

/** More households on request: `FIBADO_PLAIN_HOUSEHOLDS=100`. */
const HOUSEHOLDS = Number(process.env['FIBADO_PLAIN_HOUSEHOLDS'] ?? 15);
/** Cents: rounding of interest and withholding by account, of duty, and the gaps at which both programs stop. */
const ROUNDING_CENTS = 6;

describe('against the plain pairwise model on the daily grid', () => {
  it(
    'finds the same value but for rounding',
    async () => {
      const { highs } = await loadEngines();
      let seed = 20_000;
      for (let compared = 0; compared < HOUSEHOLDS;) {
        seed += 1;
        const tiny = tinyProblem(seed);
        if (!isPlain(tiny)) continue;
        compared += 1;
        // One cent a step, so that rounding amounts costs nothing.
        const problem = { ...tiny, settings: { ...tiny.settings, transferStepCents: 1 } };
        const plain = highs.solve(plainModel(problem, FIRST_DAY), { timeLimitMs: 60_000, absoluteGap: 0.5 });
        const result = await optimize(problem, { from: FIRST_DAY, marginals: false, timeLimitMs: 20_000 });
        const label = `household ${String(seed)}`;
        if (plain.status === 'INFEASIBLE') {
          expect({ label, status: result.status }).toEqual({ label, status: 'INFEASIBLE' });
          continue;
        }
        if (plain.status !== 'OPTIMAL') throw new Error(`${label}: the plain model ended ${plain.status}`);
        const difference = Math.abs(plain.objective - result.objectiveCents);
        expect({ label, difference: Math.max(ROUNDING_CENTS, difference) }).toEqual({
          label,
          difference: ROUNDING_CENTS,
        });
        expect(result.boundCents).toBeGreaterThanOrEqual(plain.objective - 1);
      }
    },
    HOUSEHOLDS * 80_000,
  );
});
