import { Inject, Injectable } from '@nestjs/common';
import type { ServerMetadata } from 'openid-client';
import type { Env } from '../../config/env.js';
import type { RoleMapping } from '../../config/setting-types.js';
import { ENV } from '../../config/instance.module.js';

/** An identity provider of this instance. */
export interface Provider {
  /** Stands in addresses and rows. */
  readonly id: string;
  readonly name: string;
  /** KEYCLOAK: the page signs in with keycloak-js; OPENID: the API does, by code and PKCE. */
  readonly kind: 'KEYCLOAK' | 'OPENID';
  readonly icon?: string | undefined;
  readonly clientSecret?: string | undefined;
  readonly scopes: string;
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
    const openId = (env.OPENID_PROVIDERS ?? []).map((one): Provider => ({ ...one, kind: 'OPENID' }));
    this.all = env.KEYCLOAK_URL === undefined ? openId : [keycloakOf(env, env.KEYCLOAK_URL)].concat(openId);
  }

  byId(id: string): Provider | undefined {
    return this.all.find((provider) => provider.id === id);
  }

  byIssuer(issuer: string): Provider | undefined {
    return this.all.find((provider) => provider.issuer === issuer);
  }

  /** Keycloak's addresses follow from the realm; some are for the API and some for browsers. */
  keycloakMetadata(): ServerMetadata {
    const { KEYCLOAK_URL = '', KEYCLOAK_INTERNAL_URL = KEYCLOAK_URL } = this.env;
    const path = 'protocol/openid-connect';
    const inside = realmOf(this.env, KEYCLOAK_INTERNAL_URL);
    return {
      issuer: realmOf(this.env, KEYCLOAK_URL),
      jwks_uri: `${inside}/${path}/certs`,
      token_endpoint: `${inside}/${path}/token`,
      end_session_endpoint: `${realmOf(this.env, KEYCLOAK_URL)}/${path}/logout`,
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
    scopes: 'openid',
    issuer: realmOf(env, url),
    clientId: env.KEYCLOAK_CLIENT_ID,
    groupsClaim: env.SSO_GROUPS_CLAIM,
    roles: env.SSO_ROLES ?? {},
    stepUpAcr: env.SSO_STEP_UP_ACR ?? [],
  };
}
