import type { Role, ServiceCheck } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import type { PlatformScope } from '../../platform/database/transactions.js';

export interface AppRow {
  readonly cd: string;
  readonly name: string;
  readonly icon: string;
  readonly contextPath: string;
  readonly roles: readonly Role[];
  readonly version: number;
}

interface CheckRow {
  readonly cd: string;
  readonly at: Date;
  readonly state: ServiceCheck['state'];
  readonly latencyMs: number | null;
  readonly version: string | null;
  readonly error: string | null;
}

const APP = `select cd, name, icon, context_path as "contextPath", roles, version from services`;
const CHECK = `select cd, at, state, latency_ms as "latencyMs", version, error from service_checks`;
/** Checks kept of each service. */
const KEPT = 500;

@Injectable()
export class ServicesRepository {
  apps(scope: PlatformScope): Promise<AppRow[]> {
    return scope.manager.query<AppRow[]>(`${APP} order by lower(name), cd`);
  }

  async app(scope: PlatformScope, cd: string): Promise<AppRow | undefined> {
    const rows = await scope.manager.query<AppRow[]>(`${APP} where lower(cd) = lower($1)`, [cd]);
    return rows[0];
  }

  async insertApp(scope: PlatformScope, app: AppRow): Promise<void> {
    await scope.manager.query(
      'insert into services (cd, name, icon, context_path, roles, version) values ($1, $2, $3, $4, $5, $6)',
      [app.cd, app.name, app.icon, app.contextPath, app.roles, app.version],
    );
  }

  async updateApp(scope: PlatformScope, app: AppRow): Promise<void> {
    await scope.manager.query(
      'update services set name = $2, icon = $3, context_path = $4, roles = $5, version = $6 where cd = $1',
      [app.cd, app.name, app.icon, app.contextPath, app.roles, app.version],
    );
  }

  async deleteApp(scope: PlatformScope, cd: string): Promise<void> {
    await scope.manager.query('delete from services where cd = $1', [cd]);
    await scope.manager.query('delete from service_checks where cd = $1', [cd]);
  }

  async record(scope: PlatformScope, cd: string, check: ServiceCheck): Promise<void> {
    await scope.manager.query(
      'insert into service_checks (cd, at, state, latency_ms, version, error) values ($1, $2, $3, $4, $5, $6)',
      [cd, check.at, check.state, check.latencyMs ?? null, check.version ?? null, check.error ?? null],
    );
    await scope.manager.query(
      `delete from service_checks where cd = $1 and id <
         (select min(id) from (select id from service_checks where cd = $1 order by id desc limit ${KEPT}) kept)`,
      [cd],
    );
  }

  async history(scope: PlatformScope, cd: string, limit: number): Promise<ServiceCheck[]> {
    const rows = await scope.manager.query<CheckRow[]>(`${CHECK} where cd = $1 order by id desc limit $2`, [
      cd,
      limit,
    ]);
    return rows.map(toCheck);
  }

  /** The latest recorded failure of each service. */
  async lastFailures(scope: PlatformScope): Promise<ReadonlyMap<string, ServiceCheck>> {
    const rows = await scope.manager.query<CheckRow[]>(
      `select distinct on (cd) cd, at, state, latency_ms as "latencyMs", version, error
       from service_checks where state = 'DOWN' order by cd, id desc`,
    );
    return new Map(rows.map((row) => [row.cd, toCheck(row)]));
  }
}

const toCheck = (row: CheckRow): ServiceCheck => ({
  at: row.at.toISOString(),
  state: row.state,
  ...(row.latencyMs === null ? {} : { latencyMs: row.latencyMs }),
  ...(row.version === null ? {} : { version: row.version }),
  ...(row.error === null ? {} : { error: row.error }),
});
