/** What a search for the best plan is asked, and what it tells of its programs. */

import type { Budget } from './budget.js';
import type { Engine, Engines } from './engines/port.js';
import type { Household } from './household/household.js';
import type { RefereedPlan } from './referee.js';

export interface SolveStatistics {
  readonly engine: Engine;
  readonly rows: number;
  readonly columns: number;
  readonly integers: number;
  readonly nodes: number;
}

export interface SolveRequest {
  readonly household: Household;
  readonly engines: Engines;
  readonly budget: Budget;
  /** Milliseconds this call may take. */
  readonly timeLimitMs: number;
  /** Milliseconds beyond the limit that may go into finding a first plan, when there is none; default 0. */
  readonly graceMs?: number | undefined;
  /** Plans known beforehand: the best of them is what must be beaten. */
  readonly known?: readonly RefereedPlan[] | undefined;
  readonly onImproved?: ((plan: RefereedPlan | undefined, boundCents: number) => void) | undefined;
  /** Skip the proof for the daily grid: the bound then holds for event days only. */
  readonly withoutProof?: boolean | undefined;
  /** With more pairs and days to decide than this, pools prove the bound; default 1,500. */
  readonly mostPairs?: number | undefined;
  /** Of a horizon of several quarters: plans each by itself, starting from a plan of all. */
  readonly quarterByQuarter?:
    ((known: RefereedPlan | undefined, timeLimitMs: number) => Promise<RefereedPlan | undefined>) | undefined;
  /** Stages to leave out, by name: for ablation only. */
  readonly without?: ReadonlySet<string> | undefined;
}
