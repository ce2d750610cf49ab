import { Injectable } from '@nestjs/common';
import { allowInsecureRequests, discovery, None, type ServerMetadata } from 'openid-client';
import { DomainError } from '../../platform/http/domain-error.js';
import { type Provider, Providers } from './providers.js';

const TIMEOUT_SECONDS = 5;
/** A provider that moves its addresses announces it longer before. */
const KEPT_MS = 3_600_000;

/** Where a provider's endpoints are: Keycloak's follow from its realm, others are discovered. */
@Injectable()
export class ProviderMetadata {
  readonly #found = new Map<string, { readonly metadata: Promise<ServerMetadata>; readonly until: number }>();

  constructor(private readonly providers: Providers) {}

  /** @throws DomainError IDENTITY_PROVIDER_UNAVAILABLE */
  of(provider: Provider): Promise<ServerMetadata> {
    if (provider.kind === 'KEYCLOAK') return Promise.resolve(this.providers.keycloakMetadata());
    const known = this.#found.get(provider.id);
    if (known && known.until > Date.now()) return known.metadata;
    const metadata = this.discover(provider);
    this.#found.set(provider.id, { metadata, until: Date.now() + KEPT_MS });
    metadata.catch(() => this.#found.delete(provider.id));
    return metadata;
  }

  private async discover({ issuer, clientId }: Provider): Promise<ServerMetadata> {
    try {
      const found = await discovery(new URL(issuer), clientId, undefined, None(), {
        timeout: TIMEOUT_SECONDS,
        // The operator names the address; one of http is for a provider on the same machine.
        execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
      });
      return found.serverMetadata();
    } catch {
      throw new DomainError('IDENTITY_PROVIDER_UNAVAILABLE');
    }
  }
}
