import type { PlanOutline, ResponseOf, Scenario, scenarios } from '@fibado/contracts';

type Comparisons = ResponseOf<typeof scenarios.compare>;

/** One column of the comparison: the quarter as it is, or a scenario. Cents. */
export interface ComparisonColumn {
  readonly key: string;
  readonly label: string;
  /** Absent until the scenario was worked out, and where no plan exists. */
  readonly plan: PlanOutline | undefined;
  readonly stale: boolean;
  /** Net return against the quarter as it is. */
  readonly differenceCents: number | undefined;
  /** What the changes are worth: against the best plan without them. */
  readonly worthCents: number | undefined;
}

/** Whether a scenario's worth says something: both it and the quarter without it have a plan that keeps the limits. */
export const isWorth = ({ plan, reference }: NonNullable<Scenario['outcome']>): boolean =>
  plan.status !== 'INFEASIBLE' && reference.status !== 'INFEASIBLE';

/** The quarter as it is first, then the scenarios in their own order. */
export function columnsOf(comparison: Comparisons, currentLabel: string): ComparisonColumn[] {
  return [
    {
      key: 'current',
      label: currentLabel,
      plan: comparison.current,
      stale: false,
      differenceCents: undefined,
      worthCents: undefined,
    },
    ...comparison.scenarios.map(({ scenarioId, name, outcome, netReturnDifferenceCents }) => {
      const feasible = outcome !== undefined && outcome.plan.status !== 'INFEASIBLE';
      return {
        key: scenarioId,
        label: name,
        plan: feasible ? outcome.plan : undefined,
        stale: outcome?.stale ?? false,
        differenceCents: feasible ? netReturnDifferenceCents : undefined,
        worthCents: outcome && isWorth(outcome) ? outcome.worthCents : undefined,
      };
    }),
  ];
}

/** The account with the lowest balance of all, and when. */
export const lowestOf = (plan: PlanOutline): PlanOutline['accounts'][number] | undefined =>
  plan.accounts.toSorted((a, b) => a.lowCents - b.lowCents)[0];
