/**
 * Plans that may open lots of five offers, of households of the anytime family: when the first plan came, the first with
 * lots, how the value and the bound went on, in seconds, and over several quarters what looking at one at a time comes to; with
 * `--clock cpu` of processor time.
 * `node --import ./scripts/typescript.mjs bench/optimizer/lots.ts [seconds] [quarters] [--clock cpu]`
 */

import '../support/cpu-clock.js';
import { type Incumbent, optimizeWithLots } from '../../packages/optimizer/src/index.js';
import { anytimeProblem, nameOf } from './anytime-family.js';
import { fiveOffers } from './five-offers.js';
import { horizonProblem } from './horizon-family.js';

const EFFORT_CENTS = 50;
const FAMILY = [5, 6, 8].map((accounts) => ({ accounts, seed: 1, events: 30, effortCents: EFFORT_CENTS }));
const [seconds = 10, quarters = 1] = process.argv.slice(2, 4).map((text) => Number(text) || undefined);

const rows: Record<string, unknown>[] = [];
for (const member of FAMILY) {
  const problem = quarters > 1 ? horizonProblem(member, quarters) : anytimeProblem(member);
  const began = performance.now();
  const found: Incumbent[] = [];
  const offers = fiveOffers(problem);
  const settings = { ...problem.settings, effortCostCents: EFFORT_CENTS };
  const result = await optimizeWithLots(
    { ...problem, settings, offers },
    { newLots: true, timeLimitMs: seconds * 1000 },
    { trace: true, onIncumbent: (incumbent) => found.push(incumbent) },
  );
  const at = (incumbent: Incumbent | undefined) => (incumbent ? incumbent.elapsedMs / 1000 : undefined);
  const withLots = found.find(({ lots = [] }) => lots.length > 0);
  rows.push({
    household: nameOf(member),
    first: at(found[0]),
    withLots: at(withLots),
    value: withLots && withLots.objectiveCents / 100,
    last: result.objectiveCents / 100,
    bound: result.boundCents / 100,
    quarterByQuarter: result.horizon?.myopia && result.horizon.myopia.objectiveCents / 100,
    price: result.horizon?.myopia && result.horizon.myopia.priceCents / 100,
    lots: result.lots?.length,
    seconds: (performance.now() - began) / 1000,
  });
  for (const { stage, startedMs, tookMs, objectiveCents, boundCents } of result.trace ?? [])
    console.log(stage, { startedMs, tookMs, objectiveCents, boundCents });
}
console.table(rows);
