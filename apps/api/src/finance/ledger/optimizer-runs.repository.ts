import type { OptimizerRun } from '@fibado/contracts';
import type { QuarterDate, Transfer } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import type { TenantScope } from '../../platform/database/transactions.js';
import { type KeptPlan, OptimizerRunEntity, type RunInput, type RunReport } from './optimizer-run.entity.js';
import { transferKey } from './plan-basis.js';
import type { AcceptedPlan } from './accepted-plan.js';

/** What a list shows of a run: its result's figures, and not the result. */
export type RunOutline = Omit<OptimizerRunEntity, 'result' | 'answer' | 'input' | 'incumbent'> & {
  readonly repeatable: boolean;
  readonly outcome: OptimizerRun['outcome'] | null;
  readonly engine: OptimizerRun['engine'] | null;
};

const PLAN = { kind: 'PLAN', state: 'DONE' } as const;
const ENDED = `state in ('DONE', 'FAILED', 'CANCELLED')`;

const OUTLINE = `
  select tenant_id as "tenantId", id, kind, state, quarter, created_at as "createdAt", created_by as "createdBy",
    actor, options, problem_hash as "problemHash", input_hash as "inputHash", revision, started_at as "startedAt",
    finished_at as "finishedAt", progress, failure, result_hash as "resultHash", repeat,
    automatic, accepted_at as "acceptedAt", stale_since as "staleSince", input is not null as repeatable,
    case when result is not null then jsonb_build_object(
      'status', result->'status', 'objectiveCents', result->'objectiveCents',
      'netReturnCents', result->'netReturnCents', 'gainCents', result->'gainCents',
      'gapCents', result->'gapCents', 'transfers', jsonb_array_length(result->'transfers'))
      || case when result ? 'lots' then jsonb_build_object('lots', jsonb_array_length(result->'lots'))
         else '{}' end end as outcome,
    case when result is not null then jsonb_build_object(
      'name', result->'solver'->'engine', 'version', result->'solver'->'version',
      'timeMs', result->'solver'->'timeMs') end as engine
  from optimizer_runs where tenant_id = $1`;

@Injectable()
export class OptimizerRunsRepository {
  async insert(scope: TenantScope, row: OptimizerRunEntity): Promise<void> {
    await scope.manager.insert(OptimizerRunEntity, row);
  }

  /** Keeps the newest plans of a quarter, as many other runs that have ended, and the one taken up; drops the rest. */
  async prune(scope: TenantScope, quarter: QuarterDate, keep: number): Promise<void> {
    await scope.manager.query(
      `delete from optimizer_runs r using (
         select id, row_number() over (
           partition by kind = 'PLAN' and state = 'DONE' order by created_at desc, id) as place
         from optimizer_runs where tenant_id = $1 and quarter = $2 and ${ENDED}) ranked
       where r.tenant_id = $1 and r.id = ranked.id and ranked.place > $3 and not exists (
         select 1 from quarters q
         where q.tenant_id = $1 and q.date = $2 and q.accepted_plan->>'runId' = r.id::text)`,
      [scope.tenantId, quarter, keep],
    );
  }

  /** Deletes trials whose answer was never fetched. */
  async pruneTrials(scope: TenantScope, before: Date): Promise<void> {
    await scope.manager.query(
      `delete from optimizer_runs where tenant_id = $1 and kind = 'TRIAL' and created_at < $2`,
      [scope.tenantId, before],
    );
  }

  async remove(scope: TenantScope, id: string): Promise<void> {
    await scope.manager.delete(OptimizerRunEntity, { tenantId: scope.tenantId, id });
  }

  allPlans(scope: TenantScope): Promise<KeptPlan[]> {
    return scope.manager.find(OptimizerRunEntity, {
      where: { tenantId: scope.tenantId, ...PLAN },
      order: { createdAt: 'ASC', id: 'ASC' },
    }) as Promise<KeptPlan[]>;
  }

  newestPlan(scope: TenantScope, quarter: QuarterDate): Promise<KeptPlan | null> {
    return scope.manager.findOne(OptimizerRunEntity, {
      where: { tenantId: scope.tenantId, quarter, ...PLAN },
      order: { createdAt: 'DESC', id: 'ASC' },
    }) as Promise<KeptPlan | null>;
  }

  /** The plan the household took up last. */
  lastAccepted(scope: TenantScope, quarter: QuarterDate): Promise<KeptPlan | null> {
    return scope.manager.findOne(OptimizerRunEntity, {
      where: { tenantId: scope.tenantId, quarter, ...PLAN, acceptedAt: Not(IsNull()) },
      order: { acceptedAt: 'DESC', id: 'ASC' },
    }) as Promise<KeptPlan | null>;
  }

  /** The newest run whose whole plan these transfers are. */
  async madeOf(
    scope: TenantScope,
    quarter: QuarterDate,
    transfers: readonly Transfer[],
  ): Promise<KeptPlan | undefined> {
    const kept = (await scope.manager.find(OptimizerRunEntity, {
      where: { tenantId: scope.tenantId, quarter, ...PLAN },
      order: { createdAt: 'DESC', id: 'ASC' },
    })) as KeptPlan[];
    const keys = (all: readonly Transfer[]) => all.map(transferKey).sort().join();
    const wanted = keys(transfers);
    // A plan that opens lots is more than its transfers.
    return kept.find(
      ({ result: { status, lots = [], transfers: own } }) =>
        status !== 'INFEASIBLE' && lots.length === 0 && keys(own) === wanted,
    );
  }

  /** One run with what came out. */
  find(scope: TenantScope, id: string): Promise<OptimizerRunEntity | null> {
    return scope.manager.findOneBy(OptimizerRunEntity, { tenantId: scope.tenantId, id });
  }

  async input(scope: TenantScope, id: string): Promise<RunInput | undefined> {
    const row = await scope.manager.findOne(OptimizerRunEntity, {
      select: { input: true, tenantId: true, id: true },
      where: { tenantId: scope.tenantId, id },
    });
    return row?.input ?? undefined;
  }

  async outline(scope: TenantScope, id: string): Promise<RunOutline | undefined> {
    const rows = await scope.manager.query<RunOutline[]>(`${OUTLINE} and id = $2 and kind <> 'TRIAL'`, [
      scope.tenantId,
      id,
    ]);
    return rows[0];
  }

  /** Runs that are the household's, newest first. */
  async page(
    scope: TenantScope,
    { quarter, page, size }: { quarter?: QuarterDate | undefined; page: number; size: number },
  ): Promise<{ items: RunOutline[]; total: number }> {
    const which = `and kind <> 'TRIAL' and ($2::date is null or quarter = $2)`;
    const items = await scope.manager.query<RunOutline[]>(
      `${OUTLINE} ${which} order by created_at desc, id limit $3 offset $4`,
      [scope.tenantId, quarter ?? null, size, page * size],
    );
    const [counted] = await scope.manager.query<{ total: number }[]>(
      `select count(*)::integer as total from optimizer_runs where tenant_id = $1 ${which}`,
      [scope.tenantId, quarter ?? null],
    );
    return { items, total: counted?.total ?? 0 };
  }

  /** Open quarters whose newest plan is stale without a notification so far. */
  async watched(scope: TenantScope): Promise<QuarterDate[]> {
    const rows = await scope.manager.query<{ quarter: QuarterDate }[]>(
      `select quarter from (
         select distinct on (r.quarter) r.quarter, r.stale_since from optimizer_runs r
         join quarters q on q.tenant_id = r.tenant_id and q.date = r.quarter and q.state <> 'CLOSED'
         where r.tenant_id = $1 and r.kind = 'PLAN' and r.state = 'DONE'
         order by r.quarter, r.created_at desc, r.id
       ) newest where stale_since is null`,
      [scope.tenantId],
    );
    return rows.map(({ quarter }) => quarter);
  }

  /** Plans that wait or are being made, of one quarter or of all. */
  async underWay(
    scope: TenantScope,
    quarter?: QuarterDate,
  ): Promise<Pick<OptimizerRunEntity, 'id' | 'automatic'>[]> {
    return scope.manager.find(OptimizerRunEntity, {
      select: { tenantId: true, id: true, automatic: true },
      where: {
        tenantId: scope.tenantId,
        kind: 'PLAN',
        state: In(['QUEUED', 'RUNNING']),
        ...(quarter === undefined ? {} : { quarter }),
      },
    });
  }

  /** The plan of a quarter that is being made, when it has found something to adopt. */
  atWork(scope: TenantScope, quarter: QuarterDate): Promise<OptimizerRunEntity | null> {
    return scope.manager.findOne(OptimizerRunEntity, {
      where: { tenantId: scope.tenantId, quarter, kind: 'PLAN', state: 'RUNNING', incumbent: Not(IsNull()) },
      order: { createdAt: 'DESC', id: 'ASC' },
    });
  }

  /** Of the plans made after saves the newest is kept, and what was adopted. */
  async pruneAutomatic(scope: TenantScope, quarter: QuarterDate, newest: string): Promise<void> {
    await scope.manager.query(
      `delete from optimizer_runs
       where tenant_id = $1 and quarter = $2 and automatic and id <> $3 and accepted_at is null and ${ENDED}`,
      [scope.tenantId, quarter, newest],
    );
  }

  /** Writes how far a run is and its best plan so far, as long as it is RUNNING. */
  async note(scope: TenantScope, id: string, { progress, incumbent }: RunReport): Promise<void> {
    await scope.manager.query(
      `update optimizer_runs set progress = coalesce($3::jsonb, progress),
         incumbent = coalesce($4::jsonb, incumbent)
       where tenant_id = $1 and id = $2 and state = 'RUNNING'`,
      [
        scope.tenantId,
        id,
        progress ? JSON.stringify(progress) : null,
        incumbent ? JSON.stringify(incumbent) : null,
      ],
    );
  }

  /** A run that may be adopted, locked so that its end and its adoption do not overtake each other. */
  lock(scope: TenantScope, id: string): Promise<OptimizerRunEntity | null> {
    return scope.manager.findOne(OptimizerRunEntity, {
      where: { tenantId: scope.tenantId, id },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** The plan in force, if it was adopted from a run. */
  async adopted(scope: TenantScope, id: string): Promise<AcceptedPlan | undefined> {
    const rows = await scope.manager.query<{ plan: AcceptedPlan }[]>(
      `select accepted_plan as plan from quarters where tenant_id = $1 and accepted_plan->>'runId' = $2`,
      [scope.tenantId, id],
    );
    return rows[0]?.plan;
  }

  async mark(
    scope: TenantScope,
    id: string,
    fields: Partial<Omit<OptimizerRunEntity, 'tenantId' | 'id'>>,
  ): Promise<void> {
    await scope.manager.update(OptimizerRunEntity, { tenantId: scope.tenantId, id }, fields);
  }
}
