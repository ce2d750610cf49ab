/**
 * Tiny households with recorded lots against breaking these in every way, with every plan of one transfer and, of every
 * fifth household, one new lot: no such plan is above the bound, and how often the best of them was found.
 * `node --import ./scripts/typescript.mjs bench/optimizer/recorded.ts [first seed] [last seed] [--seconds 10] [--clock cpu]`
 */

import '../support/cpu-clock.js';
import { evaluate } from '../../packages/planning/src/index.js';
import { optimizeWithLots } from '../../packages/optimizer/src/index.js';
import { bruteForceOffers } from '../../packages/optimizer/test/support/brute-force.js';
import { FIRST_DAY } from '../../packages/optimizer/test/support/tiny.js';
import { tinyRecorded } from '../../packages/optimizer/test/support/tiny-offers.js';

const MOST_STEPS = 2;
/** Of the others nothing but breaking is left to do. */
const EVERY = 5;
const [first = 1, last = 300] = process.argv.slice(2, 4).map(Number);
const seconds = Number(process.argv[process.argv.indexOf('--seconds') + 1] ?? 10) || 10;
const counts = { compared: 0, withBreaks: 0, aboveBound: 0, better: 0, equal: 0, worse: 0, proven: 0 };
let worstCents = 0;
for (let seed = first; seed <= last; seed += 1) {
  const { problem, offers: open } = tinyRecorded(seed);
  const mayOpen = seed % EVERY === 0;
  const offers = mayOpen ? open : open.map((offer) => ({ ...offer, openTo: '2027-06-01' }));
  const given = { ...problem, offers };
  // A minimum that is missed before the first day to plan on is mended by plans, and passed over by the judge.
  if (evaluate(given, []).violations.some(({ date }) => date < FIRST_DAY)) continue;
  const judge = bruteForceOffers({ problem: given, offers }, MOST_STEPS, mayOpen ? 1 : 0, true);
  const options = { newLots: true, from: FIRST_DAY, maxTransfers: 1, timeLimitMs: seconds * 1000 };
  const result = await optimizeWithLots(given, options);
  if (judge === undefined || result.status === 'INFEASIBLE') {
    if (judge !== undefined) console.log(seed, 'no plan', judge);
    counts.worse += judge === undefined ? 0 : 1;
    continue;
  }
  counts.compared += 1;
  if (judge > result.boundCents) console.log(seed, 'above the bound', judge, result.boundCents);
  counts.aboveBound += judge > result.boundCents ? 1 : 0;
  counts.withBreaks += (result.lots ?? []).some(({ brokenOn }) => brokenOn !== undefined) ? 1 : 0;
  counts.proven += result.status === 'OPTIMAL' ? 1 : 0;
  const difference = result.objectiveCents - judge;
  counts[difference > 0 ? 'better' : difference === 0 ? 'equal' : 'worse'] += 1;
  if (difference < 0) console.log(seed, 'less than the judge', difference, judge);
  worstCents = Math.min(worstCents, difference);
}
console.table({ ...counts, worstCents });
