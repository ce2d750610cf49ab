/**
 * The days of each pair against all days, at prices: with everything that an account earns or costs on some of its days,
 * deciding every pair on every day promises no more than deciding it on its own days.
 */

import type { Account, Problem } from '@fibado/planning';
import { flatRate, randomOf } from '@fibado/planning/testing';
import { loadEngines } from '../src/index.js';
import { pairFormulation } from '../src/formulations/formulations.js';
import { CandidateDays, type CandidateDaysRequest } from '../src/candidate-days/candidate-days.js';
import { householdOf, type Household } from '../src/household/household.js';
import type { Price, Prices } from '../src/formulations/prices.js';
import { mostPrice } from '../src/bounds/tolerance.js';
import { firstDayOf, problemOf, type DayKind } from './support/day-households.js';

/** More households of each kind on request: `FIBADO_DAY_HOUSEHOLDS=100`. */
const MORE = Number(process.env['FIBADO_DAY_HOUSEHOLDS'] ?? 0);
const GAP_CENTS = 0.2;

/** Linked deposits that mature, accounts that hold no more than so much, transfers on any day of the week. */
type Besides = 'TERM' | 'MAXIMUM' | 'WEEKENDS';

interface Family {
  readonly kind: DayKind;
  /** Of every account; unset: as they are. */
  readonly leadDays?: number;
  readonly besides?: Besides;
  readonly seeds: readonly number[];
}

/** Seeds on which days were once left out that matter, and some others. */
const FAMILIES: readonly Family[] = [
  { kind: 'HUBS', leadDays: 0, seeds: [1, 1020, 1042] },
  { kind: 'HUBS', leadDays: 1, seeds: [1, 2] },
  { kind: 'HUBS', leadDays: 1, besides: 'WEEKENDS', seeds: [1, 1007] },
  { kind: 'LINKED', leadDays: 2, seeds: [1, 2] },
  { kind: 'LINKED', leadDays: 1, besides: 'MAXIMUM', seeds: [1237] },
  { kind: 'TIERS', leadDays: 1, seeds: [1, 1002] },
  { kind: 'BENDS', leadDays: 1, seeds: [1] },
  { kind: 'CREDITS', seeds: [1] },
  { kind: 'CREDITS', leadDays: 1, seeds: [1] },
  { kind: 'LEADS', seeds: [1, 1063] },
  { kind: 'GOALS', leadDays: 0, seeds: [1, 2] },
  { kind: 'GOALS', leadDays: 2, seeds: [1, 2] },
  { kind: 'SPELLS', leadDays: 2, besides: 'TERM', seeds: [1, 1089] },
];

/** Every pair on every day. */
class AllDays extends CandidateDays {
  private readonly every: ReadonlySet<number>;

  constructor(household: Household, request: CandidateDaysRequest) {
    super(household, request);
    this.every = new Set(household.isTransferDay.keys());
  }

  override of(): ReadonlySet<number> {
    return this.every;
  }

  override days(): Set<number> {
    return new Set(this.every);
  }
}

/** As much money as makes transfers worth their cost at rates of a few per cent. */
function richProblem({ kind, leadDays, besides }: Family, seed: number): Problem {
  const problem = problemOf(kind, seed);
  const random = randomOf(seed);
  const accountOf = (account: Account): Account => {
    const ratePct = random.pick([0, 0.5, 1, 2, 2.5, 3]);
    const maturityDate = `${firstDayOf(kind).slice(0, 8)}${String(random.int(10, 26))}`;
    const maxBalanceCents = random.int(40, 120) * 200_000;
    const [isOther, isBesides] = [random.chance(0.5), random.chance(0.6)];
    return {
      ...account,
      ...(leadDays === undefined ? {} : { transferLeadDays: leadDays }),
      ...(isOther ? { rates: flatRate(ratePct) } : {}),
      ...(besides === 'TERM' && isBesides && account.linkedAccountId !== undefined
        ? { kind: 'DEPOSIT_TERM', maturityDate }
        : {}),
      ...(besides === 'MAXIMUM' && isBesides ? { maxBalanceCents } : {}),
    };
  };
  return {
    ...problem,
    accounts: problem.accounts.map(accountOf),
    setups: problem.setups.map((setup) => ({
      ...setup,
      openingBalanceCents: setup.openingBalanceCents * 20,
    })),
    operations: problem.operations.map((operation) => ({
      ...operation,
      amountCents: operation.amountCents * 20,
    })),
    goals: problem.goals?.map((goal) => ({ ...goal, amountCents: goal.amountCents * 20 })),
  };
}

/** What the averages of some accounts earn or cost on some of their days, and mostly duties as mixtures. */
function randomPrices(household: Household, seed: number): Prices {
  const random = randomOf(seed);
  const most = mostPrice(household);
  const { from } = household.options;
  const last = household.dayCount - 1;
  const prices = new Map<string, Price>();
  for (const { index } of household.accounts) {
    if (random.chance(0.5)) continue;
    const first = random.chance(0.6) ? from : from + random.int(0, 12);
    const end = first === from ? last : Math.min(last, first + random.int(2, 12));
    const sign = random.chance(0.75) ? 1 : -1;
    const share = { account: index, from: first, to: end, perDay: sign / household.dayCount };
    const cents = (most * random.int(5, 100)) / 100;
    prices.set(`average ${String(index)}`, { measure: { constant: 0, shares: [share] }, cents });
  }
  if (random.chance(0.3)) return prices;
  const candidateDays = new CandidateDays(household, { prudentByAverage: false });
  const left = new Map<number, number>();
  for (const { key, account, measure } of pairFormulation(household, { candidateDays }).dutyParts) {
    const rest = left.get(account) ?? 1;
    const cents = (rest * random.int(0, 4)) / 4;
    left.set(account, rest - cents);
    prices.set(key, { measure, cents, dutyOf: account });
  }
  return prices;
}

describe('the days of each pair at prices', () => {
  it.each(FAMILIES.map((family) => [JSON.stringify({ ...family, seeds: undefined }), family] as const))(
    'hold a plan as good as all days together: %s',
    async (_, family) => {
      const { highs } = await loadEngines();
      const seeds = [...family.seeds, ...Array.from({ length: MORE }, (__, index) => 1001 + index)];
      const wrong: string[] = [];
      let compared = 0;
      for (const seed of seeds) {
        const household = householdOf(richProblem(family, seed), {
          from: firstDayOf(family.kind),
          businessDaysOnly: family.besides !== 'WEEKENDS',
        });
        const prices = randomPrices(household, seed);
        const first = { prudentByAverage: false, prices };
        const open = pairFormulation(household, {
          candidateDays: new CandidateDays(household, first),
          prices,
          creditedMonths: [],
        });
        const credited = [...open.credited.values()].map(({ month }) => month);
        const request = { ...first, credited };
        const [few, all] = [new CandidateDays(household, request), new AllDays(household, request)].map(
          (candidateDays) => {
            const model = pairFormulation(household, { candidateDays, prices, creditedMonths: credited });
            return highs.solve(model.builder.build(), { timeLimitMs: 60_000, absoluteGap: GAP_CENTS });
          },
        );
        if (few?.status === 'INFEASIBLE' && all?.status === 'INFEASIBLE') continue;
        compared += 1;
        if (few?.status !== 'OPTIMAL' || all?.status !== 'OPTIMAL') {
          wrong.push(`${String(seed)}: ${String(few?.status)}, ${String(all?.status)}`);
        } else if (all.objective > few.objective + 2 * GAP_CENTS) {
          wrong.push(`${String(seed)}: ${String(all.objective)} on all days, ${String(few.objective)}`);
        }
      }
      expect(wrong).toEqual([]);
      // A household whose limits nothing keeps has no plan to compare.
      expect(compared).toBeGreaterThanOrEqual(Math.ceil(seeds.length / 2));
    },
    (MORE + 5) * 60_000,
  );
});
