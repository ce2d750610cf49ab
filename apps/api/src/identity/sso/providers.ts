import { Inject, Injectable } from '@nestjs/common';
import type { Env, RoleMapping } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';

/** Addresses of a provider that signs tokens, as the API reaches them. */
export interface ProviderAddresses {
  readonly keys: string;
  readonly token: string;
  readonly logout: string | undefined;
}

/** An identity provider of this instance. */
export interface Provider {
  /** Stands in addresses and rows. */
  readonly id: string;
  readonly name: string;
  readonly kind: 'KEYCLOAK';
  readonly issuer: string;
  readonly clientId: string;
  /** Claim that names a person's groups; dots lead into nested claims. */
  readonly groupsClaim: string;
  /** Roles each group gives in the tenant of first sign-ins. */
  readonly roles: RoleMapping;
  /** `acr` values one of which counts as a proof; empty: any. */
  readonly stepUpAcr: readonly string[];
}

export const KEYCLOAK = 'keycloak';

/** The identity providers the settings name. */
@Injectable()
export class Providers {
  readonly all: readonly Provider[];

  constructor(@Inject(ENV) private readonly env: Env) {
    this.all = env.KEYCLOAK_URL === undefined ? [] : [keycloakOf(env, env.KEYCLOAK_URL)];
  }

  byId(id: string): Provider | undefined {
    return this.all.find((provider) => provider.id === id);
  }

  byIssuer(issuer: string): Provider | undefined {
    return this.all.find((provider) => provider.issuer === issuer);
  }

  /** Keycloak's addresses follow from the realm; some are for the API and some for browsers. */
  keycloakAddresses(): ProviderAddresses {
    const { KEYCLOAK_URL = '', KEYCLOAK_INTERNAL_URL = KEYCLOAK_URL } = this.env;
    const path = 'protocol/openid-connect';
    const inside = realmOf(this.env, KEYCLOAK_INTERNAL_URL);
    return {
      keys: `${inside}/${path}/certs`,
      token: `${inside}/${path}/token`,
      logout: `${realmOf(this.env, KEYCLOAK_URL)}/${path}/logout`,
    };
  }
}

const realmOf = (env: Env, base: string): string =>
  `${base.replace(/\/+$/, '')}/realms/${encodeURIComponent(env.KEYCLOAK_REALM)}`;

function keycloakOf(env: Env, url: string): Provider {
  return {
    id: KEYCLOAK,
    name: 'Keycloak',
    kind: 'KEYCLOAK',
    issuer: realmOf(env, url),
    clientId: env.KEYCLOAK_CLIENT_ID,
    groupsClaim: env.SSO_GROUPS_CLAIM,
    roles: env.SSO_ROLES ?? {},
    stepUpAcr: env.SSO_STEP_UP_ACR ?? [],
  };
}
