import type { RunFailure } from '@fibado/contracts';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { SYSTEM_ACTOR, type TenantScope, Transactions } from '../../platform/database/transactions.js';
import { type DeadLetter, DeadLetters } from '../../platform/jobs/dead-letters.js';
import type { JobRef, TenantJob } from '../../platform/jobs/job.js';
import { JobStore } from '../../platform/jobs/job-store.js';
import type { OptimizerRunEntity, RunInput, RunOutput } from '../ledger/optimizer-run.entity.js';
import { OptimizerRunsRepository } from '../ledger/optimizer-runs.repository.js';
import { planHash } from '../ledger/plan-basis.js';
import { RunResults, RUNS_KEPT } from './run-results.js';

/** The states of a run from its lease to its end, each written in the transaction that changes its job. */
@Injectable()
export class RunStates implements OnModuleInit {
  constructor(
    private readonly transactions: Transactions,
    private readonly runs: OptimizerRunsRepository,
    private readonly jobs: JobStore,
    private readonly deadLetters: DeadLetters,
    private readonly results: RunResults,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    for (const queue of ['PLANS', 'QUESTIONS'] as const)
      this.deadLetters.register(queue, { retried: (_scope, letter) => this.revive(letter) });
  }

  /** A run as it is now, and whether a worker has leased it. */
  look({ tenantId, id }: JobRef): Promise<{ run: OptimizerRunEntity | null; isLeased: boolean }> {
    return this.transactions.inTenant(tenantId, SYSTEM_ACTOR, async (scope) => ({
      isLeased: await this.jobs.isLeased(scope, { tenantId, id }),
      run: await this.runs.find(scope, id),
    }));
  }

  /** @returns what to solve, or nothing when the run was taken away or deleted meanwhile. */
  begin({ tenantId, id, holder }: TenantJob): Promise<RunInput | undefined> {
    return this.transactions.inTenant(tenantId, SYSTEM_ACTOR, async (scope) => {
      // A cancellation and this transaction wait for each other's row lock.
      if (!(await this.jobs.lock(scope, id, holder))) return undefined;
      const input = await this.runs.input(scope, id);
      if (input)
        await this.runs.mark(scope, id, { state: 'RUNNING', startedAt: this.clock.now(), progress: null });
      else await this.jobs.over(scope, id, holder);
      return input;
    });
  }

  /** Says of a run that goes back to the queue that it waits again, if it is still this worker's. */
  wait({ tenantId, id, holder }: TenantJob): Promise<void> {
    return this.transactions.inTenant(tenantId, SYSTEM_ACTOR, async (scope) => {
      if (await this.jobs.lock(scope, id, holder))
        await this.runs.mark(scope, id, {
          state: 'QUEUED',
          startedAt: null,
          progress: null,
          incumbent: null,
        });
    });
  }

  /** Stores what came out while the run's lease is still this worker's; else its new holder stores one. */
  finish({ tenantId, id, holder }: TenantJob, input: RunInput, output: RunOutput): Promise<void> {
    return this.transactions.inTenant(tenantId, SYSTEM_ACTOR, async (system) => {
      if (!(await this.jobs.over(system, id, holder))) return;
      const run = await this.runs.lock(system, id);
      if (!run) return;
      const ended = { state: 'DONE', finishedAt: this.clock.now(), progress: null } as const;
      if (output.kind === 'ANSWER') return this.runs.mark(system, id, { ...ended, answer: output.answer });
      const { result } = output;
      const done = { ...ended, result };
      if (run.kind === 'TRIAL') return this.runs.mark(system, id, done);
      const resultHash = planHash(result);
      await this.runs.mark(system, id, {
        ...done,
        resultHash,
        ...(run.repeat ? { repeat: await this.results.compared(system, run, result, resultHash) } : {}),
      });
      await this.results.publish(system, run, input, result);
    });
  }

  fail({ tenantId, id, holder }: TenantJob, failure: RunFailure): Promise<void> {
    return this.transactions.inTenant(tenantId, SYSTEM_ACTOR, async (scope) => {
      if (await this.jobs.over(scope, id, holder)) await this.markFailed(scope, id, failure);
    });
  }

  /** A plan of the household stays as a dead letter; the request that asked anything else has its answer. */
  giveUp(job: TenantJob, reason: string): Promise<void> {
    return this.transactions.inTenant(job.tenantId, SYSTEM_ACTOR, async (scope) => {
      const run = await this.runs.find(scope, job.id);
      const kept = run !== null && run.kind !== 'TRIAL';
      const mine = kept
        ? await this.deadLetters.bury(scope, job, reason)
        : await this.jobs.over(scope, job.id, job.holder);
      if (mine) await this.markFailed(scope, job.id, 'CRASHED');
    });
  }

  /** Fails a run that no worker leased in time. @returns false when one has leased it meanwhile. */
  expire({ tenantId, id }: JobRef): Promise<boolean> {
    return this.transactions.inTenant(tenantId, SYSTEM_ACTOR, async (scope) => {
      if (!(await this.jobs.withdraw(scope, id))) return false;
      await this.runs.mark(scope, id, {
        state: 'FAILED',
        failure: 'NO_SOLVER',
        finishedAt: this.clock.now(),
      });
      return true;
    });
  }

  private async markFailed(scope: TenantScope, id: string, failure: RunFailure): Promise<void> {
    await this.runs.mark(scope, id, { state: 'FAILED', failure, finishedAt: this.clock.now() });
    const run = await this.runs.find(scope, id);
    if (run?.quarter) await this.runs.prune(scope, run.quarter, RUNS_KEPT);
  }

  /** A dead letter that is retried is a run that waits again. */
  private async revive({ tenantId, id }: DeadLetter): Promise<void> {
    if (tenantId === null) return;
    await this.transactions.inTenant(tenantId, SYSTEM_ACTOR, async (scope) => {
      const run = await this.runs.find(scope, id);
      if (run?.state === 'FAILED')
        await this.runs.mark(scope, id, {
          state: 'QUEUED',
          failure: null,
          startedAt: null,
          finishedAt: null,
        });
    });
  }
}
