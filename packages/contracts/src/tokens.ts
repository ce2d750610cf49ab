import { z } from 'zod';
import { apiKeyScope } from './api-keys.js';
import { endpoint } from './endpoint.js';
import { tenantCode } from './primitives.js';
import { factorChallenge, factorCode, factorTicket, passkeyAssertion } from './second-factors.js';
import { isPublic, role } from './roles.js';
import type { Output } from './readonly.js';

/** An application the user may open; the entry with an empty `cd` is the application selector. */
export const app = z
  .strictObject({ icon: z.string(), name: z.string(), contextPath: z.string(), cd: z.string() })
  .meta({ id: 'App' });

export const userLogged = z
  .strictObject({
    name: z.string(),
    email: z.string(),
    image: z.string().nullable(),
    /** When the session's token ends, milliseconds since the epoch. */
    expirationToken: z.int(),
    roles: z.array(role),
    apps: z.array(app),
    tenant: tenantCode,
    username: z.string(),
    /** The real person behind a session in which a super-administrator acts as another user. */
    actor: z.string().optional(),
    scopes: z.array(apiKeyScope).optional().meta({
      description: 'What the API key opens that the request was made with; absent for a session.',
    }),
  })
  .meta({ id: 'UserLogged' });
export type UserLogged = Output<typeof userLogged>;

export const tenantChoice = z
  .strictObject({ cd: tenantCode, description: z.string() })
  .meta({ id: 'TenantChoice' });
export type TenantChoice = Output<typeof tenantChoice>;

/** `token` and `userLogged` are absent while a second factor has to be given or a tenant to be chosen. */
export const signInResult = z
  .strictObject({
    token: z.string().optional(),
    userLogged: userLogged.optional(),
    tenants: z.array(tenantChoice),
    /** Present when the account has a second factor, which `tokens.secondFactor` takes. */
    secondFactor: factorChallenge.optional(),
    /** Stands for the proof given by `tokens.secondFactor`, while a tenant has to be chosen. */
    ticket: factorTicket.optional(),
  })
  .meta({ id: 'SignInResult' });
export type SignInResult = Output<typeof signInResult>;

export const session = z.strictObject({ token: z.string(), userLogged }).meta({ id: 'Session' });
export type Session = Output<typeof session>;

export const signInMethod = z.enum(['PASSWORD', 'PASSKEY', 'SSO', 'ACTING']);

const tokenClient = z.string().trim().min(1).max(100);

/** Where a provider leads back to. */
export const SIGN_IN_RETURN_PATH = '/sign-in-return';
/** A provider's sign-in page, and what completes what was begun there. */
export const openIdBegun = z
  .strictObject({ url: z.string(), ticket: factorTicket })
  .meta({ id: 'OpenIdBegun' });
/** What a provider leads back with. */
export const openIdAnswer = {
  code: z.string().min(1).max(4096).optional(),
  state: z.string().min(1).max(255).optional(),
  /** Issuer, where the provider names it (RFC 9207). */
  iss: z.string().min(1).max(512).optional(),
};

export const tokens = {
  generate: endpoint({
    id: 'tokens.generate',
    method: 'POST',
    path: '/api/user/token/generate',
    summary: 'Sign in with user name and password',
    access: isPublic,
    body: z
      .strictObject({
        username: z.string().min(1).max(254),
        password: z.string().min(1).max(1024),
        tokenClient,
        cdTenant: z.string().min(1).max(64).optional(),
      })
      .meta({ id: 'GenerateToken' }),
    response: signInResult,
    errors: ['BAD_CREDENTIALS', 'NO_TENANT', 'TENANT_SUSPENDED', 'USER_BLOCKED'],
  }),
  passkeyOptions: endpoint({
    id: 'tokens.passkeyOptions',
    method: 'POST',
    path: '/api/user/token/passkey-options',
    summary: 'What the browser needs for a sign-in with a passkey alone',
    access: isPublic,
    response: factorChallenge,
    errors: ['BAD_CREDENTIALS'],
  }),
  secondFactor: endpoint({
    id: 'tokens.secondFactor',
    method: 'POST',
    path: '/api/user/token/second-factor',
    summary: 'Complete a sign-in with a second factor, or with a passkey alone',
    access: isPublic,
    body: z
      .strictObject({
        ticket: factorTicket,
        code: factorCode.optional(),
        passkey: passkeyAssertion.optional(),
        tokenClient,
        cdTenant: z.string().min(1).max(64).optional(),
      })
      .meta({ id: 'GiveSecondFactor' }),
    response: signInResult,
    errors: ['SECOND_FACTOR_WRONG', 'TICKET_EXPIRED', 'NO_TENANT', 'TENANT_SUSPENDED', 'USER_BLOCKED'],
  }),
  fromKeycloakAuth: endpoint({
    id: 'tokens.fromKeycloakAuth',
    method: 'POST',
    path: '/api/user/token/from-keycloak-auth',
    summary: "Exchange an identity provider's token for a session",
    access: isPublic,
    body: z
      .strictObject({
        keycloakToken: z.string().min(1).max(16_384),
        username: z.string().min(1).max(254),
        /** Given over to the API, which asks the provider with it whether the person may stay; not to be used elsewhere. */
        refreshToken: z.string().min(1).max(16_384).optional(),
        tokenClient,
        cdTenant: z.string().min(1).max(64).optional(),
      })
      .meta({ id: 'ExchangeToken' }),
    response: signInResult,
    errors: [
      'BAD_CREDENTIALS',
      'IDENTITY_REFUSED',
      'NO_TENANT',
      'TENANT_SUSPENDED',
      'USER_BLOCKED',
      'IDENTITY_PROVIDER_UNAVAILABLE',
    ],
  }),
  beginOpenId: endpoint({
    id: 'tokens.beginOpenId',
    method: 'POST',
    path: '/api/user/token/begin-openid',
    summary: "The address of a provider's sign-in page; it leads back to `/sign-in-return` with a code",
    access: isPublic,
    body: z
      .strictObject({
        /** An id of `tokens.config`. */
        provider: z.string().min(1).max(40),
        /** The person signs in anew although the provider's session is open. */
        anew: z.boolean().optional(),
      })
      .meta({ id: 'BeginOpenId' }),
    response: openIdBegun,
    errors: ['NOT_FOUND', 'IDENTITY_PROVIDER_UNAVAILABLE'],
  }),
  completeOpenId: endpoint({
    id: 'tokens.completeOpenId',
    method: 'POST',
    path: '/api/user/token/complete-openid',
    summary: 'Exchange what a provider led back with for a session; again with the ticket to choose a tenant',
    access: isPublic,
    body: z
      .strictObject({
        ticket: factorTicket,
        ...openIdAnswer,
        tokenClient,
        cdTenant: z.string().min(1).max(64).optional(),
      })
      .meta({ id: 'CompleteOpenId' }),
    response: signInResult,
    errors: [
      'TICKET_EXPIRED',
      'BAD_CREDENTIALS',
      'IDENTITY_REFUSED',
      'NO_TENANT',
      'TENANT_SUSPENDED',
      'USER_BLOCKED',
      'IDENTITY_PROVIDER_UNAVAILABLE',
    ],
  }),
  config: endpoint({
    id: 'tokens.config',
    method: 'GET',
    path: '/api/user/config',
    summary: 'How people sign in on this instance',
    access: isPublic,
    response: z
      .strictObject({
        localSignIn: z.boolean(),
        sso: z
          .strictObject({
            url: z.string(),
            realm: z.string(),
            clientId: z.string(),
            /** `acr` values one of which a step-up has to show. */
            stepUpAcr: z.array(z.string()).optional(),
          })
          .optional(),
        /** Providers signed in through by `tokens.beginOpenId`. */
        providers: z
          .array(
            z
              .strictObject({
                id: z.string(),
                name: z.string(),
                /** A picture as a `data:` address. */
                icon: z.string().optional(),
              })
              .meta({ id: 'SignInProvider' }),
          )
          .optional(),
        /** Login shown on the sign-in page of a demonstration instance. */
        demo: z.strictObject({ username: z.string(), password: z.string() }).optional(),
        /** A forgotten password can be replaced by e-mail. */
        passwordReset: z.boolean().optional(),
        version: z.string(),
      })
      .meta({ id: 'InstanceConfig' }),
  }),
} as const;
