import { horizonProblem } from '../../../../bench/optimizer/horizon-family.js';
import { Budget } from '../budget.js';
import { loadEngines } from '../engines/load.js';
import { householdOf } from '../household/household.js';
import { onlyWithin } from '../household/window.js';
import { referee, type RefereedPlan } from '../referee.js';
import { sweep } from './sweep.js';

const HOUR_MS = 3_600_000;

describe('one quarter at a time beside the others', () => {
  const household = householdOf(horizonProblem({ accounts: 4, events: 6, seed: 1, effortCents: 100 }, 2));

  async function plansOf(plan: RefereedPlan, left = (): number => HOUR_MS): Promise<RefereedPlan[]> {
    const plans: RefereedPlan[] = [];
    const budget = new Budget({ now: () => 0 }, HOUR_MS);
    const onIncumbent = (next: RefereedPlan): void => void plans.push(next);
    await sweep({ household, engines: await loadEngines(), budget, left, onIncumbent }, plan);
    return plans;
  }

  it('gives plans that keep every limit, each worth more over the horizon', async () => {
    const still = referee(household, []);
    const plans = await plansOf(still);
    expect(plans.length).toBeGreaterThan(0);
    let worth = still.objectiveCents;
    for (const plan of plans) {
      expect(plan.violations).toEqual([]);
      expect(plan.objectiveCents).toBeGreaterThan(worth);
      expect(plan.objectiveCents).toBe(referee(household, plan.transfers).objectiveCents);
      worth = plan.objectiveCents;
    }
  });

  it('asks nothing when the time is over', async () => {
    expect(await plansOf(referee(household, []), () => 0)).toEqual([]);
  });

  it('forces what leaves on other days, with its bookings in the own balances', async () => {
    const plan = (await plansOf(referee(household, []))).at(-1);
    if (plan === undefined) throw new Error('no plan');
    const [first, second] = household.timeline.plan.grid.quarters;
    if (first === undefined || second === undefined) throw new Error('no quarters');
    const part = onlyWithin(household, plan.transfers, second);
    expect(part.isTransferDay.indexOf(true)).toBeGreaterThanOrEqual(second.from);
    expect(part.forced).toEqual(plan.transfers.filter(({ date }) => date < second.date));
    const rest = plan.transfers.filter((transfer) => !part.forced.includes(transfer));
    expect(referee(part, rest).objectiveCents).toBe(plan.objectiveCents);
    const before = plan.evaluation.accounts.map(({ dailyBalancesCents }) => dailyBalancesCents[first.to]);
    expect(part.accounts.map(({ booked }) => booked[first.to])).toEqual(before);
  });
});
