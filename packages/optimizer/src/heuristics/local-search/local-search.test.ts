import type { Transfer } from '@fibado/planning';
import { aBank, aGroup, anAccount, aProblem, aSetup, bankId, flatRate } from '@fibado/planning/testing';
import { anytimeProblem } from '../../../../../bench/optimizer/anytime-family.js';
import { horizonProblem } from '../../../../../bench/optimizer/horizon-family.js';
import { linkedDeposit } from '../../../test/support/linked.js';
import { tinyProblem } from '../../../test/support/tiny.js';
import { searchDaysOf } from '../../candidate-days/search-days.js';
import { Sequence } from '../../draw.js';
import { booksInside, withBookingsOf } from '../../household/bookings.js';
import { loadEngines } from '../../engines/load.js';
import { householdOf, mayTransfer, type Household, type Pair } from '../../household/household.js';
import { marginDutyCents, referee } from '../../referee.js';
import { Cycles } from './cycles.js';
import { Flows } from './flows.js';
import { mergedPlan } from '../solution-merging.js';
import { localOptimum } from './local-optimum.js';
import { localSearch } from './local-search.js';
import { repaired } from './repair.js';

/** Interest, withholding and duty of each period are rounded; each by less than a cent. */
const ROUNDING_CENTS = 1;
const left = (): number => Infinity;

function anyDay(household: Household): (pair: Pair) => number[] {
  const days = [...household.isTransferDay.keys()];
  return (pair) => days.filter((day) => mayTransfer(household, pair, day));
}

/** The objective as the planner counts it: an average inside the margin pays the duty. */
function plannedCents(household: Household, transfers: readonly Transfer[]): number {
  const plan = referee(household, transfers);
  return plan.objectiveCents - marginDutyCents(household, plan);
}

function roundingOf({ accounts }: Household): number {
  return accounts.reduce(
    (sum, { entry }) => sum + 2 * ROUNDING_CENTS * (entry.credits.length + entry.statements.length),
    1,
  );
}

/** Makes drawn changes whatever they cost; says what they promised together and how many they were. */
function wander(household: Household, flows: Flows, seed: number, rounds: number): [number, number] {
  const random = new Sequence(seed);
  const cycles = new Cycles(flows, random, household.accounts.length);
  let [promised, made] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    if (!cycles.draw({ from: household.options.from, to: household.dayCount - 1 })) continue;
    const [least, most] = flows.range();
    const cents = flows.inSteps(random.below(2) === 0 ? most : least);
    // A limit that is broken already may leave no amount at all.
    if (cents === 0 || !Number.isFinite(cents) || least > most) continue;
    const gain = flows.gain(cents);
    if (gain === -Infinity) continue;
    flows.move(cents);
    promised += gain;
    made += 1;
  }
  return [promised, made];
}

/** What a transfer of 10 € more would add, on one day of each route. */
function gainsOf(flows: Flows, { dayCount }: Household): number[] {
  return flows.routes.map((route) => {
    flows.begin();
    flows.add(route, route.days[Math.floor((dayCount * route.index) / flows.routes.length)] ?? 0, 1);
    flows.range();
    return Math.round(flows.gain(1_000) * 1e6) / 1e6;
  });
}

describe('local search', () => {
  it('promises of each change what the referee says of the plan with it, and keeps limits', () => {
    let changes = 0;
    for (let seed = 1; seed <= 18; seed += 1) {
      const [linked, limited] = [seed > 8 && seed <= 12, seed > 12];
      const problem = anytimeProblem({ accounts: 5, events: 20, seed, effortCents: 100, linked, limited });
      const household = householdOf(problem);
      const start = plannedCents(household, []);
      const broken = new Set(referee(household, []).violations.map((one) => one.accountId));
      const flows = new Flows(household, anyDay(household));
      const [promised, made] = wander(household, flows, seed, 60);
      changes += made;
      const transfers = flows.transfersOf(flows.copy());
      const figure = plannedCents(household, transfers) - start;
      expect(Math.abs(figure - promised)).toBeLessThanOrEqual(roundingOf(household));
      const { violations } = referee(household, transfers);
      expect(violations.filter(({ accountId }) => !broken.has(accountId))).toEqual([]);
    }
    expect(changes).toBeGreaterThan(150);
  });

  it('reaches a linked deposit through the account it is linked to', () => {
    const household = householdOf(linkedDeposit());
    const [current, savings, deposit] = [0, 1, 2];
    const legs = new Flows(household, anyDay(household)).wayBetween(savings, deposit)?.legs;
    expect(legs?.map(({ from, to }) => [from, to])).toEqual([
      [savings, current],
      [current, deposit],
    ]);
    const transfers = localSearch(household, { transfers: [], daysOf: anyDay(household), seed: 1, left });
    expect(transfers.map(({ date, amountCents }) => [date, amountCents])).toEqual([
      ['2027-04-01', 1_800_000],
      ['2027-04-01', 1_800_000],
    ]);
    // 18,000 € × 3 % × 91 / 365 × 74 % = 99.63 €, less two times 1 €.
    expect(plannedCents(household, transfers) - plannedCents(household, [])).toBe(9_763);
  });

  it('takes back what it made', () => {
    const household = householdOf(anytimeProblem({ accounts: 5, events: 20, seed: 3, effortCents: 100 }));
    const flows = new Flows(household, anyDay(household));
    wander(household, flows, 1, 30);
    const before = flows.copy();
    wander(household, flows, 2, 60);
    expect(flows.copy()).not.toEqual(before);
    flows.restore(before);
    expect(flows.copy()).toEqual(before);
    const again = new Flows(household, anyDay(household));
    again.addPlan(flows.transfersOf(before));
    expect(gainsOf(flows, household)).toEqual(gainsOf(again, household));
  });

  it('betters plans, the same way each time, and not when the time is over', () => {
    for (const seed of [1, 2, 3]) {
      const household = householdOf(anytimeProblem({ accounts: 5, events: 12, seed, effortCents: 100 }));
      const request = { transfers: [], daysOf: anyDay(household), seed, left };
      const transfers = localSearch(household, request);
      expect(plannedCents(household, transfers)).toBeGreaterThan(plannedCents(household, []));
      expect(localSearch(household, request)).toEqual(transfers);
      expect(localSearch(household, { ...request, left: () => 0 })).toEqual([]);
    }
  });

  it('keeps the number of transfers, whole steps, and forced transfers', () => {
    const problem = anytimeProblem({ accounts: 5, events: 12, seed: 2, effortCents: 100 });
    const household = householdOf(problem, { maxTransfers: 3, transferStepCents: 5_000 });
    const transfers = localSearch(household, { transfers: [], daysOf: anyDay(household), seed: 1, left });
    expect(transfers.length).toBeGreaterThan(0);
    expect(transfers.length).toBeLessThanOrEqual(3);
    for (const { amountCents } of transfers) expect(amountCents % 5_000).toBe(0);
    const [forced] = transfers;
    if (forced === undefined) throw new Error('no transfer');
    const bound = householdOf(problem, { forced: [forced], maxTransfers: 3 });
    const rest = localSearch(bound, { transfers: bound.forced, daysOf: anyDay(bound), seed: 1, left });
    expect(rest.length).toBeLessThanOrEqual(2);
    expect(referee(bound, rest).violations.length).toBeLessThanOrEqual(referee(bound, []).violations.length);
  });

  it('finds what a household of two accounts can gain', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const household = householdOf(tinyProblem(seed));
      const transfers = localSearch(household, { transfers: [], daysOf: anyDay(household), seed: 1, left });
      expect(plannedCents(household, transfers)).toBeGreaterThanOrEqual(
        plannedCents(household, []) - roundingOf(household),
      );
    }
  });

  it('sends what is too much for one transfer in pieces, and for one day on the next', () => {
    const limits = { singleLimitCents: 300_000, dailyLimitCents: 500_000 };
    const household = householdOf(
      aProblem({
        banks: [aBank(1), aBank(2)],
        accountGroups: [aGroup(1)],
        accounts: [
          anAccount(1, { rates: flatRate(0), dutyRegime: 'NONE', ...limits }),
          anAccount(2, { bankId: bankId(2), rates: flatRate(3), dutyRegime: 'NONE' }),
        ],
        setups: [aSetup(1, 800_000), aSetup(2, 0)],
      }),
    );
    const daysOf = searchDaysOf(household);
    const first = localSearch(household, { transfers: [], daysOf, seed: 1, left });
    const transfers = localSearch(household, { transfers: first, daysOf, seed: 2, left });
    // 5,000 € in two pieces on 1 April, and the other 3,000 € on the next day.
    expect(transfers.map(({ date, amountCents }) => [date, amountCents])).toEqual([
      ['2027-04-01', 300_000],
      ['2027-04-01', 200_000],
      ['2027-04-02', 300_000],
    ]);
  });

  it('judges a plan of several quarters by the bookings it is given', () => {
    const household = householdOf(horizonProblem({ accounts: 4, events: 6, seed: 1, effortCents: 100 }, 2));
    expect(booksInside(household)).toBe(true);
    const request = { daysOf: anyDay(household), seed: 1, left };
    const first = localSearch(household, { ...request, transfers: [] });
    const about = withBookingsOf(household, first);
    const second = localSearch(about, { ...request, transfers: first });
    expect(plannedCents(household, second)).toBeGreaterThanOrEqual(
      plannedCents(household, first) - roundingOf(household),
    );
  });

  it('cures what its plan breaks by bookings of its own, and merges what it finds', async () => {
    const engines = await loadEngines();
    let cured = 0;
    for (const seed of [1, 2, 3]) {
      const household = householdOf(horizonProblem({ accounts: 4, events: 8, seed, effortCents: 100 }, 2));
      const still = referee(household, []);
      const found = localSearch(household, { transfers: [], daysOf: anyDay(household), seed, left });
      const plan = repaired(household, found);
      if (referee(household, found).violations.length > 0 && plan !== undefined) cured += 1;
      if (plan === undefined || still.violations.length > 0) continue;
      expect(plan.violations).toEqual([]);
      const request = {
        start: plan,
        daysOf: anyDay(household),
        left,
        onBetter: () => undefined,
      };
      const valueOf = ({ objectiveCents }: typeof plan) => objectiveCents;
      let drawn = seed;
      const optimum = () => localOptimum(household, { ...request, valueOf, seed: () => (drawn += 1) });
      const merged = mergedPlan(household, engines, {
        incumbent: plan,
        optima: [optimum, optimum],
        beside: [],
        left: () => 2000,
      });
      expect(merged.violations).toEqual([]);
      expect(merged.objectiveCents).toBeGreaterThanOrEqual(plan.objectiveCents);
    }
    expect(cured).toBeGreaterThan(0);
  });
});
