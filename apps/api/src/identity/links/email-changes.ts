import { randomBytes } from 'node:crypto';
import { CONFIRM_EMAIL_PATH } from '@fibado/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { Clock } from '../../platform/clock.js';
import { type PlatformScope, SYSTEM_ACTOR, Transactions } from '../../platform/database/transactions.js';
import { unique } from '../../platform/database/unique.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { InstanceSecret } from '../../platform/secrets.js';
import { AccountTrail } from '../accounts/account-trail.js';
import { confirmEmailMail, emailChangedMail, type LinkOwner } from './link-texts.js';
import { PasswordLinks } from './password-links.js';

const PURPOSE = 'email-change';
const LIFE_MS = 24 * 3_600_000;

interface Waiting {
  readonly userId: string;
  readonly email: string;
}

/** E-mail addresses that count once a link sent to them was opened. Only a keyed fingerprint of the link is stored. */
@Injectable()
export class EmailChanges {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly secret: InstanceSecret,
    private readonly links: PasswordLinks,
    private readonly trail: AccountTrail,
  ) {}

  /**
   * Sends a link to the new address and tells the present one; without an e-mail server the address counts at once.
   * @returns whether it waits for the link.
   */
  async ask(scope: PlatformScope, owner: LinkOwner, email: string, origin: string): Promise<boolean> {
    if (!(await this.trail.canMail(scope))) {
      await this.set(scope, owner.id, email);
      return false;
    }
    const token = randomBytes(32).toString('base64url');
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + LIFE_MS);
    await scope.manager.query(
      `insert into email_changes (user_id, email, fingerprint, created_at, expires_at) values ($1, $2, $3, $4, $5)
       on conflict (user_id) do update set email = excluded.email, fingerprint = excluded.fingerprint,
         created_at = excluded.created_at, expires_at = excluded.expires_at`,
      [owner.id, email, this.secret.fingerprint(PURPOSE, token), now, expiresAt],
    );
    const link = `${(this.env.PUBLIC_URL ?? origin).replace(/\/$/, '')}${CONFIRM_EMAIL_PATH}#${token}`;
    await this.trail.mail(scope, () => confirmEmailMail({ ...owner, email }, link, expiresAt));
    await this.trail.mail(scope, (at) => emailChangedMail(owner, email, at));
    return true;
  }

  /** The address that waits for its link, if there is one. */
  async waiting(scope: PlatformScope, userId: string): Promise<string | undefined> {
    const rows = await scope.manager.query<{ email: string }[]>(
      'select email from email_changes where user_id = $1 and expires_at > $2',
      [userId, this.clock.now()],
    );
    return rows[0]?.email;
  }

  async forget(scope: PlatformScope, userId: string): Promise<void> {
    await scope.manager.query('delete from email_changes where user_id = $1', [userId]);
  }

  /** @throws DomainError LINK_EXPIRED, ALREADY_EXISTS */
  async confirm(token: string): Promise<{ email: string }> {
    return this.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
      const rows = await scope.manager.query<Waiting[]>(
        `select user_id as "userId", email from email_changes
         where fingerprint = $1 and expires_at > $2 for update`,
        [this.secret.fingerprint(PURPOSE, token), this.clock.now()],
      );
      const [waiting] = rows;
      if (!waiting) throw new DomainError('LINK_EXPIRED');
      await this.set(scope, waiting.userId, waiting.email);
      await this.trail.event(scope, { kind: 'EMAIL_CHANGED', userId: waiting.userId });
      await this.trail.recordOfPerson(scope, {
        action: 'account.confirmEmail',
        userId: waiting.userId,
        after: { email: waiting.email },
      });
      return { email: waiting.email };
    });
  }

  private async set(scope: PlatformScope, userId: string, email: string): Promise<void> {
    await unique(
      { users_email: 'email' },
      scope.manager.query('update users set email = $2, version = version + 1 where id = $1', [
        userId,
        email,
      ]),
    );
    // Links that wait in the mailbox of the address before are of no use any more.
    await this.links.forget(scope, userId);
    await this.forget(scope, userId);
  }
}
