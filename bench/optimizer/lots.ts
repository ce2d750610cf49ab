/**
 * Plans that may open lots of five offers, of households of the anytime family: when the first plan came, the first with
 * lots, and how the value and the bound went on, in seconds; with `--clock cpu` of processor time.
 * `node --import ./scripts/typescript.mjs bench/optimizer/lots.ts [seconds] [--clock cpu]`
 */

import '../support/cpu-clock.js';
import { anOffer } from '../../packages/planning/src/testing/index.js';
import type { Problem, TermOffer } from '../../packages/planning/src/index.js';
import { type Incumbent, optimizeWithLots } from '../../packages/optimizer/src/index.js';
import { anytimeProblem, nameOf } from './anytime-family.js';

const EFFORT_CENTS = 50;
const FAMILY = [5, 6, 8].map((accounts) => ({ accounts, seed: 1, events: 30, effortCents: EFFORT_CENTS }));
const seconds = Number(process.argv[2] ?? 10);

/** One, three, six, twelve and twelve months, two with an exit, at the banks of the first two accounts that can pay. */
function fiveOffers({ accounts }: Problem): TermOffer[] {
  const linked = accounts.filter(
    ({ kind, linkedAccountId, canSend, canReceive, payment }) =>
      kind !== 'DEPOSIT_TERM' && linkedAccountId === undefined && canSend && canReceive && payment !== false,
  );
  const exit = { kind: 'BASE_RATE', ratePct: 0.5 } as const;
  return [
    { tenor: { months: 1 }, ratePct: 2 },
    { tenor: { months: 3 }, ratePct: 2.4 },
    { tenor: { months: 6 }, ratePct: 2.7 },
    { tenor: { months: 12 }, ratePct: 3 },
    { tenor: { months: 12 }, ratePct: 2.9, exit },
  ].map((terms, index) => {
    const account = linked[index % 2];
    if (account === undefined) throw new Error('No account can pay for a lot');
    return anOffer(index + 1, {
      ...terms,
      bankId: account.bankId,
      linkedAccountId: account.id,
      minCents: 100_000,
      stepCents: 100_000,
    });
  });
}

const rows: Record<string, unknown>[] = [];
for (const member of FAMILY) {
  const problem = anytimeProblem(member);
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
    lots: result.lots?.length,
    seconds: (performance.now() - began) / 1000,
  });
  for (const { stage, startedMs, tookMs, objectiveCents, boundCents } of result.trace ?? [])
    console.log(stage, { startedMs, tookMs, objectiveCents, boundCents });
}
console.table(rows);
