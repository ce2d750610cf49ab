import { randomBytes, randomUUID } from 'node:crypto';
import { type LinkSent, PASSWORD_LINK_PATH } from '@fibado/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { MailQueue } from '../../administration/email-server/mail-queue.js';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { Clock } from '../../platform/clock.js';
import type { PlatformScope } from '../../platform/database/transactions.js';
import { InstanceSecret } from '../../platform/secrets.js';
import { linkMail, type LinkOwner } from './link-texts.js';

const PURPOSE = 'password-link';
const HOUR_MS = 3_600_000;
/** A person asked for it just now, an administrator asked for it, an invitation waits in a mailbox. */
const LIFE_MS = { FORGOTTEN: HOUR_MS, RESET: 24 * HOUR_MS, INVITE: 7 * 24 * HOUR_MS };

export interface FoundLink {
  readonly id: string;
  readonly userId: string;
  readonly purpose: 'INVITE' | 'RESET';
  readonly expiresAt: Date;
}

/** Single-use links with which a person chooses a password. Only a keyed fingerprint of one is stored. */
@Injectable()
export class PasswordLinks {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly clock: Clock,
    private readonly secret: InstanceSecret,
    private readonly mails: MailQueue,
  ) {}

  /**
   * Whether forgotten passwords are replaced by mail: it takes a server, and an address of the instance that the
   * settings name, since an address taken from the request is chosen by the client.
   */
  async canReset(scope: PlatformScope): Promise<boolean> {
    if (this.env.PUBLIC_URL === undefined || !this.env.LOCAL_SIGN_IN) return false;
    return this.mails.configured(scope);
  }

  /**
   * Makes a link and mails it; earlier ones of the person stop working.
   * @param origin the address people use, where the settings do not name it.
   */
  async send(
    scope: PlatformScope,
    owner: LinkOwner,
    kind: keyof typeof LIFE_MS,
    origin: string,
    tenantId?: string,
  ): Promise<LinkSent> {
    const { link, expiresAt } = await this.make(scope, owner.id, kind, origin);
    const mailed = await this.mails.configured(scope);
    if (mailed) await this.mails.add(scope, linkMail(owner, kind, link, expiresAt), tenantId);
    return { expiresAt: expiresAt.toISOString(), mailed, ...(mailed ? {} : { link }) };
  }

  /** Makes a link to be handed over by an administrator; earlier links of the user stop working. */
  async make(
    scope: PlatformScope,
    userId: string,
    kind: keyof typeof LIFE_MS,
    origin: string,
  ): Promise<{ link: string; expiresAt: Date }> {
    const token = randomBytes(32).toString('base64url');
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + LIFE_MS[kind]);
    await this.forget(scope, userId);
    await scope.manager.query(
      `insert into password_links (id, user_id, purpose, fingerprint, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [
        randomUUID(),
        userId,
        kind === 'INVITE' ? 'INVITE' : 'RESET',
        this.secret.fingerprint(PURPOSE, token),
        now,
        expiresAt,
      ],
    );
    // Behind the #, where no server and no proxy on the way logs it.
    const link = `${(this.env.PUBLIC_URL ?? origin).replace(/\/$/, '')}${PASSWORD_LINK_PATH}#${token}`;
    return { link, expiresAt };
  }

  /** The link a token stands for, while it works. */
  async find(scope: PlatformScope, token: string): Promise<FoundLink | undefined> {
    const rows = await scope.manager.query<FoundLink[]>(
      `select id, user_id as "userId", purpose, expires_at as "expiresAt" from password_links
       where fingerprint = $1 and expires_at > $2 for update`,
      [this.secret.fingerprint(PURPOSE, token), this.clock.now()],
    );
    return rows[0];
  }

  /** Ends all links of a person: one was used, or its password or e-mail changed. */
  async forget(scope: PlatformScope, userId: string): Promise<void> {
    await scope.manager.query('delete from password_links where user_id = $1', [userId]);
  }
}
