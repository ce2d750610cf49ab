/**
 * Tiny households with instant transfers, closed days, cut-offs, fees of their own and, with `limits`, limits of transfers
 * against the plain model on the daily grid.
 * `node --import ./scripts/typescript.mjs bench/optimizer/speeds.ts [first seed] [last seed] [limits] [--clock cpu]`; with
 * `--clock cpu` time limits are of processor time.
 */

import '../support/cpu-clock.js';
import { loadEngines, optimize } from '../../packages/optimizer/src/index.js';
import { isPlain, plainModel } from '../../packages/optimizer/test/support/plain-model.js';
import { FIRST_DAY, tinyLimits, tinySpeeds } from '../../packages/optimizer/test/support/tiny.js';

/** Rounding of interest and withholding by account, cents. */
const ROUNDING_CENTS = 6;
const [first = 1, last = 520] = process.argv.slice(2, 4).map(Number);
const hasLimits = process.argv[4] === 'limits';
const closedDays = ['2027-06-26', '2027-06-27'];
const { highs } = await loadEngines();
const counts = { compared: 0, wrong: 0, proven: 0, instant: 0, onClosedDays: 0, inPieces: 0 };
for (let seed = first; seed <= last; seed += 1) {
  const tiny = hasLimits ? tinyLimits(seed) : tinySpeeds(seed);
  if (!isPlain(tiny)) continue;
  counts.compared += 1;
  const problem = { ...tiny, settings: { ...tiny.settings, transferStepCents: 1 } };
  const plain = highs.solve(plainModel(problem, FIRST_DAY), { timeLimitMs: 60_000, absoluteGap: 0.5 });
  const found = await optimize(problem, { from: FIRST_DAY, marginals: false, timeLimitMs: 20_000 });
  if (plain.status !== 'OPTIMAL') {
    if (plain.status !== found.status) counts.wrong += 1;
    continue;
  }
  const missing = Math.abs(plain.objective - found.objectiveCents);
  const isWrong = missing > ROUNDING_CENTS || found.boundCents < plain.objective - 1;
  if (isWrong) console.log(seed, plain.objective, found.objectiveCents, found.boundCents);
  counts.wrong += isWrong ? 1 : 0;
  counts.proven += found.status === 'OPTIMAL' ? 1 : 0;
  counts.instant += found.transfers.some(({ speed }) => speed === 'INSTANT') ? 1 : 0;
  counts.onClosedDays += found.transfers.some(({ date }) => closedDays.includes(date)) ? 1 : 0;
  const keys = found.transfers.map(({ date, fromAccountId, toAccountId }) =>
    [date, fromAccountId, toAccountId].join(),
  );
  counts.inPieces += new Set(keys).size < keys.length ? 1 : 0;
}
console.table(counts);
