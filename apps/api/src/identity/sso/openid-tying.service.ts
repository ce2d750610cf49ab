import type { BodyOf, identities } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { MailQueue } from '../../administration/email-server/mail-queue.js';
import { actorOf, requireOwnAccount, type Session } from '../../platform/auth/session.js';
import { Clock } from '../../platform/clock.js';
import { Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { identityTiedMail } from '../links/link-texts.js';
import { FactorTickets } from '../second-factors/factor-tickets.js';
import { IdentityAccounts } from './identity-accounts.js';
import { type Begun, type OpenIdAnswer, OpenIdCodeFlow } from './openid-code-flow.js';
import type { ProvenIdentity } from './proven-identity.js';

/** Ties an identity of an OpenID Connect provider to the account of the session, whatever name and address it has there. */
@Injectable()
export class OpenIdTying {
  constructor(
    private readonly flow: OpenIdCodeFlow,
    private readonly tickets: FactorTickets,
    private readonly transactions: Transactions,
    private readonly accounts: IdentityAccounts,
    private readonly mails: MailQueue,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError FORBIDDEN, NOT_FOUND, IDENTITY_REFUSED, IDENTITY_PROVIDER_UNAVAILABLE */
  async begin(
    session: Session,
    { provider }: BodyOf<typeof identities.beginTie>,
    site: string,
  ): Promise<{ url: string; ticket: string }> {
    requireOwnAccount(session);
    await this.transactions.onPlatform(actorOf(session), (scope) =>
      this.accounts.expectUntied(scope, session.userId),
    );
    const { url, begun } = await this.flow.begin(provider, site);
    const ticket = this.tickets.make({ use: 'TIE', userId: session.userId, openId: begun });
    return { url, ticket };
  }

  /** @throws DomainError FORBIDDEN, TICKET_EXPIRED, IDENTITY_REFUSED, IDENTITY_PROVIDER_UNAVAILABLE */
  async complete(
    session: Session,
    { ticket: sealed, ...answer }: BodyOf<typeof identities.tie>,
  ): Promise<void> {
    requireOwnAccount(session);
    const ticket = this.tickets.read(sealed, 'TIE');
    // Of another person who used this browser.
    if (ticket.userId !== session.userId || !ticket.openId) throw new DomainError('TICKET_EXPIRED');
    const { openId } = ticket;
    await this.transactions.onPlatform(actorOf(session), (scope) => this.tickets.burn(scope, ticket));
    const identity = await this.proven(openId, answer);
    await this.transactions.onPlatform(actorOf(session), async (scope) => {
      const user = await this.accounts.tie(scope, session.userId, identity);
      if (await this.mails.configured(scope))
        await this.mails.add(
          scope,
          identityTiedMail(user, identity.provider.name, this.clock.now()),
          session.tenantId,
        );
    });
  }

  /** The session is good: what the provider refuses is a refused identity and no wrong password. */
  private async proven(begun: Begun, answer: OpenIdAnswer): Promise<ProvenIdentity> {
    try {
      if (answer.code === undefined || answer.state === undefined) throw new DomainError('IDENTITY_REFUSED');
      return (await this.flow.exchange(begun, answer)).identity;
    } catch (error) {
      const isUnavailable = error instanceof DomainError && error.code === 'IDENTITY_PROVIDER_UNAVAILABLE';
      if (!(error instanceof DomainError) || isUnavailable) throw error;
      throw new DomainError('IDENTITY_REFUSED');
    }
  }
}
