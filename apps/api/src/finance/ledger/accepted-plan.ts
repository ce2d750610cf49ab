import type { Operation } from '@fibado/contracts';
import type { NewLot, Transfer } from '@fibado/planning';

/** A plan as the household took it up. */
export interface AcceptedPlan {
  /** ISO instant. */
  readonly acceptedAt: string;
  /** The run that made it; absent of a cautious plan, of one tried, and of one put together otherwise. */
  readonly runId?: string | undefined;
  /** The optimizer's transfers there were from then on: those taken up, and what earlier plans had done. */
  readonly transfers: readonly Transfer[];
  /** The lots it opened, and those it broke. */
  readonly lots?: readonly OpenedLot[] | undefined;
  /** What taking it up changed; absent of plans taken up before that was kept. */
  readonly taken?: TakenUp | undefined;
}

/** A lot that a plan opened or, with `lotId`, broke, as it was recorded. */
export interface OpenedLot extends NewLot {
  readonly id: string;
  readonly version: number;
}

/** An operation as it was before a change, nothing of a new one, and its version after it. */
export interface OperationChange {
  readonly operationId: string;
  readonly before: Operation | null;
  readonly versionAfter: number;
}

export interface TakenUp {
  readonly changes: readonly OperationChange[];
  /** The transfers it replaced. */
  readonly deleted: readonly Operation[];
  readonly lots: readonly Pick<OpenedLot, 'id' | 'version'>[];
  /** Lots that were recorded before and that it broke. */
  readonly broken?: readonly Pick<OpenedLot, 'id' | 'version'>[] | undefined;
  /** The plan in force until then. */
  readonly before: Omit<AcceptedPlan, 'taken'> | null;
}
