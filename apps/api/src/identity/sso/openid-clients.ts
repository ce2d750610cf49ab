import { Injectable } from '@nestjs/common';
import type { JWTPayload } from 'jose';
import {
  allowInsecureRequests,
  ClientError,
  clockSkew,
  clockTolerance,
  ClientSecretPost,
  Configuration,
  fetchUserInfo,
  None,
  refreshTokenGrant,
  ResponseBodyError,
  type TokenEndpointResponse,
} from 'openid-client';
import { Clock } from '../../platform/clock.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { IdentityProvider } from './identity-provider.js';
import { identityFrom, type ProvenIdentity } from './proven-identity.js';
import { ProviderMetadata } from './provider-metadata.js';
import type { ProviderSession } from './provider-sessions.js';
import { type Provider, Providers } from './providers.js';

const TIMEOUT_SECONDS = 5;
const CLOCK_SKEW_SECONDS = 30;

/** What a provider says of a person it signed in before. */
type Confirmation =
  | {
      readonly kind: 'CONFIRMED';
      /** Absent where the provider tells nothing about the person with a refresh. */
      readonly identity: ProvenIdentity | undefined;
      readonly refreshToken: string | undefined;
    }
  /** Signed out, disabled, deleted, or the token was used twice. */
  | { readonly kind: 'REFUSED' }
  | { readonly kind: 'UNAVAILABLE' };

/** Talks to the endpoints of the identity providers. */
@Injectable()
export class OpenIdClients {
  constructor(
    private readonly providers: Providers,
    private readonly metadata: ProviderMetadata,
    private readonly tokens: IdentityProvider,
    private readonly clock: Clock,
  ) {}

  known(issuer: string): Provider | undefined {
    return this.providers.byIssuer(issuer);
  }

  byId(id: string): Provider | undefined {
    return this.providers.byId(id);
  }

  /** The provider is still configured, and gave a refresh token. */
  canConfirm({ provider, issuer, refreshToken }: ProviderSession): boolean {
    return refreshToken !== undefined && this.providers.byId(provider)?.issuer === issuer;
  }

  /** Uses a refresh token, which the provider may replace: the one of the answer counts from then on. */
  async confirm({ provider: id, subject, refreshToken }: ProviderSession): Promise<Confirmation> {
    const provider = this.providers.byId(id);
    if (!provider || refreshToken === undefined) return { kind: 'UNAVAILABLE' };
    try {
      const configuration = await this.configurationOf(provider);
      const answer = await refreshTokenGrant(configuration, refreshToken);
      const identity = await this.personOf(provider, configuration, answer, subject);
      if (identity && identity.subject !== subject) return { kind: 'REFUSED' };
      return { kind: 'CONFIRMED', identity, refreshToken: answer.refresh_token ?? refreshToken };
    } catch (error) {
      return { kind: isRefusal(error) ? 'REFUSED' : 'UNAVAILABLE' };
    }
  }

  /**
   * The person of an ID token, with what the provider's user information adds.
   * @throws DomainError BAD_CREDENTIALS, IDENTITY_PROVIDER_UNAVAILABLE; and what the library throws
   */
  async identityOf(
    provider: Provider,
    configuration: Configuration,
    { id_token, access_token }: TokenEndpointResponse,
  ): Promise<ProvenIdentity> {
    if (id_token === undefined) throw new DomainError('BAD_CREDENTIALS');
    const required = ['exp', 'iat', 'sub'];
    const { payload } = await this.tokens.check(provider, id_token, required, provider.clientId);
    const more = await this.userInfo(configuration, access_token, payload.sub ?? '');
    // What is signed counts before what is not.
    return identityFrom(provider, { ...more, ...payload });
  }

  /** Where a browser ends the provider's session. */
  async logoutUrl(provider: Provider, returnTo: string): Promise<string | undefined> {
    const found = await this.metadata.of(provider).catch(() => undefined);
    if (found?.end_session_endpoint === undefined) return undefined;
    const url = new URL(found.end_session_endpoint);
    url.searchParams.set('client_id', provider.clientId);
    url.searchParams.set('post_logout_redirect_uri', returnTo);
    return url.href;
  }

  /** @throws DomainError IDENTITY_PROVIDER_UNAVAILABLE */
  async configurationOf(provider: Provider): Promise<Configuration> {
    const { clientId, clientSecret } = provider;
    const client = {
      // The library reads the machine's clock; the product's is the one that counts.
      [clockSkew]: Math.round((this.clock.now().getTime() - Date.now()) / 1000),
      [clockTolerance]: CLOCK_SKEW_SECONDS,
    };
    const configuration = new Configuration(
      await this.metadata.of(provider),
      clientId,
      client,
      clientSecret === undefined ? None() : ClientSecretPost(clientSecret),
    );
    configuration.timeout = TIMEOUT_SECONDS;
    // Keycloak may be reached inside a machine's network; another provider is as its operator named it.
    if (provider.kind === 'KEYCLOAK' || provider.issuer.startsWith('http:'))
      allowInsecureRequests(configuration);
    return configuration;
  }

  /** Keycloak tells of the person in the access token, others in the ID token or the user information. */
  private async personOf(
    provider: Provider,
    configuration: Configuration,
    answer: TokenEndpointResponse,
    subject: string,
  ): Promise<ProvenIdentity | undefined> {
    if (provider.kind === 'KEYCLOAK') return this.tokens.verify(answer.access_token);
    if (answer.id_token !== undefined) return this.identityOf(provider, configuration, answer);
    const told = await this.userInfo(configuration, answer.access_token, subject);
    if (!told) return undefined;
    const now = Math.floor(this.clock.now().getTime() / 1000);
    return identityFrom(provider, { ...told, iss: provider.issuer, iat: now });
  }

  private async userInfo(
    configuration: Configuration,
    accessToken: string,
    subject: string,
  ): Promise<JWTPayload | undefined> {
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return undefined;
    return fetchUserInfo(configuration, accessToken, subject);
  }
}

/** The provider answered, and said no; or what it answered is not what it signs. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof DomainError) return error.code === 'BAD_CREDENTIALS';
  if (error instanceof ResponseBodyError) return error.status < 500 && error.status !== 429;
  return error instanceof ClientError && error.code?.startsWith('OAUTH_INVALID') === true;
}
