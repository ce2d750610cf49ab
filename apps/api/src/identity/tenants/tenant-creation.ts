import { randomUUID } from 'node:crypto';
import type { adminTenants, BodyOf, LinkSent, Tenant } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { actorOf, type Session } from '../../platform/auth/session.js';
import { Clock } from '../../platform/clock.js';
import { type PlatformScope, Transactions } from '../../platform/database/transactions.js';
import { unique } from '../../platform/database/unique.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { PasswordLinks } from '../links/password-links.js';
import { hashPassword } from '../users/password.js';
import { requireStrong } from '../users/password-rules.js';
import { UserStore } from '../users/user-store.js';
import { toTenant } from './tenants.mapper.js';
import { TenantsRepository } from './tenants.repository.js';

/** What a household's first administrator may do: everything in the household. */
const FIRST_ROLES = ['FBDO_FIBADO', 'MSF_USERS', 'MSF_GROUPS'] as const;

/** A new household with its first administrator. */
@Injectable()
export class TenantCreation {
  constructor(
    private readonly transactions: Transactions,
    private readonly tenants: TenantsRepository,
    private readonly users: UserStore,
    private readonly links: PasswordLinks,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError see `adminTenants.save` */
  async create(
    session: Session,
    body: BodyOf<typeof adminTenants.save>,
    origin: string,
  ): Promise<{ tenant: Tenant; invitation?: LinkSent }> {
    const { code, name, administrator } = body;
    if (code === undefined) throw new DomainError('VALIDATION', 'code');
    if (!administrator) throw new DomainError('VALIDATION', 'administrator');
    const { password } = administrator;
    if (password !== undefined) await requireStrong(password, administrator, 'administrator.password');
    const passwordHash = password === undefined ? null : await hashPassword(password);
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      const at = this.clock.now();
      const id = randomUUID();
      await this.tenants.insert(scope, { id, code, name, at });
      const person = { ...administrator, id: randomUUID(), createdAt: at, passwordHash };
      await unique({ users_username_key: 'administrator.username' }, this.users.insert(scope, person));
      await this.users.addMembership(scope, { tenantId: id, userId: person.id, roles: FIRST_ROLES, at });
      await this.audit.record(scope, {
        action: 'tenants.save',
        entity: 'tenant',
        entityId: id,
        tenantId: id,
        after: { code, name, administrator: administrator.username },
      });
      const tenant = toTenant(await this.made(scope, id));
      if (passwordHash !== null) return { tenant };
      return { tenant, invitation: await this.links.send(scope, person, 'INVITE', origin, id) };
    });
  }

  private async made(scope: PlatformScope, id: string) {
    const tenant = await this.tenants.find(scope, id);
    if (!tenant) throw new DomainError('NOT_FOUND');
    return tenant;
  }
}
