import type { PlanOutline, ResponseOf, Scenario, scenarios } from '@fibado/contracts';

type Comparisons = ResponseOf<typeof scenarios.compare>;

/** One column of the comparison: the quarters as they are, or a scenario. Cents. */
export interface ComparisonColumn {
  readonly key: string;
  readonly label: string;
  /** Absent until the scenario was worked out, where no plan exists, and where it was worked out over other quarters. */
  readonly plan: PlanOutline | undefined;
  /** Over how many quarters the scenario was worked out, where they are not those compared. */
  readonly otherQuarters: number | undefined;
  readonly stale: boolean;
  /** Net return against the quarters as they are. */
  readonly differenceCents: number | undefined;
  /** What the changes are worth: against the best plan without them. */
  readonly worthCents: number | undefined;
}

/** Whether a scenario's worth says something: both it and the quarter without it have a plan that keeps the limits. */
export const isWorth = ({ plan, reference }: NonNullable<Scenario['outcome']>): boolean =>
  plan.status !== 'INFEASIBLE' && reference.status !== 'INFEASIBLE';

/** How many quarters a plan looks at. */
export const quartersOfPlan = ({ horizon }: Pick<PlanOutline, 'horizon'>): number =>
  horizon?.quarters.length ?? 1;

/** The quarters as they are first, then the scenarios in their own order. */
export function columnsOf(comparison: Comparisons, currentLabel: string): ComparisonColumn[] {
  const compared = quartersOfPlan(comparison.current);
  return [
    {
      key: 'current',
      label: currentLabel,
      plan: comparison.current,
      otherQuarters: undefined,
      stale: false,
      differenceCents: undefined,
      worthCents: undefined,
    },
    ...comparison.scenarios.map(({ scenarioId, name, outcome, netReturnDifferenceCents }) => {
      const quarters = outcome && quartersOfPlan(outcome.plan);
      const isCompared = quarters === compared;
      const feasible = isCompared && outcome !== undefined && outcome.plan.status !== 'INFEASIBLE';
      return {
        key: scenarioId,
        label: name,
        plan: feasible ? outcome.plan : undefined,
        otherQuarters: isCompared ? undefined : quarters,
        stale: outcome?.stale ?? false,
        differenceCents: feasible ? netReturnDifferenceCents : undefined,
        worthCents: outcome && isCompared && isWorth(outcome) ? outcome.worthCents : undefined,
      };
    }),
  ];
}

/** The account with the lowest balance of all, and when. */
export const lowestOf = (plan: PlanOutline): PlanOutline['accounts'][number] | undefined =>
  plan.accounts.toSorted((a, b) => a.lowCents - b.lowCents)[0];
