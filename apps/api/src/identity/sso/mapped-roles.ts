import type { Role } from '@fibado/contracts';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { Audit } from '../../platform/audit.js';
import { type PlatformScope, SYSTEM_ACTOR, Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { AccessChanges } from '../access/access-changes.js';
import { Authority } from '../access/authority.js';
import { UserStore } from '../users/user-store.js';
import type { ProvenIdentity } from './proven-identity.js';
import type { Provider } from './providers.js';

/**
 * Lets the provider's groups decide over roles, in the tenant the settings name and among its members. A role no group
 * gives stays the tenant's own to decide.
 */
@Injectable()
export class MappedRoles {
  readonly #logger = new Logger('sso');

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly transactions: Transactions,
    private readonly users: UserStore,
    private readonly changes: AccessChanges,
    private readonly audit: Audit,
  ) {}

  async apply(userId: string, { provider, groups }: ProvenIdentity): Promise<void> {
    const managed = managedRoles(provider);
    if (managed.size === 0) return;
    const given = new Set(
      groups.flatMap((group) => (Object.hasOwn(provider.roles, group) ? (provider.roles[group] ?? []) : [])),
    );
    try {
      await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) => this.change(scope, userId, managed, given));
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'LAST_ADMINISTRATOR')) throw error;
      this.#logger.warn('The groups of the provider take no rights from the last administrator of a tenant');
    }
  }

  private async change(
    scope: PlatformScope,
    userId: string,
    managed: ReadonlySet<Role>,
    given: ReadonlySet<Role>,
  ): Promise<void> {
    const tenantId = await this.users.activeTenant(scope, this.env.SSO_FIRST_SIGN_IN);
    const before = tenantId && (await this.users.rolesIn(scope, tenantId, userId));
    if (!tenantId || !before) return;
    const kept = before.filter((role) => !managed.has(role));
    const after = [...new Set(kept.concat([...given]))].sort();
    if (after.join() === [...before].sort().join()) return;
    await this.changes.around(scope, authorityOver(tenantId, managed), [tenantId], () =>
      this.users.setRoles(scope, { tenantId, userId, roles: after }),
    );
    await this.audit.record(scope, {
      action: 'tokens.mapRoles',
      entity: 'user',
      entityId: userId,
      tenantId,
      before: { roles: before },
      after: { roles: after },
    });
  }
}

const managedRoles = (provider: Provider): Set<Role> => new Set(Object.values(provider.roles).flat());

/** What the settings let the provider decide: the roles the mapping names, in the one tenant. */
function authorityOver(tenantId: string, managed: ReadonlySet<Role>): Authority {
  const roles: Role[] = ['MSF_USERS', ...managed];
  return new Authority(
    false,
    new Map([[tenantId, { tenantId, name: '', isHousehold: true, roles, entered: false }]]),
  );
}
