import { randomUUID } from 'node:crypto';
import type { Operation, OptimizeResultBody, Summary } from '@fibado/contracts';
import type { OptimizeOptions } from '@fibado/optimizer';
import type { Problem, QuarterDate, Transfer } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import type { ArchivedPlan } from '../exports/archive-content.js';
import { OptimizerRunsRepository } from './optimizer-runs.repository.js';
import { isStale, operationKey, planBasis, planHash, transferKey } from './plan-basis.js';

/** The plans made so far, as other features see them. */
@Injectable()
export class KeptPlans {
  constructor(
    private readonly runs: OptimizerRunsRepository,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /** The newest plan of a quarter, held against what the quarter is now. */
  async latest(scope: TenantScope, problem: Problem): Promise<Summary['latestPlan']> {
    const run = await this.runs.newestPlan(scope, problem.quarter);
    if (!run) return undefined;
    return {
      runId: run.id,
      createdAt: run.createdAt.toISOString(),
      gainCents: run.result.gainCents,
      netReturnCents: run.result.netReturnCents,
      accepted: run.acceptedAt !== null,
      stale: isStale(run, problem),
    };
  }

  /** Every plan, to be put away: what it is, without the way there. */
  async all(scope: TenantScope): Promise<ArchivedPlan[]> {
    return (await this.runs.allPlans(scope)).map((row) => ({
      ...{ id: row.id, quarter: row.quarter, createdBy: row.createdBy },
      createdAt: row.createdAt.toISOString(),
      options: row.options as ArchivedPlan['options'],
      ...{ problemHash: row.problemHash, inputHash: row.inputHash, result: row.result },
      acceptedAt: row.acceptedAt?.toISOString(),
      staleSince: row.staleSince?.toISOString(),
    }));
  }

  /** Brings back what was put away. */
  async restore(scope: TenantScope, plans: readonly ArchivedPlan[]): Promise<void> {
    for (const plan of plans) {
      const createdAt = new Date(plan.createdAt);
      await this.runs.insert(scope, {
        ...{ ...plan, tenantId: scope.tenantId, kind: 'PLAN', state: 'DONE', createdAt, actor: null },
        ...{ revision: null, startedAt: null, finishedAt: createdAt, progress: null, failure: null },
        ...{ resultHash: planHash(plan.result), repeat: null },
        acceptedAt: plan.acceptedAt === undefined ? null : new Date(plan.acceptedAt),
        staleSince: plan.staleSince === undefined ? null : new Date(plan.staleSince),
      });
    }
  }

  /** Takes up a plan found elsewhere, such as a scenario's, as the quarter's newest. @returns its id. */
  async keep(
    scope: TenantScope,
    problem: Problem,
    options: OptimizeOptions,
    result: OptimizeResultBody,
  ): Promise<string> {
    const id = randomUUID();
    const now = this.clock.now();
    await this.runs.insert(scope, {
      ...{ tenantId: scope.tenantId, id, quarter: problem.quarter, kind: 'PLAN', state: 'DONE' },
      ...{ createdAt: now, createdBy: scope.actor.username, actor: scope.actor, options },
      ...{ problemHash: planBasis(problem), inputHash: result.inputHash, result },
      ...{ resultHash: planHash(result), revision: null, startedAt: null, finishedAt: now },
      ...{ progress: null, failure: null, repeat: null, acceptedAt: null, staleSince: null },
    });
    return id;
  }

  /** The newest plan is about to be replaced by whoever changes what it rests on: nobody has to be told. */
  async retire(scope: TenantScope, quarter: QuarterDate): Promise<void> {
    const run = await this.runs.newestPlan(scope, quarter);
    if (run && !run.staleSince) await this.runs.mark(scope, run.id, { staleSince: this.clock.now() });
  }

  /**
   * The plan a closed quarter went by: the one accepted last, with what the optimizer's plans before it had already
   * done; else the one the quarter started with; nothing when there was none.
   */
  async planOf(scope: TenantScope, closed: Problem, sealed: Problem): Promise<Transfer[] | undefined> {
    const run = await this.runs.lastAccepted(scope, closed.quarter);
    if (!run) {
      const first = ownTransfers(sealed);
      return first.length > 0 ? first : undefined;
    }
    const from = run.options.from ?? closed.quarter;
    return [
      ...ownTransfers(closed).filter(({ date }) => date < from),
      ...run.result.transfers.map(({ date, fromAccountId, toAccountId, amountCents }) => ({
        ...{ date, fromAccountId, toAccountId, amountCents },
      })),
    ];
  }

  /** Operations were saved: the quarter's newest plan counts as accepted when what was saved is of it. */
  async accepted(scope: TenantScope, quarter: QuarterDate, saved: readonly Operation[]): Promise<void> {
    const transfers = saved.filter((o) => o.origin === 'OPTIMIZER' && o.kind === 'TRANSFER');
    if (transfers.length === 0) return;
    const run = await this.runs.newestPlan(scope, quarter);
    if (!run || run.acceptedAt) return;
    const planned = new Set(run.result.transfers.map(transferKey));
    if (!transfers.some((transfer) => planned.has(operationKey(transfer)))) return;
    await this.runs.mark(scope, run.id, { acceptedAt: this.clock.now() });
    await this.audit.record(scope, {
      ...{ action: 'optimizer.accept', entity: 'optimizerRun', entityId: run.id },
      after: { quarter, transfers: transfers.length, of: run.result.transfers.length },
    });
  }
}

/** The optimizer's transfers among a quarter's own operations. */
function ownTransfers(problem: Problem): Transfer[] {
  return problem.operations
    .filter(
      ({ kind, origin, quarter }) =>
        kind === 'TRANSFER' && origin === 'OPTIMIZER' && quarter === problem.quarter,
    )
    .map(({ date, accountId, toAccountId = '', amountCents }) => ({
      ...{ date, fromAccountId: accountId, toAccountId, amountCents },
    }));
}
