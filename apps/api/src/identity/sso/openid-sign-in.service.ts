import { type BodyOf, SIGN_IN_RETURN_PATH, type SignInResult, type tokens } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { SYSTEM_ACTOR, Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { type FactorTicket, FactorTickets } from '../second-factors/factor-tickets.js';
import type { Origin } from '../tokens/tokens.service.js';
import { UserStore } from '../users/user-store.js';
import { IdentitySignIn, type RecognisedPerson } from './identity-sign-in.js';
import { isRefusal, OpenIdClients } from './openid-clients.js';
import type { Provider } from './providers.js';

type CompleteBody = BodyOf<typeof tokens.completeOpenId>;
type Begun = NonNullable<FactorTicket['openId']>;

/** Signs in at any OpenID Connect provider: authorization code with PKCE, exchanged by the API. */
@Injectable()
export class OpenIdSignIn {
  constructor(
    private readonly clients: OpenIdClients,
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
    { provider: id, anew }: BodyOf<typeof tokens.beginOpenId>,
    site: string,
  ): Promise<{ url: string; ticket: string }> {
    const provider = this.providerOf(id);
    const redirectUri = site.replace(/\/+$/, '') + SIGN_IN_RETURN_PATH;
    const [verifier, state, nonce] = [randomPKCECodeVerifier(), randomState(), randomNonce()];
    const url = buildAuthorizationUrl(await this.clients.configurationOf(provider), {
      redirect_uri: redirectUri,
      scope: provider.scopes,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(anew ? { prompt: 'login', max_age: '0' } : {}),
      ...(anew && provider.stepUpAcr.length > 0 ? { acr_values: provider.stepUpAcr.join(' ') } : {}),
    });
    const openId: Begun = {
      provider: id,
      redirectUri,
      verifier,
      state,
      nonce,
      ...(anew ? { maxAge: 0 } : {}),
    };
    return { url: url.href, ticket: this.tickets.make({ use: 'OPENID', openId }) };
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
    { code, state, iss }: CompleteBody,
  ): Promise<RecognisedPerson> {
    const provider = this.providerOf(begun.provider);
    if (code === undefined || state === undefined) throw new DomainError('BAD_CREDENTIALS');
    await this.burn(ticket);
    const { identity, refreshToken } = await this.exchange(provider, begun, { code, state, iss });
    return this.signIn.recognise(identity, refreshToken);
  }

  private async exchange(
    provider: Provider,
    { redirectUri, verifier, state, nonce, maxAge }: Begun,
    answered: Pick<CompleteBody, 'code' | 'state' | 'iss'>,
  ) {
    const address = new URL(redirectUri);
    for (const [name, value] of Object.entries(answered))
      if (value !== undefined) address.searchParams.set(name, value);
    try {
      const configuration = await this.clients.configurationOf(provider);
      const answer = await authorizationCodeGrant(configuration, address, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        ...(maxAge === undefined ? {} : { maxAge: maxAge + MAX_AGE_SLACK_SECONDS }),
      });
      const identity = await this.clients.identityOf(provider, configuration, answer);
      return { identity, refreshToken: answer.refresh_token };
    } catch (error) {
      if (error instanceof DomainError) throw error;
      throw new DomainError(isRefusal(error) ? 'BAD_CREDENTIALS' : 'IDENTITY_PROVIDER_UNAVAILABLE');
    }
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

  private providerOf(id: string): Provider {
    const provider = this.clients.byId(id);
    if (provider?.kind !== 'OPENID') throw new DomainError('NOT_FOUND');
    return provider;
  }

  private burn(ticket: FactorTicket): Promise<void> {
    return this.transactions.onPlatform(SYSTEM_ACTOR, (scope) => this.tickets.burn(scope, ticket));
  }
}

/** Between the sign-in at the provider and the exchange of its code. */
const MAX_AGE_SLACK_SECONDS = 300;
