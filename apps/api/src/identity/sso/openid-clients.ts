import { Injectable } from '@nestjs/common';
import {
  allowInsecureRequests,
  ClientError,
  clockSkew,
  clockTolerance,
  Configuration,
  None,
  refreshTokenGrant,
  ResponseBodyError,
} from 'openid-client';
import { Clock } from '../../platform/clock.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { IdentityProvider } from './identity-provider.js';
import type { ProvenIdentity } from './proven-identity.js';
import type { ProviderSession } from './provider-sessions.js';
import { type Provider, Providers } from './providers.js';

const TIMEOUT_SECONDS = 5;
const CLOCK_SKEW_SECONDS = 30;

/** What a provider says of a person it signed in before. */
export type Confirmation =
  | {
      readonly kind: 'CONFIRMED';
      readonly identity: ProvenIdentity;
      readonly refreshToken: string | undefined;
    }
  /** Signed out, disabled, deleted, or the token was used twice. */
  | { readonly kind: 'REFUSED' }
  | { readonly kind: 'UNAVAILABLE' };

/** Talks to the token endpoints of the identity providers. */
@Injectable()
export class OpenIdClients {
  constructor(
    private readonly providers: Providers,
    private readonly tokens: IdentityProvider,
    private readonly clock: Clock,
  ) {}

  known(issuer: string): Provider | undefined {
    return this.providers.byIssuer(issuer);
  }

  /** The provider is still configured, and gave a refresh token. */
  canConfirm({ provider, issuer, refreshToken }: ProviderSession): boolean {
    return refreshToken !== undefined && this.providers.byId(provider)?.issuer === issuer;
  }

  /** Uses a refresh token, which the provider may replace: the one of the answer counts from then on. */
  async confirm(session: ProviderSession): Promise<Confirmation> {
    const provider = this.providers.byId(session.provider);
    if (!provider || session.refreshToken === undefined) return { kind: 'UNAVAILABLE' };
    try {
      const { refreshToken } = session;
      const answer = await refreshTokenGrant(this.configurationOf(provider), refreshToken);
      const identity = await this.tokens.verify(answer.access_token);
      if (identity.subject !== session.subject) return { kind: 'REFUSED' };
      return { kind: 'CONFIRMED', identity, refreshToken: answer.refresh_token ?? refreshToken };
    } catch (error) {
      return { kind: isRefusal(error) ? 'REFUSED' : 'UNAVAILABLE' };
    }
  }

  /** Where a browser ends the provider's session. */
  logoutUrl(provider: Provider, returnTo: string): string | undefined {
    const { logout } = this.providers.keycloakAddresses();
    if (logout === undefined) return undefined;
    const url = new URL(logout);
    url.search = new URLSearchParams({
      client_id: provider.clientId,
      post_logout_redirect_uri: returnTo,
    }).toString();
    return url.href;
  }

  private configurationOf(provider: Provider): Configuration {
    const { token } = this.providers.keycloakAddresses();
    const server = { issuer: provider.issuer, token_endpoint: token };
    return this.prepared(new Configuration(server, provider.clientId, undefined, None()));
  }

  private prepared(configuration: Configuration): Configuration {
    configuration.timeout = TIMEOUT_SECONDS;
    const client = configuration.clientMetadata();
    // The library reads the machine's clock; the product's is the one that counts.
    Object.assign(client, {
      [clockSkew]: Math.round((this.clock.now().getTime() - Date.now()) / 1000),
      [clockTolerance]: CLOCK_SKEW_SECONDS,
    });
    allowInsecureRequests(configuration);
    return configuration;
  }
}

/** The provider answered, and said no; or what it answered is not what it signs. */
function isRefusal(error: unknown): boolean {
  if (error instanceof DomainError) return error.code === 'BAD_CREDENTIALS';
  if (error instanceof ResponseBodyError) return error.status < 500 && error.status !== 429;
  return error instanceof ClientError && error.code === 'OAUTH_INVALID_RESPONSE';
}
