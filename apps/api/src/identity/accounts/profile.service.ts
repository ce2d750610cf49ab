import { readFile } from 'node:fs/promises';
import type { BodyOf, ContactShown, profile } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { actorOf, requireOwnAccount, type Session, type SignInMethod } from '../../platform/auth/session.js';
import { requireRecentProof } from '../../platform/auth/step-up.js';
import { SessionStore } from '../../platform/auth/session.store.js';
import { Clock } from '../../platform/clock.js';
import { type PlatformScope, Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { EmailChanges } from '../links/email-changes.js';
import { UserStore } from '../users/user-store.js';
import { AccountTrail } from './account-trail.js';
import { avatarUrl, makeAvatar } from './avatar.js';

interface LoginRow {
  readonly at: Date;
  readonly address: string;
  readonly client: string;
  readonly agent: string;
  readonly method: SignInMethod;
}

/** What a person sees and changes about itself. */
@Injectable()
export class ProfileService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserStore,
    private readonly sessions: SessionStore,
    private readonly emails: EmailChanges,
    private readonly trail: AccountTrail,
    private readonly clock: Clock,
  ) {}

  lastLogins(session: Session) {
    return this.transactions.onPlatform(actorOf(session), async ({ manager }) => {
      const rows = await manager.query<LoginRow[]>(
        'select at, address, client, agent, method from logins where user_id = $1 order by at desc, id limit 5',
        [session.userId],
      );
      return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
    });
  }

  avatars(session: Session) {
    return this.transactions.onPlatform(actorOf(session), async ({ manager }) => {
      const rows = await manager.query<{ username: string; name: string; avatar: Buffer | null }[]>(
        `select u.username, u.name, u.avatar from users u join memberships m on m.user_id = u.id
         where m.tenant_id = $1 order by lower(u.name), u.username`,
        [session.tenantId],
      );
      return rows.map(({ avatar, ...row }) => ({ ...row, image: avatarUrl(avatar) }));
    });
  }

  contact(session: Session): Promise<ContactShown> {
    return this.transactions.onPlatform(actorOf(session), (scope) => this.read(scope, session.userId));
  }

  /**
   * A new e-mail address counts once a link sent to it was opened.
   * @param origin the address people use, for that link.
   * @throws DomainError FORBIDDEN (acting as another user), ALREADY_EXISTS, STEP_UP_REQUIRED
   */
  updateContact(
    session: Session,
    body: BodyOf<typeof profile.updateContact>,
    origin: string,
  ): Promise<ContactShown> {
    // A session acting as another user could otherwise take the account over through its e-mail.
    requireOwnAccount(session);
    const { userId, username } = session;
    const { name, email, language } = body;
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      const before = await this.read(scope, userId);
      if (email !== before.email) requireRecentProof(session, this.clock.now());
      await scope.manager.query(
        'update users set name = $2, phone = $3, language = $4, version = version + 1 where id = $1',
        [userId, name, body.phone ?? null, language],
      );
      const owner = { id: userId, username, name, email: before.email, language };
      if (email === before.email) await this.emails.forget(scope, userId);
      else if (email !== before.pendingEmail) {
        const waits = await this.emails.ask(scope, owner, email, origin);
        await this.trail.event(scope, { kind: waits ? 'EMAIL_ASKED' : 'EMAIL_CHANGED', userId });
      }
      const after = await this.read(scope, userId);
      await this.record(scope, session, 'account.updateContact', before, after);
      return after;
    });
  }

  /**
   * @param path the uploaded picture.
   * @throws DomainError UNSUPPORTED_MEDIA, IMAGE_UNREADABLE
   */
  async changeAvatar(session: Session, path: string): Promise<{ image: string }> {
    const avatar = await makeAvatar(await readFile(path));
    await this.transactions.onPlatform(actorOf(session), async (scope) => {
      await scope.manager.query('update users set avatar = $2 where id = $1', [session.userId, avatar]);
      await this.record(scope, session, 'account.changeAvatar');
    });
    return { image: avatarUrl(avatar) ?? '' };
  }

  sessionsOf(session: Session) {
    return this.transactions.onPlatform(actorOf(session), async (scope) =>
      (await this.sessions.openOf(scope, session.userId)).map((row) => ({
        ...row,
        createdAt: row.createdAt.toISOString(),
        refreshedAt: row.refreshedAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
        current: row.id === session.id,
      })),
    );
  }

  /** @throws DomainError NOT_FOUND */
  async endSession(session: Session, id: string): Promise<void> {
    await this.transactions.onPlatform(actorOf(session), async (scope) => {
      const own = await this.sessions.openOf(scope, session.userId);
      if (!own.some((row) => row.id === id)) throw new DomainError('NOT_FOUND');
      await this.sessions.revoke(scope, id);
      await this.trail.record(scope, {
        action: 'account.endSession',
        entity: 'session',
        entityId: id,
        tenantId: session.tenantId,
      });
    });
  }

  private async read(scope: PlatformScope, userId: string): Promise<ContactShown> {
    const user = await this.users.find(scope, userId);
    if (!user) throw new DomainError('UNAUTHENTICATED');
    const { name, email, phone, language } = user;
    const pendingEmail = await this.emails.waiting(scope, userId);
    return {
      name,
      email,
      language,
      ...(phone === null ? {} : { phone }),
      ...(pendingEmail === undefined ? {} : { pendingEmail }),
    };
  }

  private record(scope: PlatformScope, session: Session, action: string, before?: unknown, after?: unknown) {
    const { userId, tenantId } = session;
    return this.trail.recordOfPerson(scope, { action, userId, within: tenantId, before, after });
  }
}
