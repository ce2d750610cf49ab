import type { QueryOf, Session as SessionAnswer, sessionEndpoints } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { actorOf, requirePerson, type Session } from '../../platform/auth/session.js';
import { contains } from '../../platform/database/like.js';
import { Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { Authorities } from '../access/authority.js';
import { HouseholdEntries } from '../access/household-entries.js';
import { chooseTenant } from '../tokens/choose-tenant.js';
import type { Origin } from '../tokens/sign-ins.service.js';
import { TokensService } from '../tokens/tokens.service.js';
import { UserStore } from '../users/user-store.js';
import { AccountTrail } from './account-trail.js';

interface AccountRow {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly tenants: { readonly cd: string; readonly description: string }[];
}

/**
 * Acting as another user: for super-administrators, while their break-glass access to the household lasts, with both
 * names on everything done.
 */
@Injectable()
export class ActingService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserStore,
    private readonly tokens: TokensService,
    private readonly authorities: Authorities,
    private readonly entries: HouseholdEntries,
    private readonly trail: AccountTrail,
  ) {}

  /** Who can be acted as: people who are not blocked and belong to a tenant in use. */
  accounts(session: Session, query: QueryOf<typeof sessionEndpoints.list>) {
    const { page, size, search } = query;
    return this.transactions.onPlatform(actorOf(session), async ({ manager }) => {
      const from = `from users u join memberships m on m.user_id = u.id
        join tenants t on t.id = m.tenant_id and t.state = 'ACTIVE'
        where not u.blocked and u.id <> $2
          and ($1::text is null or u.username ilike $1 or u.name ilike $1 or u.email ilike $1)`;
      const values = [contains(search), session.userId];
      const [count] = await manager.query<{ total: number }[]>(
        `select count(distinct u.id) as total ${from}`,
        values,
      );
      const items = await manager.query<AccountRow[]>(
        `select u.id, u.username, u.name,
           jsonb_agg(jsonb_build_object('cd', t.code, 'description', t.name) order by t.name, t.code) as tenants
         ${from} group by u.id order by lower(u.name), u.username limit $3 offset $4`,
        [...values, size, page * size],
      );
      return { items, page, size, total: count?.total ?? 0 };
    });
  }

  /** @throws DomainError FORBIDDEN (already acting, or oneself), NOT_FOUND, USER_BLOCKED, TENANT_SUSPENDED, NO_TENANT, BREAK_GLASS_REQUIRED */
  actAs(
    session: Session,
    userId: string,
    cdTenant: string | undefined,
    origin: Origin,
  ): Promise<SessionAnswer> {
    requirePerson(session);
    if (userId === session.userId) throw new DomainError('FORBIDDEN');
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      const user = await this.users.find(scope, userId);
      if (!user) throw new DomainError('NOT_FOUND');
      if (user.blocked) throw new DomainError('USER_BLOCKED');
      const chosen = chooseTenant(await this.users.memberships(scope, userId), cdTenant);
      if (!chosen) throw new DomainError('VALIDATION', 'cdTenant');
      const { tenantId } = chosen;
      (await this.authorities.of(scope, session, [tenantId])).requireEntered(tenantId);
      const until = await this.entries.endOf(scope, session.userId, tenantId);
      for (const touched of new Set([session.tenantId, tenantId]))
        await this.trail.record(scope, {
          action: 'account.genTokenForAccount',
          entity: 'user',
          entityId: userId,
          tenantId: touched,
          after: { username: user.username, tenant: chosen.cd },
        });
      await this.trail.event(scope, { kind: 'ACTING', userId, tenantId, actor: session.username });
      const who = { actorUserId: session.userId, userId, tenantId, continues: session.id };
      return this.tokens.openActing(scope, who, origin, until);
    });
  }
}
