import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { byId, id, instant, paging, pageOf, tenantCode } from './primitives.js';
import { factorChallenge, factorCode, factorTicket, passkeyAssertion } from './second-factors.js';
import { access, isPublic, isSignedIn, role } from './roles.js';
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

/** Path of the web page a link leads to; the secret part follows as `#<link>` and never reaches a server's log. */
export const PASSWORD_LINK_PATH = '/set-password';
/** Where a provider leads back to. */
export const SIGN_IN_RETURN_PATH = '/sign-in-return';
/** Where the link to a new e-mail address leads. */
export const CONFIRM_EMAIL_PATH = '/confirm-email';
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
const passwordLink = z.string().regex(/^[\w-]{20,100}$/);

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

/** Choosing a password with a single-use link: an invitation, or a forgotten password. */
export const passwordLinks = {
  forgot: endpoint({
    id: 'passwordLinks.forgot',
    method: 'POST',
    path: '/api/user/token/forgot-password',
    summary: 'Mail a link to the person of that user name or e-mail; the answer is the same for unknown ones',
    access: isPublic,
    body: z.strictObject({ username: z.string().min(1).max(254) }).meta({ id: 'ForgotPassword' }),
  }),
  info: endpoint({
    id: 'passwordLinks.info',
    method: 'POST',
    path: '/api/user/token/link-info',
    summary: 'Whom a link is for',
    access: isPublic,
    body: z.strictObject({ link: passwordLink }).meta({ id: 'PasswordLink' }),
    response: z
      .strictObject({
        purpose: z.enum(['INVITE', 'RESET']),
        username: z.string(),
        name: z.string(),
        expiresAt: instant,
      })
      .meta({ id: 'PasswordLinkInfo' }),
    errors: ['LINK_EXPIRED'],
  }),
  setPassword: endpoint({
    id: 'passwordLinks.setPassword',
    method: 'POST',
    path: '/api/user/token/set-password',
    summary: 'Choose a password with a link, once; every session of the user ends',
    access: isPublic,
    body: z
      .strictObject({ link: passwordLink, newPassword: z.string().min(1).max(1024) })
      .meta({ id: 'SetPassword' }),
    errors: ['LINK_EXPIRED', 'PASSWORD_WEAK', 'PASSWORD_LEAKED', 'USER_BLOCKED'],
  }),
  confirmEmail: endpoint({
    id: 'passwordLinks.confirmEmail',
    method: 'POST',
    path: '/api/user/token/confirm-email',
    summary: 'Confirm a new e-mail address with the link sent to it, once',
    access: isPublic,
    body: z.strictObject({ link: passwordLink }).meta({ id: 'ConfirmEmail' }),
    response: z.strictObject({ email: z.string() }).meta({ id: 'EmailConfirmed' }),
    errors: ['LINK_EXPIRED', 'ALREADY_EXISTS'],
  }),
} as const;

export const sessionEndpoints = {
  stepUp: endpoint({
    id: 'account.stepUp',
    beforeSecondFactor: true,
    method: 'POST',
    path: '/api/user/account/step-up',
    summary:
      'Prove who one is within an open session: by the password, a second factor, or a sign-in at the provider just now',
    access: isSignedIn,
    body: z
      .strictObject({
        password: z.string().min(1).max(1024).optional(),
        keycloakToken: z.string().min(1).max(16_384).optional(),
        /** Of `secondFactors.challenge`, with a code or a passkey. */
        ticket: factorTicket.optional(),
        code: factorCode.optional(),
        passkey: passkeyAssertion.optional(),
      })
      .meta({ id: 'StepUp' }),
    response: z.strictObject({ provedUntil: instant }).meta({ id: 'SteppedUp' }),
    errors: [
      'PASSWORD_WRONG',
      'SECOND_FACTOR_WRONG',
      'SECOND_FACTOR_REQUIRED',
      'TICKET_EXPIRED',
      'BAD_CREDENTIALS',
      'IDENTITY_REFUSED',
      'IDENTITY_PROVIDER_UNAVAILABLE',
    ],
  }),
  userLogged: endpoint({
    id: 'account.userLogged',
    beforeSecondFactor: true,
    method: 'GET',
    path: '/api/user/account/user-logged',
    summary: 'Who is signed in, with the roles of this moment',
    access: isSignedIn,
    response: userLogged,
  }),
  refresh: endpoint({
    id: 'account.refresh',
    beforeSecondFactor: true,
    method: 'GET',
    path: '/api/user/account/refresh',
    summary: 'A fresh token for the same session, with the roles of this moment',
    access: isSignedIn,
    response: session,
    errors: ['IDENTITY_PROVIDER_UNAVAILABLE'],
  }),
  changeTenant: endpoint({
    id: 'account.changeTenant',
    beforeSecondFactor: true,
    method: 'GET',
    path: '/api/user/account/change-tenant/{tenant}',
    summary: 'A session in another tenant of the same user',
    access: isSignedIn,
    params: z.strictObject({ tenant: z.string().min(1).max(64) }),
    response: session,
    errors: ['NOT_FOUND'],
  }),
  tenants: endpoint({
    id: 'account.tenants',
    beforeSecondFactor: true,
    method: 'GET',
    path: '/api/user/account/tenants',
    summary: 'The tenants the user belongs to',
    access: isSignedIn,
    response: z.array(tenantChoice),
  }),
  blockChangedRole: endpoint({
    id: 'account.blockChangedRole',
    beforeSecondFactor: true,
    method: 'GET',
    path: '/api/user/account/block-changed-role',
    summary: '"Y" when the roles changed since the token was made',
    access: isSignedIn,
    response: z.enum(['Y', 'N']),
  }),
  logout: endpoint({
    id: 'account.logout',
    beforeSecondFactor: true,
    method: 'POST',
    path: '/api/user/account/logout',
    summary: 'End the session; its tokens stop working at once',
    access: isSignedIn,
  }),
  sessions: endpoint({
    id: 'account.sessions',
    beforeSecondFactor: true,
    method: 'GET',
    path: '/api/user/account/sessions',
    summary: "The user's open sessions in all tenants, latest used first",
    access: isSignedIn,
    response: z.array(
      z
        .strictObject({
          id,
          tenant: tenantCode,
          createdAt: instant,
          refreshedAt: instant,
          expiresAt: instant,
          address: z.string(),
          client: z.string(),
          method: signInMethod,
          /** The one this request came with. */
          current: z.boolean(),
        })
        .meta({ id: 'OpenSession' }),
    ),
  }),
  endSession: endpoint({
    id: 'account.endSession',
    method: 'DELETE',
    path: '/api/user/account/sessions/{id}',
    summary: "End one of the user's sessions",
    access: isSignedIn,
    params: byId,
    errors: ['NOT_FOUND'],
  }),
  list: endpoint({
    id: 'account.list',
    method: 'GET',
    path: '/api/user/account/list',
    summary: 'Accounts a super-administrator can act as; search looks in user name, name and e-mail',
    access: access.superAdmin,
    query: paging.extend({ search: z.string().trim().max(120).optional() }),
    response: pageOf(
      z
        .strictObject({ id, username: z.string(), name: z.string(), tenants: z.array(tenantChoice) })
        .meta({ id: 'ActableAccount' }),
    ),
  }),
  genTokenForAccount: endpoint({
    id: 'account.genTokenForAccount',
    stepUp: true,
    method: 'GET',
    path: '/api/user/account/gen-token-for-account/{id}',
    summary: 'A session of at most one hour in which a super-administrator acts as that user',
    access: access.superAdmin,
    params: byId,
    /** Needed when the user belongs to several tenants. */
    query: z.strictObject({ cdTenant: z.string().min(1).max(64).optional() }),
    response: session,
    errors: ['NOT_FOUND', 'USER_BLOCKED', 'TENANT_SUSPENDED', 'NO_TENANT', 'BREAK_GLASS_REQUIRED'],
  }),
} as const;
