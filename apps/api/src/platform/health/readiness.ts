import type { Readiness as Answer, ServiceCheck } from '@fibado/contracts';
import { migrations } from '@fibado/migrations';
import { Injectable } from '@nestjs/common';
import { Clock } from '../clock.js';
import { SYSTEM_ACTOR, Transactions } from '../database/transactions.js';
import { DomainError } from '../http/domain-error.js';
import { type Probed, type ServiceProbe, ServiceProbes } from './service-probes.js';
import { tryProbe } from './try-probe.js';

type State = Answer['checks']['broker'];

/** How long a good answer counts, milliseconds: the endpoint is public, and a request must not become a flood. */
const FRESH_MS = 15_000;
/** A full disk is met by the next sign-in: what watches has to know soon. */
const FRESH_STORAGE_MS = 5000;
/** A login at a mail server and a solver's thread cost more than an address that answers. */
const FRESH_DEAR_MS = 5 * 60_000;
/** Rows of a series beyond `work_mem`, some 800 KiB: the server has to find room for them on its disk, and gives it back. */
const SPILLED_ROWS = 40_000;
const DEAR: ReadonlySet<string> = new Set(['mail', 'solver']);
/** Who asks waits this long for a first answer; balancers give up after two or three seconds. */
const PATIENCE_MS = 1000;

interface Known {
  state: State;
  /** On `performance`'s clock; the other one may jump. */
  at: number;
  running?: Promise<void> | undefined;
}

/** Whether this process can work: its database and schema, asked each time, and the services around it, remembered. */
@Injectable()
export class Readiness {
  readonly #known = new Map<string, Known>();
  readonly #storage: ServiceProbe;
  readonly #names = new Set(migrations.map((migration) => migration.name));

  constructor(
    private readonly transactions: Transactions,
    private readonly probes: ServiceProbes,
    private readonly clock: Clock,
  ) {
    const probe = { cd: 'storage', kind: 'DATABASE', icon: 'database', on: () => true } as const;
    this.#storage = { ...probe, probe: () => this.write() };
  }

  /** @throws DomainError SERVICE_UNAVAILABLE naming `database` or `migrations`: without them nothing works. */
  async check(): Promise<Answer> {
    const migrated = await this.schema();
    const [storage, broker, identity, mail, solver] = await Promise.all([
      this.stateOf('storage'),
      this.stateOf('broker'),
      this.stateOf('identity'),
      this.stateOf('mail'),
      this.stateOf('solver'),
    ]);
    const checks = { database: 'UP' as const, storage, migrations: migrated, broker, identity, mail, solver };
    return { status: Object.values(checks).includes('DOWN') ? 'degraded' : 'ok', checks };
  }

  private async schema(): Promise<State> {
    let done: Set<string>;
    try {
      const rows = await this.transactions.onPlatform(SYSTEM_ACTOR, ({ manager }) =>
        manager.query<{ name: string }[]>('select name from migrations'),
      );
      done = new Set(rows.map((row) => row.name));
    } catch (error) {
      // undefined_table: a database that answers and holds nothing of ours.
      const code = (error as { driverError?: { code?: string } }).driverError?.code;
      throw new DomainError('SERVICE_UNAVAILABLE', code === '42P01' ? 'migrations' : 'database');
    }
    if ([...this.#names].some((name) => !done.has(name)))
      throw new DomainError('SERVICE_UNAVAILABLE', 'migrations');
    return done.size > this.#names.size ? 'DOWN' : 'UP';
  }

  /** The last answer while it counts; an old one while a new one is on its way. */
  private async stateOf(cd: string): Promise<State> {
    const known = this.#known.get(cd) ?? { state: 'PENDING' as const, at: -Infinity };
    this.#known.set(cd, known);
    if (performance.now() - known.at < freshFor(cd, known.state)) return known.state;
    known.running ??= this.ask(cd, known);
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([known.running, new Promise((resolve) => (timer = setTimeout(resolve, PATIENCE_MS)))]);
    clearTimeout(timer);
    return known.state;
  }

  private async ask(cd: string, known: Known): Promise<void> {
    const probe = cd === 'storage' ? this.#storage : this.probes.find(cd);
    const check: Pick<ServiceCheck, 'state'> = probe
      ? await tryProbe(probe, this.clock.now())
      : { state: 'OFF' };
    known.state = check.state;
    known.at = performance.now();
    known.running = undefined;
  }

  /** A row that is committed, and room taken on the disk: what a sign-in needs. @throws when either is refused. */
  private async write(): Promise<Probed> {
    await this.transactions.onPlatform(SYSTEM_ACTOR, async ({ manager }) => {
      await manager.query(`set local work_mem = '64kB'`);
      await manager.query('select count(*) from generate_series(1, $1::integer)', [SPILLED_ROWS]);
      // The one row of all processes: last, so that its lock is short.
      await manager.query(
        `insert into write_checks (at) values (clock_timestamp())
         on conflict (the_only) do update set at = excluded.at`,
      );
    });
    return {};
  }
}

function freshFor(cd: string, state: State): number {
  if (cd === 'storage') return FRESH_STORAGE_MS;
  return DEAR.has(cd) && state !== 'DOWN' ? FRESH_DEAR_MS : FRESH_MS;
}
