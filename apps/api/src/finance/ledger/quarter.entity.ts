import type { QuarterState } from '@fibado/contracts';
import type { Problem, QuarterDate } from '@fibado/planning';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AcceptedPlan } from './accepted-plan.js';

@Entity('quarters')
export class QuarterEntity {
  @PrimaryColumn('uuid', { name: 'tenant_id' })
  tenantId!: string;

  @PrimaryColumn('date')
  date!: QuarterDate;

  @Column('text')
  state!: QuarterState;

  @Column('timestamptz', { name: 'initialized_at' })
  initializedAt!: Date;

  @Column('timestamptz', { name: 'started_at', nullable: true })
  startedAt!: Date | null;

  @Column('timestamptz', { name: 'closed_at', nullable: true })
  closedAt!: Date | null;

  @Column('text', { name: 'seal_hash', nullable: true })
  sealHash!: string | null;

  /** The problem as it was when the quarter was started. */
  @Column('jsonb', { name: 'sealed_problem', nullable: true })
  sealedProblem!: Problem | null;

  /** The problem as it was when the quarter was closed: its figures never move again. */
  @Column('jsonb', { name: 'closed_problem', nullable: true })
  closedProblem!: Problem | null;

  /** The movements that closing it wrote; null of a quarter that is not closed, or was restored as closed. */
  @Column('uuid', { name: 'adjustment_ids', array: true, nullable: true })
  adjustmentIds!: string[] | null;

  /** The plan accepted last; absent, too, where that was before it was kept here: then its run says so. */
  @Column('jsonb', { name: 'accepted_plan', nullable: true })
  acceptedPlan!: AcceptedPlan | null;

  @Column('integer')
  version!: number;
}
