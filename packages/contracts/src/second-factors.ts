import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { byId, id, instant, text } from './primitives.js';
import { access, isSignedIn } from './roles.js';
import type { Output } from './readonly.js';

export const MAX_SECOND_FACTORS = 20;
export const RECOVERY_CODES = 10;

/** Encrypted by the API: what a sign-in or an enrolment has shown so far. */
export const factorTicket = z.string().regex(/^[\w-]{40,4096}$/);

/** Six digits of an authenticator app, or a recovery code. */
export const factorCode = z.string().trim().min(6).max(20);

const base64url = (max: number) => z.string().regex(new RegExp(`^[\\w-]{1,${String(max)}}$`));
const extensions = z.record(z.string().max(100), z.unknown());
const credential = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: extensions,
};

/** An assertion as `navigator.credentials.get` gives it, in JSON (WebAuthn level 3, AuthenticationResponseJSON). */
export const passkeyAssertion = z
  .strictObject({
    ...credential,
    response: z.strictObject({
      clientDataJSON: base64url(8192),
      authenticatorData: base64url(8192),
      signature: base64url(8192),
      userHandle: base64url(200).optional(),
    }),
  })
  .meta({ id: 'PasskeyAssertion' });
export type PasskeyAssertion = Output<typeof passkeyAssertion>;

/** A new credential as `navigator.credentials.create` gives it, in JSON (RegistrationResponseJSON). */
export const passkeyRegistration = z
  .strictObject({
    ...credential,
    response: z.strictObject({
      clientDataJSON: base64url(8192),
      attestationObject: base64url(32_768),
      authenticatorData: base64url(16_384).optional(),
      transports: z.array(z.string().max(40)).max(10).optional(),
      publicKeyAlgorithm: z.int().min(-100_000).max(100_000).optional(),
      publicKey: base64url(16_384).optional(),
    }),
  })
  .meta({ id: 'PasskeyRegistration' });
export type PasskeyRegistration = Output<typeof passkeyRegistration>;

/** What the browser is asked for, as WebAuthn defines it in JSON. */
export const passkeyOptions = z.record(z.string(), z.unknown()).meta({ id: 'PasskeyOptions' });

/** What can prove the person beside the password. */
export const factorChallenge = z
  .strictObject({
    ticket: factorTicket,
    methods: z.array(z.enum(['TOTP', 'PASSKEY', 'RECOVERY_CODE'])),
    /** Present when a passkey is among the methods. */
    passkey: passkeyOptions.optional(),
  })
  .meta({ id: 'FactorChallenge' });
export type FactorChallenge = Output<typeof factorChallenge>;

export const secondFactor = z
  .strictObject({
    id,
    kind: z.enum(['TOTP', 'PASSKEY']),
    name: z.string(),
    createdAt: instant,
    lastUsedAt: instant.optional(),
  })
  .meta({ id: 'SecondFactor' });
export type SecondFactor = Output<typeof secondFactor>;

const enrolled = z
  .strictObject({
    factor: secondFactor,
    /** With the first factor, and never shown again. */
    recoveryCodes: z.array(z.string()).optional(),
  })
  .meta({ id: 'SecondFactorAdded' });

const name = text(80);

export const secondFactors = {
  get: endpoint({
    id: 'secondFactors.get',
    method: 'GET',
    path: '/api/user/account/second-factors/get',
    summary: "The user's own second factors, oldest first, and how many recovery codes are left",
    access: isSignedIn,
    beforeSecondFactor: true,
    response: z
      .strictObject({
        factors: z.array(secondFactor),
        recoveryCodesLeft: z.int(),
        /** The tenant of this session asks its members for one. */
        required: z.boolean(),
      })
      .meta({ id: 'SecondFactors' }),
    errors: ['FORBIDDEN'],
  }),
  beginTotp: endpoint({
    id: 'secondFactors.beginTotp',
    stepUp: true,
    method: 'POST',
    path: '/api/user/account/second-factors/begin-totp',
    summary: 'A new secret for an authenticator app; it counts once a code of it is confirmed',
    access: isSignedIn,
    beforeSecondFactor: true,
    response: z
      .strictObject({ ticket: factorTicket, secret: z.string(), uri: z.string() })
      .meta({ id: 'TotpBegun' }),
    errors: ['FORBIDDEN', 'ALREADY_EXISTS'],
  }),
  confirmTotp: endpoint({
    id: 'secondFactors.confirmTotp',
    stepUp: true,
    method: 'POST',
    path: '/api/user/account/second-factors/confirm-totp',
    summary: 'Add the authenticator app by a code of it',
    access: isSignedIn,
    beforeSecondFactor: true,
    body: z
      .strictObject({ ticket: factorTicket, name, code: z.string().regex(/^\d{6}$/) })
      .meta({ id: 'ConfirmTotp' }),
    response: enrolled,
    errors: ['FORBIDDEN', 'SECOND_FACTOR_WRONG', 'TICKET_EXPIRED', 'ALREADY_EXISTS'],
  }),
  beginPasskey: endpoint({
    id: 'secondFactors.beginPasskey',
    stepUp: true,
    method: 'POST',
    path: '/api/user/account/second-factors/begin-passkey',
    summary: 'What the browser needs to make a passkey',
    access: isSignedIn,
    beforeSecondFactor: true,
    response: z.strictObject({ ticket: factorTicket, options: passkeyOptions }).meta({ id: 'PasskeyBegun' }),
    errors: ['FORBIDDEN', 'ALREADY_EXISTS'],
  }),
  confirmPasskey: endpoint({
    id: 'secondFactors.confirmPasskey',
    stepUp: true,
    method: 'POST',
    path: '/api/user/account/second-factors/confirm-passkey',
    summary: 'Add the passkey the browser made',
    access: isSignedIn,
    beforeSecondFactor: true,
    body: z
      .strictObject({ ticket: factorTicket, name, passkey: passkeyRegistration })
      .meta({ id: 'ConfirmPasskey' }),
    response: enrolled,
    errors: ['FORBIDDEN', 'SECOND_FACTOR_WRONG', 'TICKET_EXPIRED', 'ALREADY_EXISTS'],
  }),
  rename: endpoint({
    id: 'secondFactors.rename',
    method: 'POST',
    path: '/api/user/account/second-factors/rename',
    summary: 'Give a second factor another name',
    access: isSignedIn,
    body: z.strictObject({ id, name }).meta({ id: 'RenameSecondFactor' }),
    response: secondFactor,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  delete: endpoint({
    id: 'secondFactors.delete',
    stepUp: true,
    method: 'DELETE',
    path: '/api/user/account/second-factors/delete/{id}',
    summary: 'Remove a second factor; the recovery codes go with the last one',
    access: isSignedIn,
    params: byId,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  recoveryCodes: endpoint({
    id: 'secondFactors.recoveryCodes',
    stepUp: true,
    method: 'POST',
    path: '/api/user/account/second-factors/recovery-codes',
    summary: 'New recovery codes; the earlier ones stop working',
    access: isSignedIn,
    response: z.strictObject({ recoveryCodes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' }),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  challenge: endpoint({
    id: 'secondFactors.challenge',
    method: 'POST',
    path: '/api/user/account/second-factors/challenge',
    summary: 'What a step-up can be proved with: no methods for an account without second factor',
    access: isSignedIn,
    beforeSecondFactor: true,
    response: factorChallenge,
    errors: ['FORBIDDEN'],
  }),
  policy: endpoint({
    id: 'secondFactors.policy',
    stepUp: true,
    method: 'POST',
    path: '/api/user/admin/second-factor-policy',
    summary: 'Whether members of the own tenant who sign in with a password have to give a second factor',
    access: access.users,
    body: z.strictObject({ required: z.boolean() }).meta({ id: 'SecondFactorPolicy' }),
    response: z.strictObject({ required: z.boolean() }).meta({ id: 'SecondFactorPolicyShown' }),
    errors: ['FORBIDDEN'],
  }),
  reset: endpoint({
    id: 'secondFactors.reset',
    stepUp: true,
    method: 'POST',
    path: '/api/user/admin/users/reset-second-factors',
    summary: 'Remove the second factors of a person who lost them; the person is told and its sessions end',
    access: access.users,
    body: z.strictObject({ id }).meta({ id: 'ResetSecondFactors' }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'ROLE_NOT_HELD', 'BREAK_GLASS_REQUIRED'],
  }),
} as const;
