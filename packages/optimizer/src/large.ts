/**
 * Households with more accounts than one program can hold in time and memory. The program grows with the square of the
 * accounts, so the accounts that matter most are planned and the others are kept as they are: what is a plan of the part
 * is a plan of the whole, only the bound has to be said of the whole.
 */

import type { Problem, Transfer } from '@fibado/planning';
import { resultOfPlan } from './incumbent-result.js';
import { householdOf, type HouseAccount, type Household } from './household/household.js';
import { optimizeWithLots } from './lots/optimize-with-lots.js';
import { NoPlanInTimeError } from './no-plan.js';
import { optimize, type OptimizeDependencies } from './optimize.js';
import { referee } from './referee.js';
import { movableAccounts, WHOLE_ACCOUNTS } from './size.js';
import type { Incumbent, OptimizationResult, OptimizeOptions } from './types.js';

/** Accounts planned of a larger one. */
const PART_ACCOUNTS = 16;
/** Of the time limit, for a household that is tried whole first and has no plan then: the part's time, at least. */
const RETRY_MS = 5000;

/**
 * `optimize`, and for a household that is too large for it, or in which it finds no plan in time, a plan of a part, which
 * opens no lots.
 */
export async function optimizeAnySize(
  problem: Problem,
  options: OptimizeOptions = {},
  dependencies: OptimizeDependencies = {},
): Promise<OptimizationResult> {
  if (movableAccounts(problem) > WHOLE_ACCOUNTS) return optimizePart(problem, options, dependencies);
  const whole = options.newLots === true ? optimizeWithLots : optimize;
  try {
    return await whole(problem, options, dependencies);
  } catch (error) {
    if (!(error instanceof NoPlanInTimeError) || movableAccounts(problem) <= PART_ACCOUNTS) throw error;
    const timeLimitMs = Math.min(options.timeLimitMs ?? RETRY_MS, RETRY_MS);
    return optimizePart(problem, { ...options, timeLimitMs }, dependencies);
  }
}

async function optimizePart(
  problem: Problem,
  options: OptimizeOptions,
  dependencies: OptimizeDependencies,
): Promise<OptimizationResult> {
  const chosen = chosenAccounts(householdOf(problem, options));
  const part: Problem = {
    ...problem,
    setups: problem.setups.map((setup) =>
      chosen.has(setup.accountId) ? setup : { ...setup, excluded: true },
    ),
  };
  const result = await optimize(part, options, {
    ...dependencies,
    onProgress: ({ boundCents: _, ...progress }) => dependencies.onProgress?.(progress),
    onIncumbent: (incumbent) => dependencies.onIncumbent?.(withoutBound(incumbent)),
  });
  // That a part has no plan says nothing of the whole.
  if (result.status === 'INFEASIBLE') throw new NoPlanInTimeError();
  return resultOfPlan(problem, options, { transfers: result.transfers.map(bare), solver: result.solver });
}

const withoutBound = ({ boundCents: _, ...incumbent }: Incumbent): Incumbent => incumbent;

const bare = ({ date, fromAccountId, toAccountId, amountCents }: Transfer): Transfer => ({
  date,
  fromAccountId,
  toAccountId,
  amountCents,
});

/**
 * The accounts to plan: those that transfers already touch and those whose limits are broken, then in turn the ones
 * with the best rates and the ones that have most to give at the worst.
 */
function chosenAccounts(household: Household): ReadonlySet<string> {
  const { accounts, forced, accepted, problem } = household;
  const movable = accounts.filter(({ isMovable }) => isMovable);
  const chosen = new Set<string>();
  const choose = ({ id, entry }: HouseAccount): void => {
    chosen.add(id);
    // Money reaches a linked account through its own only.
    if (entry.account.linkedAccountId !== undefined) chosen.add(entry.account.linkedAccountId);
  };
  const planned = problem.operations
    .filter(({ kind, status }) => kind === 'TRANSFER' && status === 'PLANNED')
    .map(({ accountId, toAccountId = '' }) => ({ fromAccountId: accountId, toAccountId }));
  const touched = new Set(
    [...forced, ...accepted, ...planned].flatMap(({ fromAccountId, toAccountId }) => [
      fromAccountId,
      toAccountId,
    ]),
  );
  const broken = new Set(referee(household, []).violations.map(({ accountId }) => accountId));
  for (const account of movable) if (touched.has(account.id) || broken.has(account.id)) choose(account);
  const receivers = ranked(
    movable.filter(({ canReceive }) => canReceive),
    rateOf,
  );
  const best = Math.max(0, ...movable.map(rateOf));
  const donors = ranked(
    movable.filter(({ canSend }) => canSend),
    (account) => spareCents(account) * (best + 1 - rateOf(account)),
  );
  const most = Math.max(PART_ACCOUNTS, Math.min(WHOLE_ACCOUNTS, chosen.size + PART_ACCOUNTS / 2));
  for (let place = 0; place < movable.length && chosen.size < most; place += 1)
    for (const account of [receivers[place], donors[place]])
      if (account !== undefined && chosen.size < most) choose(account);
  return chosen;
}

const ranked = (
  accounts: readonly HouseAccount[],
  worth: (account: HouseAccount) => number,
): HouseAccount[] => [...accounts].sort((a, b) => worth(b) - worth(a) || a.index - b.index);

/** The best rate of the account, percent. */
const rateOf = ({ entry }: HouseAccount): number =>
  Math.max(0, ...entry.account.rates.flatMap(({ tiers }) => tiers.map(({ ratePct }) => ratePct)));

/** What could leave the account on every day, cents. */
const spareCents = ({ booked, min }: HouseAccount): number =>
  Math.max(0, Math.min(...booked.map((balance, day) => balance - (min[day] ?? 0))));
