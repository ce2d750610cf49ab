import { Injectable } from '@nestjs/common';
import { ApiKeyStore } from '../../platform/auth/api-key.store.js';
import { SessionStore } from '../../platform/auth/session.store.js';
import { Clock } from '../../platform/clock.js';
import type { PlatformScope } from '../../platform/database/transactions.js';
import { EmailChanges } from '../links/email-changes.js';
import { PasswordLinks } from '../links/password-links.js';
import { UserStore } from './user-store.js';

/** Gives an account another password, and ends sessions, links, keys and e-mail changes that the one before may have opened. */
@Injectable()
export class PasswordChange {
  constructor(
    private readonly users: UserStore,
    private readonly links: PasswordLinks,
    private readonly emails: EmailChanges,
    private readonly sessions: SessionStore,
    private readonly keys: ApiKeyStore,
    private readonly clock: Clock,
  ) {}

  /** @param keep a session that stays, and whether the API keys do. */
  async apply(
    scope: PlatformScope,
    userId: string,
    passwordHash: string,
    keep: { readonly session?: string; readonly keys?: boolean } = {},
  ): Promise<void> {
    await this.users.setPassword(scope, userId, passwordHash, this.clock.now());
    await this.links.forget(scope, userId);
    await this.emails.forget(scope, userId);
    await this.sessions.revokeAll(
      scope,
      userId,
      keep.session === undefined ? undefined : { keep: keep.session },
    );
    if (!keep.keys) await this.keys.revokeAll(scope, userId);
  }
}
