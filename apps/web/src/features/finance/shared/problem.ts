import type { QuarterInFull, Setup } from '@fibado/contracts';
import {
  evaluate,
  type Evaluation,
  type Operation,
  type PlanningSettings,
  type Problem,
  ProblemError,
  type Transfer,
  withGoals,
  withLots,
} from '@fibado/planning';
import type { Household } from './queries';

export { accountNameIn, goalNameIn, nameIn, totalBalances } from './shown';

/** The entity without what only the store needs, as a stateless problem wants it. */
function plain<T extends { readonly version: number }>({ version: _, ...rest }: T): Omit<T, 'version'> {
  return rest;
}

const planningSettings = (s: Household['settings']): PlanningSettings => ({
  effortCostCents: s.effortCostCents,
  minBalanceCents: s.minBalanceCents,
  transferStepCents: s.transferStepCents,
  thresholdMarginCents: s.thresholdMarginCents,
  guaranteeLimitCents: s.guaranteeLimitCents,
  guaranteePolicy: s.guaranteePolicy,
  businessDaysOnly: s.businessDaysOnly,
  calendar: s.calendar,
  withholdingPct: s.withholdingPct,
});

/**
 * A household's quarter as the referee takes it. Accounts without a setup stay in, since others may be linked to
 * them; what happens to them is left out. What the quarter before left under way comes with the quarter.
 */
export function problemOf(
  household: Household & { readonly quarter?: QuarterInFull },
  quarter: string,
  setups: readonly Setup[],
  operations: readonly Operation[],
): Problem {
  const known = new Set(household.accounts.map(({ id }) => id));
  const taking = setups.filter(({ accountId }) => known.has(accountId));
  const inQuarter = new Set(taking.map(({ accountId }) => accountId));
  const carriedOver = household.quarter?.date === quarter ? household.quarter.carriedOver : undefined;
  const problem: Problem = {
    quarter,
    banks: household.banks.map(plain),
    accountGroups: household.accountGroups.map(plain),
    accounts: household.accounts.map(plain),
    setups: taking,
    operations: [...operations, ...(carriedOver ?? [])].filter(
      (o) => inQuarter.has(o.accountId) && (o.toAccountId === undefined || inQuarter.has(o.toAccountId)),
    ),
    settings: planningSettings(household.settings),
  };
  return withGoals(withLots(problem, household), household.goals ?? []);
}

/** Operations without their version, as a problem holds them. */
export const problemOperations = (
  operations: readonly (Operation & { readonly version: number })[],
): Operation[] => operations.map(plain);

/** The referee's answer, or where the problem is wrong: while something is edited it may not fit together yet. */
export type Refereed =
  | { readonly evaluation: Evaluation; readonly wrong?: undefined }
  | { readonly evaluation?: undefined; readonly wrong: string };

export function referee(problem: Problem, transfers: readonly Transfer[] = []): Refereed {
  return whereSound(
    (): Refereed => ({ evaluation: evaluate(problem, transfers) }),
    (wrong) => ({ wrong }),
  );
}

/**
 * What the referee computes, or `otherwise` of what is wrong: after a change the parts of a household are fetched one by
 * one and may contradict each other for a moment.
 */
export function whereSound<T>(compute: () => T, otherwise: (wrong: string) => T): T {
  try {
    return compute();
  } catch (error) {
    if (error instanceof ProblemError || error instanceof RangeError) return otherwise(error.message);
    throw error;
  }
}
