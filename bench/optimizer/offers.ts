/**
 * Tiny households with offers of term deposits against trying every plan of one transfer and one lot (two with `pairs`):
 * no such plan is above the bound, and how often the best of them was found.
 * `node --import ./scripts/typescript.mjs bench/optimizer/offers.ts [first seed] [last seed] [pairs] [exits] [--seconds 10]
 * [--clock cpu]`; with `exits` lots may be broken, with `--clock cpu` the seconds a household are of processor time.
 */

import '../support/cpu-clock.js';
import { planWithOffers } from '../../packages/optimizer/src/lots/plan-with-offers.js';
import { Asker } from '../../packages/optimizer/src/insight/asker.js';
import { bruteForceOffers } from '../../packages/optimizer/test/support/brute-force.js';
import { FIRST_DAY } from '../../packages/optimizer/test/support/tiny.js';
import { tinyOffers } from '../../packages/optimizer/test/support/tiny-offers.js';

const MOST_STEPS = 3;
const [first = 1, last = 300] = process.argv.slice(2, 4).map(Number);
const lots = process.argv.includes('pairs') ? 2 : 1;
const hasExits = process.argv.includes('exits');
const seconds = Number(process.argv[process.argv.indexOf('--seconds') + 1] ?? 10) || 10;
const counts = { compared: 0, withLots: 0, aboveBound: 0, better: 0, equal: 0, worse: 0, proven: 0 };
let worstCents = 0;
for (let seed = first; seed <= last; seed += 1) {
  const tiny = tinyOffers(seed, hasExits);
  const judge = bruteForceOffers(tiny, MOST_STEPS, lots);
  if (judge === undefined) continue;
  const options = { from: FIRST_DAY, maxTransfers: 1, timeLimitMs: seconds * 1000 };
  const asker = new Asker(options);
  const base = await asker.best(tiny.problem, {}, 0.2);
  const known =
    base.status === 'INFEASIBLE'
      ? []
      : [{ transfers: base.transfers, lots: [], objectiveCents: base.objectiveCents }];
  const found = await planWithOffers({ asker, ...tiny, options, known }, 0.9);
  counts.compared += 1;
  if (found === undefined) {
    counts.worse += 1;
    console.log(seed, 'no plan', judge);
    continue;
  }
  const { best, boundCents, slackCents } = found;
  if (judge > boundCents) {
    counts.aboveBound += 1;
    console.log(seed, 'above the bound', judge, boundCents);
  }
  counts.withLots += best.lots.length > 0 ? 1 : 0;
  counts.proven += boundCents - best.objectiveCents <= 5 + slackCents ? 1 : 0;
  const difference = best.objectiveCents - judge;
  counts[difference > 0 ? 'better' : difference === 0 ? 'equal' : 'worse'] += 1;
  if (difference < 0) console.log(seed, 'less than the judge', difference, judge);
  worstCents = Math.min(worstCents, difference);
}
console.table({ ...counts, worstCents });
