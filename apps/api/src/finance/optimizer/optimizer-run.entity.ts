import type { OptimizeResultBody } from '@fibado/contracts';
import type { OptimizeOptions } from '@fibado/optimizer';
import type { QuarterDate } from '@fibado/planning';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One plan the optimizer made of a household's quarter. */
@Entity('optimizer_runs')
export class OptimizerRunEntity {
  @PrimaryColumn('uuid', { name: 'tenant_id' })
  tenantId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('date')
  quarter!: QuarterDate;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('text', { name: 'created_by' })
  createdBy!: string;

  @Column('jsonb')
  options!: OptimizeOptions;

  /** What it was made from, see `planBasis`. */
  @Column('text', { name: 'problem_hash' })
  problemHash!: string;

  @Column('text', { name: 'input_hash' })
  inputHash!: string;

  @Column('jsonb')
  result!: OptimizeResultBody;

  @Column('timestamptz', { name: 'accepted_at', nullable: true })
  acceptedAt!: Date | null;

  /** When the household was told that the plan rests on figures that changed. */
  @Column('timestamptz', { name: 'stale_since', nullable: true })
  staleSince!: Date | null;
}
