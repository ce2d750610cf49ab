import type {
  OptimizeResultBody,
  OptimizerRun,
  RunFailure,
  RunIncumbent,
  RunProgress,
  RunState,
} from '@fibado/contracts';
import type { Answer, OptimizeOptions, Question } from '@fibado/optimizer';
import type { Problem, QuarterDate } from '@fibado/planning';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Actor } from '../../platform/database/transactions.js';
import type { StoredAnswer } from './run-answer.js';

/**
 * A PLAN of a household's quarter, an earlier run solved again, or a problem to be solved without being stored as a
 * plan.
 */
export type RunKind = OptimizerRun['kind'] | 'TRIAL';

/** A plan to be made, as a solver gets it. */
export interface PlanInput {
  readonly problem: Problem;
  readonly options: OptimizeOptions;
}

/** What is solved, word for word: a plan, or of a TRIAL also a question about plans. */
export type RunInput = PlanInput | { readonly question: Question };

/** What came out: a plan, or the answer to a question. */
export type RunOutput =
  | { readonly kind: 'PLAN'; readonly result: OptimizeResultBody }
  | { readonly kind: 'ANSWER'; readonly answer: Answer };

/** One thing the optimizer was asked. A plan of the household is a PLAN that is DONE. */
@Entity('optimizer_runs')
export class OptimizerRunEntity {
  @PrimaryColumn('uuid', { name: 'tenant_id' })
  tenantId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  kind!: RunKind;

  @Column('text')
  state!: RunState;

  /** Absent of a TRIAL alone. */
  @Column('date', { nullable: true })
  quarter!: QuarterDate | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('text', { name: 'created_by' })
  createdBy!: string;

  /** The user who asked, in whose name a worker writes the result; absent from plans older than stored runs. */
  @Column('jsonb', { nullable: true })
  actor!: Actor | null;

  @Column('jsonb')
  options!: OptimizeOptions;

  /** Read by those who solve it, and by them alone: it is large. */
  @Column('jsonb', { nullable: true, select: false })
  input?: RunInput | null;

  /** What it was made from, see `planBasis`. */
  @Column('text', { name: 'problem_hash' })
  problemHash!: string;

  @Column('text', { name: 'input_hash' })
  inputHash!: string;

  /** The optimizer's revision the input was hashed under. */
  @Column('text', { nullable: true })
  revision!: string | null;

  @Column('timestamptz', { name: 'started_at', nullable: true })
  startedAt!: Date | null;

  @Column('timestamptz', { name: 'finished_at', nullable: true })
  finishedAt!: Date | null;

  @Column('jsonb', { nullable: true })
  progress!: RunProgress | null;

  /** The best plan found while it was RUNNING; it stays when the run ends. */
  @Column('jsonb', { nullable: true })
  incumbent!: RunIncumbent | null;

  @Column('text', { nullable: true })
  failure!: RunFailure | null;

  /** The plan of a run that is DONE, unless it was asked a question. */
  @Column('jsonb', { nullable: true })
  result!: OptimizeResultBody | null;

  /** The answer of a question that is DONE, read with `answerTo`. */
  @Column('jsonb', { nullable: true })
  answer!: StoredAnswer | null;

  /** Fingerprint of the plan, see `planHash`. */
  @Column('text', { name: 'result_hash', nullable: true })
  resultHash!: string | null;

  @Column('jsonb', { nullable: true })
  repeat!: NonNullable<OptimizerRun['repeat']> | null;

  /** Enqueued after a save, not on request. */
  @Column('boolean')
  automatic!: boolean;

  @Column('timestamptz', { name: 'accepted_at', nullable: true })
  acceptedAt!: Date | null;

  /** When the household was told that the plan rests on figures that changed. */
  @Column('timestamptz', { name: 'stale_since', nullable: true })
  staleSince!: Date | null;
}

/** A run that is a plan of the household. */
export type KeptPlan = OptimizerRunEntity & {
  readonly quarter: QuarterDate;
  readonly result: OptimizeResultBody;
};

/** What a run reports while it works; an absent part has not changed. */
export interface RunReport {
  readonly progress?: RunProgress | undefined;
  readonly incumbent?: RunIncumbent | undefined;
}
