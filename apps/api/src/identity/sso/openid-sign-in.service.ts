import type { BodyOf, SignInResult, tokens } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR, Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { type FactorTicket, FactorTickets } from '../second-factors/factor-tickets.js';
import type { Origin } from '../tokens/sign-ins.service.js';
import { UserStore } from '../users/user-store.js';
import { IdentitySignIn, type RecognisedPerson } from './identity-sign-in.js';
import { type Begun, OpenIdCodeFlow } from './openid-code-flow.js';

type CompleteBody = BodyOf<typeof tokens.completeOpenId>;

/** Signs in at any OpenID Connect provider: authorization code with PKCE, exchanged by the API. */
@Injectable()
export class OpenIdSignIn {
  constructor(
    private readonly flow: OpenIdCodeFlow,
    private readonly signIn: IdentitySignIn,
    private readonly tickets: FactorTickets,
    private readonly transactions: Transactions,
    private readonly users: UserStore,
  ) {}

  /**
   * @param site the address people use.
   * @throws DomainError NOT_FOUND, IDENTITY_PROVIDER_UNAVAILABLE
   */
  async begin(
    { provider, anew }: BodyOf<typeof tokens.beginOpenId>,
    site: string,
  ): Promise<{ url: string; ticket: string }> {
    const { url, begun } = await this.flow.begin(provider, site, anew);
    return { url, ticket: this.tickets.make({ use: 'OPENID', openId: begun }) };
  }

  /** @throws DomainError see `tokens.completeOpenId` */
  async complete(body: CompleteBody, origin: Origin): Promise<SignInResult> {
    const ticket = this.tickets.read(body.ticket, 'OPENID', 'RECOGNISED');
    const known = ticket.openId
      ? await this.recognise(ticket, ticket.openId, body)
      : await this.recognised(ticket);
    const result = await this.signIn.open(known, origin, body.cdTenant);
    if (result.token !== undefined) {
      if (!ticket.openId) await this.burn(ticket);
      return result;
    }
    const { user, providerSessionId, authenticatedAt, isStrong } = known;
    const recognised = { providerSessionId, authenticatedAt: authenticatedAt?.getTime(), isStrong };
    return { ...result, ticket: this.tickets.make({ use: 'RECOGNISED', userId: user.id, recognised }) };
  }

  private async recognise(
    ticket: FactorTicket,
    begun: Begun,
    answer: CompleteBody,
  ): Promise<RecognisedPerson> {
    if (answer.code === undefined || answer.state === undefined) throw new DomainError('BAD_CREDENTIALS');
    await this.burn(ticket);
    const { identity, refreshToken } = await this.flow.exchange(begun, answer);
    return this.signIn.recognise(identity, refreshToken);
  }

  private async recognised({ userId, recognised }: FactorTicket): Promise<RecognisedPerson> {
    const user = await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
      this.users.find(scope, userId ?? ''),
    );
    if (!user || !recognised) throw new DomainError('TICKET_EXPIRED');
    const { providerSessionId, authenticatedAt, isStrong } = recognised;
    const at = authenticatedAt === undefined ? undefined : new Date(authenticatedAt);
    return { user, providerSessionId, authenticatedAt: at, isStrong };
  }

  private burn(ticket: FactorTicket): Promise<void> {
    return this.transactions.onPlatform(SYSTEM_ACTOR, (scope) => this.tickets.burn(scope, ticket));
  }
}
