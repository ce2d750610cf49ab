import type { OptimizeResultBody } from '@fibado/contracts';
import { objectiveOfGiven } from '@fibado/optimizer/insight';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { type Actor, SYSTEM_ACTOR, type TenantScope } from '../../platform/database/transactions.js';
import { Outbox } from '../../platform/messaging/outbox.js';
import type { OptimizerRunEntity, RunInput } from '../ledger/optimizer-run.entity.js';
import { OptimizerRunsRepository } from '../ledger/optimizer-runs.repository.js';
import { planHash } from '../ledger/plan-basis.js';

/** Plans kept of a quarter, the newest, and as many other runs. */
export const RUNS_KEPT = 20;

/** What a household gets of a run that found a plan: the audit's entry, the notification, and the comparison of a repeat. */
@Injectable()
export class RunResults {
  constructor(
    private readonly runs: OptimizerRunsRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** Records a plan in the name of the user who asked, and tells the household of it. */
  async publish(
    system: TenantScope,
    run: OptimizerRunEntity,
    input: RunInput,
    result: OptimizeResultBody,
  ): Promise<void> {
    const scope: TenantScope = { ...system, actor: actorOf(run) };
    if (run.automatic && run.quarter !== null) {
      // Made after every save: neither the audit nor a notification tells of it.
      await this.runs.pruneAutomatic(scope, run.quarter, run.id);
      if (run.acceptedAt === null) return;
    }
    await this.record(scope, run, result);
    if (run.acceptedAt === null) await this.announce(scope, run, result);
    else if (await this.isBetter(scope, run, input, result)) {
      await this.runs.mark(scope, run.id, { acceptedAt: null });
      await this.announce(scope, run, result);
    }
  }

  /** What a repeated run has in common with the one it repeats, which may have been dropped meanwhile. */
  async compared(
    scope: TenantScope,
    run: OptimizerRunEntity,
    { solver }: OptimizeResultBody,
    resultHash: string,
  ): Promise<OptimizerRunEntity['repeat']> {
    const { repeat } = run;
    if (!repeat) return null;
    const first = await this.runs.find(scope, repeat.runId);
    if (!first?.result) return repeat;
    const before = first.result.solver;
    return {
      ...repeat,
      sameEngine:
        before.engine === solver.engine &&
        before.version === solver.version &&
        (first.revision === null ? repeat.sameInput : first.revision === run.revision),
      samePlan: (first.resultHash ?? planHash(first.result)) === resultHash,
    };
  }

  /** Whether the run went on to a plan better than the incumbent that was adopted from it. */
  private async isBetter(
    scope: TenantScope,
    run: OptimizerRunEntity,
    input: RunInput,
    result: OptimizeResultBody,
  ): Promise<boolean> {
    const adopted = await this.runs.adopted(scope, run.id);
    if (!adopted || !('problem' in input)) return false;
    const { problem, options } = input;
    const from = options.from ?? problem.quarter;
    const movable = adopted.transfers.filter(({ date }) => date >= from);
    return result.objectiveCents > objectiveOfGiven(problem, options, movable, adopted.lots);
  }

  private async record(
    scope: TenantScope,
    { id, kind, quarter, options, inputHash }: OptimizerRunEntity,
    { status, gainCents }: OptimizeResultBody,
  ): Promise<void> {
    if (quarter === null) return;
    await this.runs.prune(scope, quarter, RUNS_KEPT);
    await this.audit.record(scope, {
      action: kind === 'PLAN' ? 'optimizer.optimize' : 'optimizer.repeat',
      entity: 'optimizerRun',
      entityId: id,
      after: { quarter, options, status, gainCents, inputHash },
    });
  }

  private async announce(
    scope: TenantScope,
    { kind, quarter }: OptimizerRunEntity,
    { status, gainCents, transfers }: OptimizeResultBody,
  ): Promise<void> {
    if (kind !== 'PLAN' || quarter === null) return;
    await this.outbox.add(scope, 'plan.ready', { quarter, status, gainCents, transfers: transfers.length });
  }
}

const actorOf = (run: OptimizerRunEntity): Actor => run.actor ?? SYSTEM_ACTOR;
