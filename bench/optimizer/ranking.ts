/**
 * What five offers are worth to households of the anytime family: how many are ranked, the gains, what is proven of them, and
 * the best set; with `--clock cpu` of processor time. Before the first household another one is ranked, so that engines are
 * loaded and compiled, unless it is to be `cold`.
 * `node --import ./scripts/typescript.mjs bench/optimizer/ranking.ts [seconds] [accounts,...] [cold] [--clock cpu]`
 */

import '../support/cpu-clock.js';
import { rankOffers } from '../../packages/optimizer/src/index.js';
import { anytimeProblem, nameOf } from './anytime-family.js';
import { fiveOffers } from './five-offers.js';

const EFFORT_CENTS = 50;
const [seconds = '15', accounts = '5,8'] = process.argv.slice(2).filter((given) => /^[\d.,]+$/.test(given));

if (!process.argv.includes('cold')) {
  const other = anytimeProblem({ accounts: 6, seed: 1, events: 30, effortCents: EFFORT_CENTS });
  await rankOffers(other, { timeLimitMs: 5000 }, fiveOffers(other));
}
for (const count of accounts.split(',').map(Number)) {
  const member = { accounts: count, seed: 1, events: 30, effortCents: EFFORT_CENTS };
  const problem = anytimeProblem(member);
  const offers = fiveOffers(problem);
  const began = performance.now();
  const ranking = await rankOffers(problem, { timeLimitMs: Number(seconds) * 1000 }, offers);
  const tookMs = performance.now() - began;
  const euros = (cents: number): string => (cents / 100).toFixed(2);
  console.log(
    nameOf(member),
    'in',
    (tookMs / 1000).toFixed(1),
    's; without lots',
    euros(ranking.base.objectiveCents),
  );
  console.table(
    ranking.offers.map(({ offerId, gainCents, mostCents, exact, lots, exit, breakEven }) => ({
      offer: offerId.slice(-2),
      gain: euros(gainCents),
      value: euros(ranking.base.objectiveCents + gainCents),
      most: euros(mostCents),
      exact,
      lots: lots.length,
      exit: exit && `${euros(exit.worthCents)} to ${euros(exit.mostCents)}`,
      breakEven: breakEven?.ratePct,
    })),
  );
  console.table(
    ranking.sets.map(({ offerIds, gainCents, mostCents }) => ({
      offers: offerIds.map((id) => id.slice(-2)).join(' '),
      gain: euros(gainCents),
      most: euros(mostCents),
    })),
  );
  console.log('unranked', ranking.unranked.length);
}
