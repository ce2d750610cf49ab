import type { Readiness as Answer, ServiceCheck } from '@fibado/contracts';
import { migrations } from '@fibado/migrations';
import { Injectable } from '@nestjs/common';
import { Clock } from '../clock.js';
import { SYSTEM_ACTOR, Transactions } from '../database/transactions.js';
import { DomainError } from '../http/domain-error.js';
import { ServiceProbes } from './service-probes.js';
import { tryProbe } from './try-probe.js';

type State = Answer['checks']['broker'];

/** How long a good answer counts, milliseconds: everybody may ask, and a question must not become a flood. */
const FRESH_MS = 15_000;
/** A login at a mail server and a solver's thread cost more than an address that answers. */
const FRESH_DEAR_MS = 5 * 60_000;
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
  readonly #names = new Set(migrations.map((migration) => migration.name));

  constructor(
    private readonly transactions: Transactions,
    private readonly probes: ServiceProbes,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError SERVICE_UNAVAILABLE naming `database` or `migrations`: without them nothing works. */
  async check(): Promise<Answer> {
    const migrated = await this.schema();
    const [broker, identity, mail, solver] = await Promise.all([
      this.stateOf('broker'),
      this.stateOf('identity'),
      this.stateOf('mail'),
      this.stateOf('solver'),
    ]);
    const checks = { database: 'UP' as const, migrations: migrated, broker, identity, mail, solver };
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
    const fresh = DEAR.has(cd) && known.state !== 'DOWN' ? FRESH_DEAR_MS : FRESH_MS;
    if (performance.now() - known.at < fresh) return known.state;
    known.running ??= this.ask(cd, known);
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([known.running, new Promise((resolve) => (timer = setTimeout(resolve, PATIENCE_MS)))]);
    clearTimeout(timer);
    return known.state;
  }

  private async ask(cd: string, known: Known): Promise<void> {
    const probe = this.probes.find(cd);
    const check: Pick<ServiceCheck, 'state'> = probe
      ? await tryProbe(probe, this.clock.now())
      : { state: 'OFF' };
    known.state = check.state;
    known.at = performance.now();
    known.running = undefined;
  }
}
