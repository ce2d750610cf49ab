import type { OptimizeResultBody, PlanOutline, ScenarioChange } from '@fibado/contracts';
import type { AskOptions } from '@fibado/optimizer/insight';
import type { QuarterDate } from '@fibado/planning';
import { Column, Entity } from 'typeorm';
import { TenantRow } from '../shared/tenant-row.js';

/** What a run found, as it is kept. */
export interface KeptOutcome {
  readonly ranAt: string;
  readonly inputHash: string;
  /** What it was found from, see `scenarioBasis`. */
  readonly basis: string;
  readonly options: AskOptions;
  /** Of as many quarters as the run looked at, as every figure here. */
  readonly plan: PlanOutline;
  /** What the plan promises for its own quarter; absent from outcomes older than horizons, which are of that alone. */
  readonly own?: Pick<PlanOutline, 'netReturnCents' | 'violations'>;
  readonly reference: PlanOutline;
  readonly worthCents: number;
  readonly exact: boolean;
  /** The plan in full, for the day it becomes the quarter's. */
  readonly result: OptimizeResultBody;
}

/** How many quarters an outcome looks at. */
export const quartersOfOutcome = (outcome: Pick<KeptOutcome, 'plan'> | null): number =>
  outcome?.plan.horizon?.quarters.length ?? 1;

/** A stored what-if: a name and changes of a quarter. */
@Entity('scenarios')
export class ScenarioEntity extends TenantRow {
  @Column('date')
  quarter!: QuarterDate;

  @Column('text')
  name!: string;

  @Column('jsonb')
  changes!: readonly ScenarioChange[];

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('text', { name: 'created_by' })
  createdBy!: string;

  @Column('jsonb', { nullable: true })
  outcome!: KeptOutcome | null;

  @Column('timestamptz', { name: 'promoted_at', nullable: true })
  promotedAt!: Date | null;
}
