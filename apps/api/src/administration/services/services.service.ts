import type { adminServices, BodyOf, Role, Service, ServiceCheck } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { actorOf, type Session } from '../../platform/auth/session.js';
import { type PlatformScope, Transactions } from '../../platform/database/transactions.js';
import { type ServiceProbe, ServiceProbes } from '../../platform/health/service-probes.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { ServiceChecker } from './service-checker.js';
import { type AppRow, ServicesRepository } from './services.repository.js';

const HISTORY = 100;
/** Code of the product's own entry in the app list; no link may take it. */
const OWN_CODE = 'FBDO';

interface Listed {
  readonly probe: ServiceProbe;
  readonly app?: AppRow;
}

/** What the instance runs, and the links to other applications it adds. */
@Injectable()
export class ServicesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly services: ServicesRepository,
    private readonly probes: ServiceProbes,
    private readonly checker: ServiceChecker,
    private readonly audit: Audit,
  ) {}

  async list(session: Session): Promise<Service[]> {
    const { apps, failures } = await this.transactions.onPlatform(actorOf(session), async (scope) => ({
      apps: await this.services.apps(scope),
      failures: await this.services.lastFailures(scope),
    }));
    const listed: Listed[] = [
      ...this.probes.all.map((probe) => ({ probe })),
      ...apps.map((app) => ({ probe: this.checker.probeOf(app), app })),
    ];
    return Promise.all(listed.map((one) => this.describe(one, failures.get(one.probe.cd))));
  }

  /** @throws DomainError NOT_FOUND */
  async detail(session: Session, cd: string): Promise<{ service: Service; history: ServiceCheck[] }> {
    const one = await this.find(session, cd);
    const { history, failures } = await this.transactions.onPlatform(actorOf(session), async (scope) => ({
      history: await this.services.history(scope, one.probe.cd, HISTORY),
      failures: await this.services.lastFailures(scope),
    }));
    return { service: await this.describe(one, failures.get(one.probe.cd)), history };
  }

  /** @throws DomainError NOT_FOUND */
  async probe(session: Session, cd: string): Promise<ServiceCheck> {
    const { probe } = await this.find(session, cd);
    const check = await this.checker.check(probe);
    await this.transactions.onPlatform(actorOf(session), async (scope) => {
      await this.services.record(scope, probe.cd, check);
      await this.audit.record(scope, {
        action: 'services.probe',
        entity: 'service',
        entityId: probe.cd,
        after: check,
      });
    });
    return check;
  }

  /** @throws DomainError NOT_FOUND, STALE_VERSION, ALREADY_EXISTS */
  async save(session: Session, body: BodyOf<typeof adminServices.save>): Promise<Service> {
    const { version, ...fields } = body;
    const app: AppRow = { ...fields, version: (version ?? 0) + 1 };
    await this.transactions.onPlatform(actorOf(session), async (scope) => {
      await scope.manager.query('lock table services in share row exclusive mode');
      const before = await this.services.app(scope, body.cd);
      if (version === undefined) await this.insert(scope, before, app);
      else {
        if (before?.cd !== body.cd) throw new DomainError('NOT_FOUND');
        if (before.version !== version) throw new DomainError('STALE_VERSION');
        await this.services.updateApp(scope, app);
      }
      await this.audit.record(scope, {
        action: 'services.save',
        entity: 'service',
        entityId: app.cd,
        before,
        after: app,
      });
    });
    return this.describe({ probe: this.checker.probeOf(app), app }, undefined);
  }

  async delete(session: Session, cd: string): Promise<void> {
    await this.transactions.onPlatform(actorOf(session), async (scope) => {
      const before = await this.services.app(scope, cd);
      if (before?.cd !== cd) throw new DomainError('NOT_FOUND');
      await this.services.deleteApp(scope, cd);
      await this.audit.record(scope, {
        action: 'services.delete',
        entity: 'service',
        entityId: cd,
        before,
      });
    });
  }

  /** The links a session with these roles sees in its app list. */
  async linksFor(scope: PlatformScope, roles: readonly Role[]): Promise<AppRow[]> {
    const apps = await this.services.apps(scope);
    return apps.filter((app) => app.roles.length === 0 || app.roles.some((role) => roles.includes(role)));
  }

  private async insert(scope: PlatformScope, before: AppRow | undefined, app: AppRow): Promise<void> {
    const taken = [OWN_CODE, ...this.probes.all.map((probe) => probe.cd)];
    if (before || taken.some((cd) => cd.toLowerCase() === app.cd.toLowerCase()))
      throw new DomainError('ALREADY_EXISTS', 'cd');
    await this.services.insertApp(scope, app);
  }

  private async find(session: Session, cd: string): Promise<Listed> {
    const own = this.probes.find(cd);
    if (own) return { probe: own };
    const app = await this.transactions.onPlatform(actorOf(session), (scope) => this.services.app(scope, cd));
    if (app?.cd !== cd) throw new DomainError('NOT_FOUND');
    return { probe: this.checker.probeOf(app), app };
  }

  private async describe({ probe, app }: Listed, lastFailure: ServiceCheck | undefined): Promise<Service> {
    const check = await this.checker.check(probe);
    const failure = check.state === 'DOWN' ? check : lastFailure;
    return {
      cd: probe.cd,
      kind: probe.kind,
      name: app?.name ?? probe.cd,
      icon: probe.icon,
      roles: app?.roles ?? [],
      check,
      ...(app ? { contextPath: app.contextPath, version: app.version } : {}),
      ...(probe.address === undefined ? {} : { address: probe.address }),
      ...(failure ? { lastFailure: failure } : {}),
    };
  }
}
