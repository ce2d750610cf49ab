import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { byId, id, instant, pageOf, paging, tenantCode } from './primitives.js';
import { access, isSignedIn } from './roles.js';
import { factorCode, factorTicket, passkeyAssertion } from './second-factors.js';
import { session, signInMethod, tenantChoice, userLogged } from './tokens.js';

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
          /** The browser or device as it names itself; empty where it did not. */
          agent: z.string().optional(),
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
