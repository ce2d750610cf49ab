import { randomUUID } from 'node:crypto';
import type { Operation, OptimizeResultBody, RunIncumbent, Summary } from '@fibado/contracts';
import type { OptimizeOptions } from '@fibado/optimizer';
import {
  breaksToRecord,
  evaluate,
  isInQuarter,
  isMovable,
  lotsToRecord,
  type Problem,
  type QuarterDate,
  type Transfer,
} from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import type { ArchivedPlan } from './archived-plan.js';
import { QuarterGate, type QuarterRecord } from './quarter-gate.js';
import type { OptimizerRunEntity } from './optimizer-run.entity.js';
import type { OpenedLot, TakenUp } from './accepted-plan.js';
import { type LotsTaken, openedLot, type PlannedLots, versionOf } from './opened-lots.js';
import { OptimizerRunsRepository } from './optimizer-runs.repository.js';
import { isStale, planBasis, planHash, transferKey } from './plan-basis.js';

/** The plans made so far, as other features see them. */
@Injectable()
export class PlanStore {
  constructor(
    private readonly runs: OptimizerRunsRepository,
    private readonly gate: QuarterGate,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /**
   * The newest plan of a quarter, held against what the quarter is now. While one is being made whose problem is the
   * quarter's, that is its best so far: it may be adopted before the proof ends.
   */
  async latest(
    scope: TenantScope,
    { acceptedPlan: inForce }: QuarterRecord,
    problem: Problem,
  ): Promise<Summary['latestPlan']> {
    const atWork = await this.runs.atWork(scope, problem.quarter);
    if (atWork?.incumbent && isOf(atWork, atWork.incumbent, problem))
      return soFar(atWork, atWork.incumbent, problem);
    const run = await this.runs.newestPlan(scope, problem.quarter);
    if (!run) return undefined;
    return {
      runId: run.id,
      inputHash: run.inputHash,
      // When there was a plan: an incumbent may have been adopted before.
      createdAt: (run.finishedAt ?? run.createdAt).toISOString(),
      gainCents: run.result.gainCents,
      netReturnCents: run.result.netReturnCents,
      accepted: run.acceptedAt !== null && (!inForce || inForce.runId === run.id),
      stale: isStale(run, problem),
    };
  }

  /** Whether a plan of the quarter waits or is being made; `undefined` for no. */
  async isUnderWay(scope: TenantScope, quarter: QuarterDate): Promise<true | undefined> {
    return (await this.runs.underWay(scope, quarter)).length > 0 || undefined;
  }

  /** Every plan, to be put away: what it is, without the way there. */
  async all(scope: TenantScope): Promise<ArchivedPlan[]> {
    return (await this.runs.allPlans(scope)).map((row) => ({
      id: row.id,
      quarter: row.quarter,
      createdBy: row.createdBy,
      createdAt: row.createdAt.toISOString(),
      options: row.options,
      problemHash: row.problemHash,
      inputHash: row.inputHash,
      result: row.result,
      acceptedAt: row.acceptedAt?.toISOString(),
      staleSince: row.staleSince?.toISOString(),
    }));
  }

  /** Brings back what was put away. */
  async restore(scope: TenantScope, plans: readonly ArchivedPlan[]): Promise<void> {
    for (const plan of plans) {
      const createdAt = new Date(plan.createdAt);
      await this.runs.insert(scope, {
        ...plan,
        tenantId: scope.tenantId,
        kind: 'PLAN',
        state: 'DONE',
        createdAt,
        actor: null,
        revision: null,
        startedAt: null,
        finishedAt: createdAt,
        progress: null,
        answer: null,
        failure: null,
        resultHash: planHash(plan.result),
        repeat: null,
        automatic: false,
        incumbent: null,
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
      tenantId: scope.tenantId,
      id,
      quarter: problem.quarter,
      kind: 'PLAN',
      state: 'DONE',
      createdAt: now,
      createdBy: scope.actor.username,
      actor: scope.actor,
      options,
      problemHash: planBasis(problem, options),
      inputHash: result.inputHash,
      result,
      resultHash: planHash(result),
      revision: null,
      startedAt: null,
      finishedAt: now,
      progress: null,
      answer: null,
      failure: null,
      repeat: null,
      automatic: false,
      acceptedAt: null,
      staleSince: null,
      incumbent: null,
    });
    return id;
  }

  /** The newest plan is about to be replaced by the caller that changes its input: no notification is sent. */
  async retire(scope: TenantScope, quarter: QuarterDate): Promise<void> {
    const run = await this.runs.newestPlan(scope, quarter);
    if (run && !run.staleSince) await this.runs.mark(scope, run.id, { staleSince: this.clock.now() });
  }

  /**
   * The plan a closed quarter went by: the one accepted last, with what the optimizer's plans before it had already
   * done; else the one the quarter started with; nothing when there was none.
   */
  async planOf(
    scope: TenantScope,
    { acceptedPlan }: QuarterRecord,
    closed: Problem,
    sealed: Problem,
  ): Promise<readonly Transfer[] | undefined> {
    if (acceptedPlan) return acceptedPlan.transfers;
    // Accepted before quarters kept what was.
    const run = await this.runs.lastAccepted(scope, closed.quarter);
    if (!run) {
      const first = transfersOf(sealed.operations, sealed.quarter);
      return first.length > 0 ? first : undefined;
    }
    const from = run.options.from ?? closed.quarter;
    return [
      ...transfersOf(closed.operations, closed.quarter).filter(({ date }) => date < from),
      ...run.result.transfers.map(bare),
    ];
  }

  /**
   * The run a plan is adopted from: one that has not ended is adopted by its incumbent.
   * @throws DomainError NOT_FOUND, or VALIDATION when the run has no plan.
   */
  async named(scope: TenantScope, runId: string): Promise<AdoptablePlan> {
    const run = await this.runs.find(scope, runId);
    if (!run || run.kind === 'TRIAL') throw new DomainError('NOT_FOUND', 'acceptedRunId');
    const plan = adoptable(run);
    if (!plan) throw new DomainError('VALIDATION', 'acceptedRunId');
    return plan;
  }

  /**
   * Operations were saved: a plan is taken up when its run is named, when they stand in place of an earlier plan, or
   * when those newly entered are the whole plan of a run. The quarter is locked by the caller.
   * @throws DomainError VALIDATION when something is saved that the run named did not plan.
   */
  async accepted(
    scope: TenantScope,
    { quarter, run: named, replaces, saved, entered, standing, ...changed }: Saved,
  ): Promise<void> {
    const run = named && (await this.locked(scope, named));
    const meant = run !== undefined || replaces;
    const transfers = transfersOf(meant ? saved : entered, quarter);
    if (!meant && transfers.length === 0) return;
    if (run && !run.isOpen) expectPlanned(run, transfers);
    const from = run ? ofPlan(run, transfers) : await this.planMadeOf(scope, quarter, transfers);
    if (!meant && !from) return;
    const now = this.clock.now();
    const { acceptedPlan } = await this.gate.expect(scope, quarter);
    const before = acceptedPlan && { ...acceptedPlan, taken: undefined };
    await this.gate.keepAccepted(scope, quarter, {
      acceptedAt: now.toISOString(),
      runId: from?.id,
      transfers: transfersOf(await standing(), quarter),
      taken: { ...changed, lots: [], before },
    });
    if (from) await this.runs.mark(scope, from.id, { acceptedAt: now });
    await this.audit.record(scope, {
      action: 'optimizer.accept',
      ...(from ? { entity: 'optimizerRun', entityId: from.id } : { entity: 'quarter', entityId: quarter }),
      after: { quarter, transfers: transfers.length, of: from?.planned.length },
    });
  }

  /** The lots that the plan in force opened or broke. */
  async lotsOfPlan(scope: TenantScope, quarter: QuarterDate): Promise<readonly OpenedLot[]> {
    return (await this.gate.expect(scope, quarter)).acceptedPlan?.lots ?? [];
  }

  /** Lots were opened and broken with the plan just taken up. */
  async opened(scope: TenantScope, quarter: QuarterDate, lots: LotsTaken): Promise<void> {
    const { opened, broken, kept } = lots;
    const { acceptedPlan } = await this.gate.expect(scope, quarter);
    if (!acceptedPlan?.taken) return;
    const taken = { ...acceptedPlan.taken, lots: opened.map(versionOf), broken: broken.map(versionOf) };
    const all = [...kept, ...opened, ...broken].map(openedLot);
    await this.gate.keepAccepted(scope, quarter, { ...acceptedPlan, lots: all, taken });
  }

  /**
   * The plan in force, with what taking it up changed. Locks the quarter.
   * @throws DomainError NOT_FOUND, QUARTER_STATE
   */
  async inForce(scope: TenantScope, quarter: QuarterDate): Promise<PlanInForce> {
    await this.gate.enterAll(scope, [quarter], 'INITIALIZED', 'STARTED');
    const { acceptedPlan } = await this.gate.expect(scope, quarter);
    if (!acceptedPlan?.taken) throw new DomainError('NOT_FOUND');
    return { runId: acceptedPlan.runId, taken: acceptedPlan.taken };
  }

  /** What the plan given had changed was taken back: the one before it is in force again. */
  async tookBack(scope: TenantScope, quarter: QuarterDate, { runId, taken }: PlanInForce): Promise<void> {
    const { before } = taken;
    await this.gate.keepAccepted(scope, quarter, before);
    if (runId !== undefined) await this.runs.mark(scope, runId, { acceptedAt: null });
    if (before?.runId !== undefined)
      await this.runs.mark(scope, before.runId, { acceptedAt: new Date(before.acceptedAt) });
    await this.audit.record(scope, {
      action: 'optimizer.takeBack',
      entity: 'quarter',
      entityId: quarter,
      after: { quarter, runId, transfers: taken.changes.length, lots: taken.lots.length },
    });
  }

  /** Locked after the quarter, so that the run's end and its adoption do not overtake each other. */
  private async locked(scope: TenantScope, { id }: AdoptablePlan): Promise<AdoptablePlan | undefined> {
    const run = await this.runs.lock(scope, id);
    return run ? adoptable(run) : undefined;
  }

  private async planMadeOf(
    scope: TenantScope,
    quarter: QuarterDate,
    transfers: readonly Transfer[],
  ): Promise<AdoptablePlan | undefined> {
    const run = await this.runs.madeOf(scope, quarter, transfers);
    return run && adoptable(run);
  }
}

/** Whether what a run is solving is still the quarter, adopted or not. */
const isOf = (
  { problemHash, options }: OptimizerRunEntity,
  result: RunIncumbent,
  problem: Problem,
): boolean => !isStale({ problemHash, options, result }, problem);

function soFar(
  { id, inputHash, startedAt, createdAt, acceptedAt, options }: OptimizerRunEntity,
  { netReturnCents }: RunIncumbent,
  problem: Problem,
): Summary['latestPlan'] {
  const from = options.from ?? problem.quarter;
  const operations = problem.operations.filter((one) => !isMovable(one) || one.date < from);
  return {
    runId: id,
    inputHash,
    createdAt: (startedAt ?? createdAt).toISOString(),
    gainCents: netReturnCents - evaluate({ ...problem, operations }).netReturnCents,
    netReturnCents,
    accepted: acceptedAt !== null,
    stale: false,
  };
}

/** A run's plan as far as adopting it is concerned. */
export interface AdoptablePlan extends PlannedLots {
  readonly id: string;
  readonly quarter: QuarterDate;
  readonly options: OptimizeOptions;
  readonly planned: readonly Transfer[];
  /** Planned before the run ended: on screen until the result is. */
  readonly before: readonly Transfer[];
}

/** A plan in force, as far as taking it back is concerned. */
export interface PlanInForce {
  readonly runId: string | undefined;
  readonly taken: TakenUp;
}

function adoptable(run: OptimizerRunEntity): AdoptablePlan | undefined {
  const { id, quarter, options, result, incumbent, state } = run;
  const plan = result?.status === 'INFEASIBLE' ? null : (result ?? incumbent);
  if (quarter === null || plan === null) return undefined;
  return {
    id,
    quarter,
    options,
    // Of a plan over several quarters, what later ones would do is an outlook.
    planned: plan.transfers.filter(({ date }) => isInQuarter(date, quarter)),
    isOpen: state !== 'DONE',
    before: incumbent?.transfers ?? [],
    lots: lotsToRecord(plan.lots ?? [], quarter),
    lotsBefore: lotsToRecord(incumbent?.lots ?? [], quarter),
    breaks: breaksToRecord([...(plan.lots ?? []), ...(incumbent?.lots ?? [])], quarter),
  };
}

/** @throws DomainError VALIDATION when something is saved that the run did not plan. */
function expectPlanned({ planned, before }: AdoptablePlan, saved: readonly Transfer[]): void {
  for (const plan of [planned, before]) {
    const keys = new Set(plan.map(transferKey));
    if (saved.every((transfer) => keys.has(transferKey(transfer)))) return;
  }
  throw new DomainError('VALIDATION', 'acceptedRunId');
}

/** What was saved of a quarter, as far as plans are concerned. */
interface Saved extends Pick<TakenUp, 'changes' | 'deleted'> {
  readonly quarter: QuarterDate;
  /** The run it is said to be the plan of. */
  readonly run: AdoptablePlan | undefined;
  /** It stands in place of the optimizer's transfers there were. */
  readonly replaces: boolean;
  readonly saved: readonly Operation[];
  /** Of these, the new ones. */
  readonly entered: readonly Operation[];
  /** All operations there are now. */
  readonly standing: () => Promise<readonly Operation[]>;
}

/** The run, unless everything it plans was switched off. */
const ofPlan = (run: AdoptablePlan, transfers: readonly Transfer[]): AdoptablePlan | undefined =>
  transfers.length > 0 || run.planned.length === 0 ? run : undefined;

const bare = ({ date, fromAccountId, toAccountId, amountCents }: Transfer): Transfer => ({
  date,
  fromAccountId,
  toAccountId,
  amountCents,
});

/** The optimizer's transfers among a quarter's own operations. */
function transfersOf(
  operations: readonly (Operation | Problem['operations'][number])[],
  quarter: QuarterDate,
): Transfer[] {
  return operations
    .filter((one) => one.kind === 'TRANSFER' && one.origin === 'OPTIMIZER' && one.quarter === quarter)
    .map(({ date, accountId, toAccountId = '', amountCents }) => ({
      date,
      fromAccountId: accountId,
      toAccountId,
      amountCents,
    }));
}
