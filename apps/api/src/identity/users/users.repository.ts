import type { Role } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import type { PlatformScope, Scope } from '../../platform/database/transactions.js';
import { UserEntity } from './user.entity.js';

/** What signing in has to know about a user. */
export interface Credentials {
  readonly id: string;
  readonly username: string;
  readonly passwordHash: string | null;
  readonly blocked: boolean;
}

export interface MembershipRow {
  readonly tenantId: string;
  readonly cd: string;
  readonly description: string;
  readonly state: 'ACTIVE' | 'SUSPENDED';
}

@Injectable()
export class UsersRepository {
  async credentials(scope: PlatformScope, username: string): Promise<Credentials | undefined> {
    const rows = await scope.manager.query<Credentials[]>(
      `select id, username, password_hash as "passwordHash", blocked from users where username = $1`,
      [username],
    );
    return rows[0];
  }

  find(scope: PlatformScope, id: string): Promise<UserEntity | null> {
    return scope.manager.findOneBy(UserEntity, { id });
  }

  findByUsername(scope: PlatformScope, username: string): Promise<UserEntity | null> {
    return scope.manager.findOneBy(UserEntity, { username });
  }

  async count(scope: PlatformScope): Promise<number> {
    return scope.manager.count(UserEntity);
  }

  /** The tenants a user belongs to, by name. */
  memberships(scope: PlatformScope, userId: string): Promise<MembershipRow[]> {
    return scope.manager.query<MembershipRow[]>(
      `select m.tenant_id as "tenantId", t.code as cd, t.name as description, t.state
       from memberships m join tenants t on t.id = m.tenant_id where m.user_id = $1 order by t.name, t.code`,
      [userId],
    );
  }

  async insert(
    scope: PlatformScope,
    user: Pick<UserEntity, 'id' | 'username' | 'name' | 'email' | 'language' | 'createdAt'> & {
      passwordHash: string | null;
    },
  ): Promise<void> {
    await scope.manager.query(
      `insert into users (id, username, name, email, language, password_hash, password_changed_at, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $7)`,
      [user.id, user.username, user.name, user.email, user.language, user.passwordHash, user.createdAt],
    );
  }

  async addMembership(
    scope: Scope,
    membership: { tenantId: string; userId: string; roles: readonly Role[]; at: Date },
  ): Promise<void> {
    await scope.manager.query(
      `insert into memberships (tenant_id, user_id, roles, roles_changed_at, created_at) values ($1, $2, $3, $4, $4)`,
      [membership.tenantId, membership.userId, membership.roles, membership.at],
    );
  }
}
