import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { id } from './primitives.js';
import { access, isPublic, isSignedIn } from './roles.js';
import { factorTicket } from './second-factors.js';
import { openIdAnswer, openIdBegun } from './tokens.js';

/** The identity of a provider that signs in to the account. */
export const identities = {
  get: endpoint({
    id: 'identities.get',
    method: 'GET',
    path: '/api/user/account/identity',
    summary: "The provider's identity that the user's own account is tied to",
    access: isSignedIn,
    beforeSecondFactor: true,
    response: z
      .strictObject({
        /** Absent while no identity is tied. */
        issuer: z.string().optional(),
        /** The configured provider of that issuer: its id and name. */
        provider: z.strictObject({ id: z.string(), name: z.string() }).optional(),
        /** Another way to sign in is left without the identity. */
        canUntie: z.boolean(),
        /** Where a browser ends the provider's own session, when this session was opened through a provider. */
        logoutUrl: z.string().optional(),
        /** Id of the provider that opened this session. */
        signedInBy: z.string().optional(),
      })
      .meta({ id: 'TiedIdentity' }),
    errors: ['FORBIDDEN'],
  }),
  beginTie: endpoint({
    id: 'identities.beginTie',
    stepUp: true,
    method: 'POST',
    path: '/api/user/account/identity/begin-tie',
    summary:
      "The address of a provider's sign-in page, where the identity to be tied to the own account is proved",
    access: isSignedIn,
    body: z
      .strictObject({
        /** An id of `providers` in `tokens.config`. */
        provider: z.string().min(1).max(40),
      })
      .meta({ id: 'BeginTie' }),
    response: openIdBegun,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'IDENTITY_REFUSED', 'IDENTITY_PROVIDER_UNAVAILABLE'],
  }),
  tie: endpoint({
    id: 'identities.tie',
    method: 'POST',
    path: '/api/user/account/identity/tie',
    summary:
      'Tie the identity a provider led back with to the own account, which asked for it in the last minutes',
    access: isSignedIn,
    body: z.strictObject({ ticket: factorTicket, ...openIdAnswer }).meta({ id: 'TieIdentity' }),
    errors: ['FORBIDDEN', 'TICKET_EXPIRED', 'IDENTITY_REFUSED', 'IDENTITY_PROVIDER_UNAVAILABLE'],
  }),
  untie: endpoint({
    id: 'identities.untie',
    stepUp: true,
    method: 'DELETE',
    path: '/api/user/account/identity/untie',
    summary:
      'Untie the identity from the own account: it never signs in again, its sessions end, and no other is tied by itself',
    access: isSignedIn,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'LAST_SIGN_IN_METHOD'],
  }),
  untieOther: endpoint({
    id: 'identities.untieOther',
    stepUp: true,
    method: 'POST',
    path: '/api/user/admin/users/untie-identity',
    summary:
      "Untie a person's identity; with `allowAnother` the next sign-in with the same verified e-mail ties a new one",
    access: access.users,
    body: z.strictObject({ id, allowAnother: z.boolean() }).meta({ id: 'UntieIdentity' }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'ROLE_NOT_HELD', 'BREAK_GLASS_REQUIRED'],
  }),
  backChannelLogout: endpoint({
    id: 'identities.backChannelLogout',
    method: 'POST',
    path: '/api/user/sso/back-channel-logout',
    summary: 'OpenID Connect back-channel logout: a provider ends the sessions it opened',
    access: isPublic,
    form: true,
    body: z.looseObject({ logout_token: z.string().min(1).max(16_384) }).meta({ id: 'BackChannelLogout' }),
    errors: ['IDENTITY_PROVIDER_UNAVAILABLE'],
  }),
} as const;
