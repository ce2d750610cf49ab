import { SIGN_IN_RETURN_PATH } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { DomainError } from '../../platform/http/domain-error.js';
import type { FactorTicket } from '../second-factors/factor-tickets.js';
import { isRefusal, OpenIdClients } from './openid-clients.js';
import type { ProvenIdentity } from './proven-identity.js';
import type { Provider } from './providers.js';

/** What the provider's answer is compared with. */
export type Begun = NonNullable<FactorTicket['openId']>;

/** What a provider leads back with. */
export interface OpenIdAnswer {
  readonly code?: string | undefined;
  readonly state?: string | undefined;
  readonly iss?: string | undefined;
}

/** Between the sign-in at the provider and the exchange of its code. */
const MAX_AGE_SLACK_SECONDS = 300;

/** The authorization code flow with PKCE at one of the configured OpenID Connect providers. */
@Injectable()
export class OpenIdCodeFlow {
  constructor(private readonly clients: OpenIdClients) {}

  /**
   * @param site the address people use.
   * @param anew the person signs in although the provider's session is open.
   * @throws DomainError NOT_FOUND, IDENTITY_PROVIDER_UNAVAILABLE
   */
  async begin(id: string, site: string, anew = false): Promise<{ url: string; begun: Begun }> {
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
    const begun: Begun = {
      provider: id,
      redirectUri,
      verifier,
      state,
      nonce,
      ...(anew ? { maxAge: 0 } : {}),
    };
    return { url: url.href, begun };
  }

  /** @throws DomainError NOT_FOUND, BAD_CREDENTIALS, IDENTITY_PROVIDER_UNAVAILABLE */
  async exchange(
    { provider: id, redirectUri, verifier, state, nonce, maxAge }: Begun,
    { code, state: answeredState, iss }: OpenIdAnswer,
  ): Promise<{ identity: ProvenIdentity; refreshToken: string | undefined }> {
    const provider = this.providerOf(id);
    const address = new URL(redirectUri);
    for (const [name, value] of Object.entries({ code, state: answeredState, iss }))
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

  private providerOf(id: string): Provider {
    const provider = this.clients.byId(id);
    if (provider?.kind !== 'OPENID') throw new DomainError('NOT_FOUND');
    return provider;
  }
}
