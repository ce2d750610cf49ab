import type { PlanOutline } from '@fibado/contracts';
import type { PlanResult, ProposedTransfer } from './plan-model';

/** What a household can ask of a plan besides its gain. */
export interface PlanWishes {
  readonly fewer: boolean;
  readonly safer: boolean;
}

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
  options.find((one) => one.wishes.fewer === wishes.fewer && one.wishes.safer === wishes.safer) ??
  options.find((one) => one.wishes.safer === wishes.safer) ??
  options[0];

/** An outline as the planner shows plans; what it proves is not known of it. */
export function resultOf(plan: PlanOutline, inputHash: string): PlanResult {
  const { status, objectiveCents, netReturnCents, conflicts } = plan;
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
  };
}
