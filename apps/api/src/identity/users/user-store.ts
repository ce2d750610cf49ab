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
  readonly demonstration: boolean;
}

/** More accounts of one address are told nothing: a forgotten password is not to send mails without end. */
const MAX_ACCOUNTS_OF_LOGIN = 10;

export type KnownUser = UserEntity;

export interface MembershipRow {
  readonly tenantId: string;
  readonly cd: string;
  readonly description: string;
  readonly state: 'ACTIVE' | 'SUSPENDED';
}

/** Rows of users and memberships as sign-in, sessions and the first start need them. */
@Injectable()
export class UserStore {
  async credentials(scope: PlatformScope, username: string): Promise<Credentials | undefined> {
    const rows = await scope.manager.query<Credentials[]>(
      `select id, username, password_hash as "passwordHash", blocked, demonstration from users where username = $1`,
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
      demonstration?: boolean;
    },
  ): Promise<void> {
    await scope.manager.query(
      `insert into users (id, username, name, email, language, password_hash, password_changed_at, created_at, demonstration)
       values ($1, $2, $3, $4, $5, $6, $7, $7, $8)`,
      [
        user.id,
        user.username,
        user.name,
        user.email,
        user.language,
        user.passwordHash,
        user.createdAt,
        user.demonstration ?? false,
      ],
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

  /** The membership's own roles, without those of its groups; `undefined` for no member. */
  async rolesIn(scope: PlatformScope, tenantId: string, userId: string): Promise<Role[] | undefined> {
    const rows = await scope.manager.query<{ roles: Role[] }[]>(
      'select roles from memberships where tenant_id = $1 and user_id = $2 for update',
      [tenantId, userId],
    );
    return rows[0]?.roles;
  }

  async setRoles(
    scope: PlatformScope,
    { tenantId, userId, roles }: { tenantId: string; userId: string; roles: readonly Role[] },
  ): Promise<void> {
    await scope.manager.query('update memberships set roles = $3 where tenant_id = $1 and user_id = $2', [
      tenantId,
      userId,
      roles,
    ]);
  }

  /** @returns the tenant's id, while it is in use. */
  async activeTenant(scope: PlatformScope, code: string): Promise<string | undefined> {
    const rows = await scope.manager.query<{ id: string }[]>(
      `select id from tenants where code = $1 and state = 'ACTIVE'`,
      [code],
    );
    return rows[0]?.id;
  }

  /** A password of its own makes the demonstration's account an ordinary one. */
  async setPassword(scope: PlatformScope, userId: string, passwordHash: string, at: Date): Promise<void> {
    await scope.manager.query(
      'update users set password_hash = $2, password_changed_at = $3, demonstration = false where id = $1',
      [userId, passwordHash, at],
    );
  }

  async clearPassword(scope: PlatformScope, userId: string): Promise<void> {
    await scope.manager.query('update users set password_hash = null where id = $1', [userId]);
  }

  async bindIdentity(scope: PlatformScope, userId: string, issuer: string, subject: string): Promise<void> {
    await scope.manager.query(
      'update users set sso_issuer = $2, sso_subject = $3, identity_closed = false where id = $1',
      [userId, issuer, subject],
    );
    await scope.manager.query('delete from deleted_identities where issuer = $1 and subject = $2', [
      issuer,
      subject,
    ]);
  }

  /**
   * Unties the identity, and remembers it: it makes no account again.
   * @param closed no other identity is tied by itself from now on.
   */
  async untieIdentity(scope: PlatformScope, user: KnownUser, closed: boolean, at: Date): Promise<void> {
    await scope.manager.query(
      'update users set sso_issuer = null, sso_subject = null, identity_closed = $2 where id = $1',
      [user.id, closed],
    );
    if (user.ssoSubject === null) return;
    await scope.manager.query(
      `insert into deleted_identities (issuer, subject, deleted_at) values ($1, $2, $3)
       on conflict (issuer, subject) do update set deleted_at = excluded.deleted_at`,
      [user.ssoIssuer, user.ssoSubject, at],
    );
  }

  /** Whether a password or a passkey signs in to the account. */
  async hasLocalSignIn(scope: PlatformScope, userId: string): Promise<boolean> {
    const rows = await scope.manager.query<unknown[]>(
      `select 1 from users u where u.id = $1 and (u.password_hash is not null
         or exists (select 1 from second_factors f where f.user_id = u.id and f.kind = 'PASSKEY'))`,
      [userId],
    );
    return rows.length > 0;
  }

  /** Whether an identity belonged to a person who was deleted, or was untied from its account. */
  async isTombstone(scope: PlatformScope, issuer: string, subject: string): Promise<boolean> {
    const rows = await scope.manager.query<unknown[]>(
      'select 1 from deleted_identities where issuer = $1 and subject = $2',
      [issuer, subject],
    );
    return rows.length > 0;
  }

  async findByIdentity(scope: PlatformScope, issuer: string, subject: string): Promise<UserEntity | null> {
    return scope.manager.findOneBy(UserEntity, { ssoIssuer: issuer, ssoSubject: subject });
  }

  /**
   * All users a login may mean: those of that e-mail address, or else the person of that user name. What is a person's
   * address is never taken for another's name.
   */
  async findAllByLogin(scope: PlatformScope, login: string): Promise<UserEntity[]> {
    const byEmail = await scope.manager
      .createQueryBuilder(UserEntity, 'u')
      .where('lower(u.email) = :login', { login })
      .orderBy('u.username')
      .limit(MAX_ACCOUNTS_OF_LOGIN)
      .getMany();
    if (byEmail.length > 0) return byEmail;
    const named = await this.findByUsername(scope, login);
    return named ? [named] : [];
  }

  /** By e-mail, or by user name: a registered e-mail address is never matched as another user's name. */
  async findByLogin(scope: PlatformScope, login: string): Promise<UserEntity | null> {
    const rows = await scope.manager.query<{ id: string }[]>(
      'select id from users where username = $1 or lower(email) = $1 order by (lower(email) = $1) desc limit 1',
      [login],
    );
    return rows[0] ? this.find(scope, rows[0].id) : null;
  }
}
