import type { PlanOutline } from '@fibado/contracts';
import {
  ofQuarter,
  type PlanResult,
  type PlanWishes,
  type ProposedTransfer,
  type ShownPlan,
  transferKey,
} from './plan-model';

/** The share of sampled quarters in which a minimum is broken. */
export interface Risk {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** A plan with a cautious one beside it, and how often each breaks a minimum. */
export interface PlanPair {
  readonly plan: PlanOutline;
  readonly without: PlanOutline;
  readonly risk: Risk;
  readonly riskWithout: Risk;
}

export interface PlanOption {
  readonly wishes: PlanWishes;
  readonly plan: PlanOutline;
  readonly risk: Risk;
}

/** Half as many transfers, at least one; nothing where there are not enough to halve. */
export const halfOf = (transfers: number): number | undefined =>
  transfers < 2 ? undefined : Math.max(1, Math.floor(transfers / 2));

/** The plans that were found, the ordinary one first. */
export function optionsOf(every: PlanPair, few: PlanPair | undefined): PlanOption[] {
  const both = (pair: PlanPair, fewer: boolean): PlanOption[] => [
    { wishes: { fewer, safer: false }, plan: pair.without, risk: pair.riskWithout },
    { wishes: { fewer, safer: true }, plan: pair.plan, risk: pair.risk },
  ];
  return [...both(every, false), ...(few ? both(few, true) : [])].filter(
    ({ plan }) => plan.status !== 'INFEASIBLE',
  );
}

/** What is chosen of the plans found; where there is none such, the ordinary one. */
export const chosenOption = (options: readonly PlanOption[], wishes: PlanWishes): PlanOption | undefined =>
  options.find((one) => isSameWish(one.wishes, wishes)) ??
  options.find((one) => one.wishes.safer === wishes.safer) ??
  options[0];

/** An outline as the planner shows plans; what it proves is not known of it. */
export function resultOf(plan: PlanOutline, inputHash: string): PlanResult {
  const { status, objectiveCents, netReturnCents, conflicts, horizon } = plan;
  const transfers = plan.transfers.map(({ reason, ...transfer }): ProposedTransfer =>
    reason === undefined ? transfer : { ...transfer, reason },
  );
  return {
    status: status === 'GIVEN' ? 'FEASIBLE' : status,
    objectiveCents,
    netReturnCents,
    conflicts,
    inputHash,
    transfers,
    ...(horizon === undefined ? {} : { horizon }),
  };
}

/** What is wished of the plan that earns most. */
export const NO_WISHES: PlanWishes = { fewer: false, safer: false };

export const isSameWish = (one: PlanWishes, other: PlanWishes): boolean =>
  one.fewer === other.fewer && one.safer === other.safer;

/** The texts' key of what is wished. */
export const nameOfWish = ({ fewer, safer }: PlanWishes): string =>
  fewer ? (safer ? 'FEWER_SAFER' : 'FEWER_ONLY') : safer ? 'SAFER_ONLY' : 'PLAIN';

/** The plan to show, and so to apply, when an option is chosen beside the plan shown. */
export function planChosen(quarter: string, shown: ShownPlan, { wishes, plan }: PlanOption): ShownPlan {
  const ordinary = shown.choice?.insteadOf ?? shown;
  if (isSameWish(wishes, NO_WISHES)) return ordinary;
  const choice = { wishes, insteadOf: ordinary };
  const { options, minBalanceCents } = ordinary;
  const { inputHash, lots, laterLots } = ordinary.result;
  const result = {
    ...ofQuarter({ quarter, options }, resultOf(plan, inputHash)),
    ...(lots === undefined ? {} : { lots }),
    ...(laterLots === undefined ? {} : { laterLots }),
  };
  const keysOf = ({ transfers, later = [] }: PlanResult) =>
    [...transfers, ...later].map(transferKey).sort().join();
  // The same transfers: what was proven of them holds.
  if (keysOf(result) === keysOf(ordinary.result)) return { ...ordinary, choice };
  return { result, options, minBalanceCents, choice };
}
