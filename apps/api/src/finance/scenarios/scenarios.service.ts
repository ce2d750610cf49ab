import { randomUUID } from 'node:crypto';
import {
  type BodyOf,
  MAX_SCENARIOS,
  type Scenario,
  type ScenarioChange,
  type scenarios,
  type ResponseOf,
} from '@fibado/contracts';
import { acceptedPlan, differenceOf, outlineOfGiven } from '@fibado/optimizer/insight';
import type { Problem, QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { unique } from '../../platform/database/unique.js';
import { DomainError } from '../../platform/http/domain-error.js';
import type { ArchivedScenario } from './archived-scenario.js';
import { withOpeningDay } from '../insights/offered-account.js';
import { OpenQuarters } from '../insights/open-quarters.js';
import { QuarterGate } from '../ledger/quarter-gate.js';
import { firstQuarters, HorizonProblems } from '../problem/horizon-problems.js';
import { upsert } from '../shared/upsert.js';
import { expectSoundChanges, scenarioBasis } from './scenario-changes.js';
import { type KeptOutcome, quartersOfOutcome, type ScenarioEntity } from './scenario.entity.js';
import { toScenario } from './scenarios.mapper.js';
import { ScenariosRepository } from './scenarios.repository.js';

type Comparisons = ResponseOf<typeof scenarios.compare>;

/** Stored what-ifs of a quarter: saved, and laid side by side, over the quarter or over several from it on. */
@Injectable()
export class ScenariosService {
  constructor(
    private readonly rows: ScenariosRepository,
    private readonly open: OpenQuarters,
    private readonly problems: HorizonProblems,
    private readonly gate: QuarterGate,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError NOT_FOUND when there is no such quarter. */
  async list(scope: TenantScope, quarter: QuarterDate): Promise<Scenario[]> {
    const rows = await this.rows.list(scope, quarter);
    const problem = await this.problemOf(scope, quarter, rows);
    return rows.map((row) => this.shown(row, problem));
  }

  async get(scope: TenantScope, id: string): Promise<Scenario> {
    return this.asItIs(scope, await this.find(scope, id));
  }

  /** A scenario beside what its outcome rests on now. */
  async asItIs(scope: TenantScope, row: ScenarioEntity): Promise<Scenario> {
    return this.shown(row, await this.problemOf(scope, row.quarter, [row]));
  }

  /** @throws DomainError NOT_FOUND */
  async find(scope: TenantScope, id: string): Promise<ScenarioEntity> {
    const row = await this.rows.find(scope, id);
    if (!row) throw new DomainError('NOT_FOUND');
    return row;
  }

  /** @throws DomainError NOT_FOUND */
  async lock(scope: TenantScope, id: string): Promise<ScenarioEntity> {
    const row = await this.rows.lock(scope, id);
    if (!row) throw new DomainError('NOT_FOUND');
    return row;
  }

  async save(scope: TenantScope, body: BodyOf<typeof scenarios.save>): Promise<Scenario> {
    const problem = await this.open.problem(scope, body.quarter);
    const changes = this.completed(problem, body.changes);
    expectSoundChanges(problem, changes);
    if (body.id === undefined && (await this.rows.count(scope, body.quarter)) >= MAX_SCENARIOS)
      throw new DomainError('VALIDATION', 'quarter');
    const { before, after } = await unique(
      { scenarios_name: 'name' },
      upsert(scope, this.rows, body, (key, was): ScenarioEntity => {
        if (was && was.quarter !== body.quarter) throw new DomainError('VALIDATION', 'quarter');
        return {
          ...key,
          quarter: body.quarter,
          name: body.name,
          changes,
          createdAt: was?.createdAt ?? this.clock.now(),
          createdBy: was?.createdBy ?? scope.actor.username,
          outcome: was?.outcome ?? null,
          promotedAt: was?.promotedAt ?? null,
        };
      }),
    );
    await this.audit.record(scope, {
      action: 'scenarios.save',
      entity: 'scenario',
      entityId: after.id,
      before: before && recorded(before),
      after: recorded(after),
    });
    return this.asItIs(scope, after);
  }

  async delete(scope: TenantScope, id: string): Promise<void> {
    const before = await this.lock(scope, id);
    await this.rows.remove(scope, id);
    await this.audit.record(scope, {
      action: 'scenarios.delete',
      entity: 'scenario',
      entityId: id,
      before: recorded(before),
    });
  }

  /**
   * Keeps what a run found.
   * @param row the scenario as it was when the run began.
   * @throws DomainError STALE_VERSION, NOT_FOUND
   */
  async keep(scope: TenantScope, row: ScenarioEntity, outcome: KeptOutcome): Promise<Scenario> {
    const { id } = row;
    if (!(await this.rows.found(scope, row, outcome)))
      throw new DomainError((await this.rows.find(scope, id)) ? 'STALE_VERSION' : 'NOT_FOUND');
    await this.audit.record(scope, {
      action: 'scenarios.run',
      entity: 'scenario',
      entityId: id,
      after: { inputHash: outcome.inputHash, status: outcome.plan.status, worthCents: outcome.worthCents },
    });
    return this.get(scope, id);
  }

  /** What a run found, to be made real. @throws DomainError PLAN_STALE, or NO_PLAN when there is none that keeps all limits. */
  async freshOutcome(scope: TenantScope, row: ScenarioEntity): Promise<KeptOutcome> {
    const { outcome } = row;
    if (!outcome || outcome.plan.status === 'INFEASIBLE') throw new DomainError('NO_PLAN');
    if (row.promotedAt) throw new DomainError('PLAN_STALE');
    const problem = await this.open.problem(scope, row.quarter, quartersOfOutcome(outcome));
    if (this.isStale(row, problem)) throw new DomainError('PLAN_STALE');
    expectSoundChanges(firstQuarters(problem, 1), row.changes);
    return outcome;
  }

  /** @throws DomainError STALE_VERSION */
  async markPromoted(scope: TenantScope, row: ScenarioEntity): Promise<ScenarioEntity> {
    const after = { ...row, promotedAt: this.clock.now(), version: row.version + 1 };
    if (!(await this.rows.update(scope, after, row.version))) throw new DomainError('STALE_VERSION');
    return after;
  }

  /** Figures of scenarios that were run over another number of quarters are not held against this one's. */
  async compare(scope: TenantScope, quarter: QuarterDate, horizonQuarters = 1): Promise<Comparisons> {
    const all = await this.rows.list(scope, quarter);
    const problem = await this.problemOf(scope, quarter, all, horizonQuarters);
    const compared = firstQuarters(problem, horizonQuarters);
    const options = { from: this.open.firstDay(quarter) };
    const current = outlineOfGiven(compared, options, acceptedPlan(compared, options));
    return {
      current,
      scenarios: all.map((row) => {
        const { outcome } = this.shown(row, problem);
        const named = { scenarioId: row.id, name: row.name };
        if (outcome === undefined) return named;
        if (quartersOfOutcome(outcome) !== horizonQuarters) return { ...named, outcome };
        return {
          ...named,
          outcome,
          netReturnDifferenceCents: outcome.plan.netReturnCents - current.netReturnCents,
          stampDutyDifferenceCents: outcome.plan.stampDutyCents - current.stampDutyCents,
          difference: differenceOf(current, outcome.plan),
        };
      }),
    };
  }

  /** Every scenario, to be put away. */
  async all(scope: TenantScope): Promise<ArchivedScenario[]> {
    return (await this.rows.all(scope)).map((row) => ({
      id: row.id,
      quarter: row.quarter,
      name: row.name,
      changes: row.changes,
      createdAt: row.createdAt.toISOString(),
      createdBy: row.createdBy,
      version: row.version,
      promotedAt: row.promotedAt?.toISOString(),
    }));
  }

  /** Brings back what was put away. */
  async restore(scope: TenantScope, all: readonly ArchivedScenario[]): Promise<void> {
    await this.rows.insert(
      scope,
      ...all.map((one) => ({
        ...one,
        tenantId: scope.tenantId,
        createdAt: new Date(one.createdAt),
        outcome: null,
        promotedAt: one.promotedAt === undefined ? null : new Date(one.promotedAt),
      })),
    );
  }

  /** The quarter as it is, with as many after it as these scenarios' outcomes look at, or more. */
  private async problemOf(
    scope: TenantScope,
    quarter: QuarterDate,
    rows: readonly ScenarioEntity[],
    least = 1,
  ): Promise<Problem> {
    const most = Math.max(least, ...rows.map(({ outcome }) => quartersOfOutcome(outcome)));
    return this.problems.of(scope, await this.gate.expect(scope, quarter), most);
  }

  /**
   * Whether what a run found still rests on what is true; false where none was run.
   * @param problem of at least as many quarters as the outcome looks at.
   */
  private isStale(row: ScenarioEntity, problem: Problem): boolean {
    if (!row.outcome) return false;
    const firstDay = this.open.firstDay(row.quarter);
    const looked = firstQuarters(problem, quartersOfOutcome(row.outcome));
    return (
      row.outcome.basis !== scenarioBasis(looked, row.changes) ||
      row.outcome.plan.transfers.some(({ date }) => date < firstDay)
    );
  }

  private shown(row: ScenarioEntity, problem: Problem): Scenario {
    return toScenario(row, this.isStale(row, problem));
  }

  /** What is opened gets its id and its day now, so that it stays the same account from run to run. */
  completed(problem: Problem, changes: readonly ScenarioChange[]): ScenarioChange[] {
    const from = this.open.firstDay(problem.quarter);
    const known = new Set(problem.accounts.map(({ id }) => id));
    return changes.map((change, index) => {
      if (change.kind !== 'OPEN_ACCOUNT') return change;
      const { accountId = randomUUID() } = change;
      if (known.has(accountId)) throw new DomainError('VALIDATION', `changes.${index}.accountId`);
      return { ...change, accountId, account: withOpeningDay(change.account, problem, from) };
    });
  }
}

/** What the audit keeps: the outcome is in the run's own entry. */
function recorded(row: ScenarioEntity): object {
  const { id, quarter, name, changes, version } = row;
  return { id, quarter, name, changes, version };
}
