import { Inject, Injectable } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { actorOf, type Session } from '../../platform/auth/session.js';
import { type PlatformScope, Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { MappedRoles } from './mapped-roles.js';
import { OpenIdClients } from './openid-clients.js';
import { ProviderSessions } from './provider-sessions.js';
import { ProviderSignOuts } from './provider-sign-outs.js';

/** A confirmation this young is not asked for again: a client that refreshes without pause asks the provider seldom. */
const FRESH_MS = 60_000;

/** Asks the provider at each refresh whether a person it signed in may stay. */
@Injectable()
export class ProviderChecks {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly transactions: Transactions,
    private readonly sessions: ProviderSessions,
    private readonly clients: OpenIdClients,
    private readonly roles: MappedRoles,
    private readonly signOuts: ProviderSignOuts,
  ) {}

  /**
   * @throws DomainError UNAUTHENTICATED, and the sessions end, when the provider refuses the person, or when it gave no
   *   refresh token and `SSO_CHECK_MINUTES` are over; IDENTITY_PROVIDER_UNAVAILABLE when it has not answered for that long
   */
  async confirm(session: Session): Promise<void> {
    const run = <T>(work: (scope: PlatformScope) => Promise<T>) =>
      this.transactions.onPlatform(actorOf(session), work);
    const held = await run((scope) => this.sessions.ofSession(scope, session.id));
    if (!held) return;
    const isOverdue = held.ageMs >= this.env.SSO_CHECK_MINUTES * 60_000;
    if (!this.clients.canConfirm(held)) {
      if (isOverdue) await this.signOuts.refuse(held);
      return;
    }
    if (held.ageMs < FRESH_MS) return;
    if (await run((scope) => this.sessions.lease(scope, held))) {
      const answer = await this.clients.confirm(held);
      if (answer.kind === 'CONFIRMED') {
        await run((scope) => this.sessions.confirmed(scope, held.id, answer.refreshToken));
        if (answer.identity) await this.roles.apply(held.userId, answer.identity);
        return;
      }
      if (answer.kind === 'REFUSED') return this.signOuts.refuse(held);
      await run((scope) => this.sessions.release(scope, held.id));
    }
    if (isOverdue) throw new DomainError('IDENTITY_PROVIDER_UNAVAILABLE');
  }
}
