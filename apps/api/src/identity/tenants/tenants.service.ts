import {
  type adminTenants,
  type BodyOf,
  type QueryOf,
  type Tenant,
  TENANT_EXPORT_HOURS,
} from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { actorOf, requirePerson, type Session } from '../../platform/auth/session.js';
import { Clock } from '../../platform/clock.js';
import { type PlatformScope, Transactions } from '../../platform/database/transactions.js';
import type { DownloadFile } from '../../platform/http/endpoint.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { VERSION } from '../../platform/version.js';
import { AccessChanges } from '../access/access-changes.js';
import { Authorities } from '../access/authority.js';
import { toTenant } from './tenants.mapper.js';
import { type TenantRow, TenantsRepository } from './tenants.repository.js';

type SaveBody = BodyOf<typeof adminTenants.save>;

/** The households of the instance. */
@Injectable()
export class TenantsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly tenants: TenantsRepository,
    private readonly changes: AccessChanges,
    private readonly authorities: Authorities,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  page(session: Session, query: QueryOf<typeof adminTenants.get>) {
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      const { items, total } = await this.tenants.page(scope, query.search, query);
      return { items: items.map(toTenant), page: query.page, size: query.size, total };
    });
  }

  /** @throws DomainError NOT_FOUND, STALE_VERSION, LAST_ADMINISTRATOR */
  setState(session: Session, body: BodyOf<typeof adminTenants.setState>): Promise<Tenant> {
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      const before = await this.find(scope, body.id);
      const authority = await this.authorities.of(scope, session, [body.id]);
      await this.changes.around(scope, authority, [body.id], () =>
        this.update(scope, { ...before, version: body.version, state: body.state }),
      );
      const after = toTenant(await this.find(scope, body.id));
      await this.audit.record(scope, {
        action: 'tenants.setState',
        entity: 'tenant',
        entityId: body.id,
        tenantId: body.id,
        before: { state: before.state },
        after: { state: after.state },
      });
      return after;
    });
  }

  /** @throws DomainError NOT_FOUND, BREAK_GLASS_REQUIRED */
  async export(session: Session, id: string): Promise<DownloadFile> {
    requirePerson(session);
    const actor = actorOf(session);
    const { tenant, people } = await this.transactions.onPlatform(actor, async (scope) => {
      const found = await this.find(scope, id);
      (await this.authorities.of(scope, session, [id])).requireReads(id);
      return { tenant: found, people: await this.tenants.people(scope, id) };
    });
    // One moment for all tables, or rows could refer to others that are not in the file.
    const tables = await this.transactions.inTenant(
      id,
      actor,
      (scope) => this.tenants.rows(scope),
      'REPEATABLE READ READ ONLY',
    );
    const at = this.clock.now();
    await this.transactions.onPlatform(actor, async (scope) => {
      await this.tenants.markExported(scope, id, at);
      await this.audit.record(scope, {
        action: 'tenants.export',
        entity: 'tenant',
        entityId: id,
        tenantId: id,
      });
    });
    const { code, name, state } = tenant;
    const content = {
      product: 'fibado',
      version: VERSION,
      exportedAt: at.toISOString(),
      tenant: { id, code, name, state },
      people,
      tables,
    };
    return { name: `fibado-${code}-${at.toISOString().slice(0, 10)}.json`, bytes: JSON.stringify(content) };
  }

  /** @throws DomainError NOT_FOUND, VALIDATION (the name), NOT_EXPORTED, LAST_ADMINISTRATOR */
  async delete(session: Session, id: string, typedName: string): Promise<void> {
    await this.transactions.onPlatform(actorOf(session), async (scope) => {
      const before = await this.find(scope, id);
      if (typedName.trim() !== before.name) throw new DomainError('VALIDATION', 'name');
      const age = this.clock.now().getTime() - (before.exportedAt?.getTime() ?? -Infinity);
      if (age > TENANT_EXPORT_HOURS * 3_600_000) throw new DomainError('NOT_EXPORTED');
      // The session that asks would end with it, and with it the way to see what happened.
      if (id === session.tenantId) throw new DomainError('LAST_ADMINISTRATOR');
      const authority = await this.authorities.of(scope, session, [id]);
      await this.changes.around(scope, authority, [id], () => this.tenants.delete(scope, id));
      const { code, name } = before;
      await this.audit.record(scope, {
        // Without tenant: the entry outlives it.
        action: 'tenants.delete',
        entity: 'tenant',
        entityId: id,
        before: { code, name },
      });
    });
  }

  /** @throws DomainError NOT_FOUND, STALE_VERSION, VALIDATION (what only a new one is given) */
  rename(session: Session, id: string, body: SaveBody): Promise<{ tenant: Tenant }> {
    const { version, name } = body;
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      const before = await this.find(scope, id);
      if (body.code !== undefined && body.code !== before.code) throw new DomainError('VALIDATION', 'code');
      if (body.administrator) throw new DomainError('VALIDATION', 'administrator');
      if (version === undefined) throw new DomainError('STALE_VERSION');
      await this.update(scope, { ...before, version, name });
      await this.audit.record(scope, {
        action: 'tenants.save',
        entity: 'tenant',
        entityId: id,
        tenantId: id,
        before: { name: before.name },
        after: { name },
      });
      return { tenant: toTenant(await this.find(scope, id)) };
    });
  }

  private async update(scope: PlatformScope, tenant: Pick<TenantRow, 'id' | 'version' | 'name' | 'state'>) {
    if (!(await this.tenants.update(scope, tenant))) throw new DomainError('STALE_VERSION');
  }

  private async find(scope: PlatformScope, id: string): Promise<TenantRow> {
    const tenant = await this.tenants.find(scope, id);
    if (!tenant) throw new DomainError('NOT_FOUND');
    return tenant;
  }
}
