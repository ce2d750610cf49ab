import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { email, instant, text } from './primitives.js';
import { isSignedIn } from './roles.js';
import type { Output } from './readonly.js';

export const MAX_AVATAR_BYTES = 2 * 1024 * 1024;

export const contact = z
  .strictObject({ name: text(120), email, phone: text(40).optional(), language: z.enum(['it', 'en']) })
  .meta({ id: 'Contact' });
export type Contact = Output<typeof contact>;

/** How long a proof of identity counts for what needs one, minutes. */
export const STEP_UP_MINUTES = 5;

export const contactShown = contact
  .extend({
    /** The new address that waits for its link to be opened. */
    pendingEmail: z.string().optional(),
  })
  .meta({ id: 'ContactShown' });
export type ContactShown = Output<typeof contactShown>;

export const profile = {
  lastFiveLogin: endpoint({
    id: 'account.lastFiveLogin',
    beforeSecondFactor: true,
    method: 'GET',
    path: '/api/user/account/last-five-login',
    summary: 'The last five sign-ins of this user',
    access: isSignedIn,
    response: z.array(
      z.strictObject({
        at: instant,
        address: z.string(),
        client: z.string(),
        /** The browser or device as it names itself; empty where it did not. */
        agent: z.string().optional(),
        method: z.enum(['PASSWORD', 'PASSKEY', 'SSO', 'ACTING']),
      }),
    ),
  }),
  listAvatar: endpoint({
    id: 'account.listAvatar',
    beforeSecondFactor: true,
    method: 'GET',
    path: '/api/user/account/list-avatar',
    summary: 'Avatars of the people of the tenant, as data URLs',
    access: isSignedIn,
    response: z.array(
      z.strictObject({ username: z.string(), name: z.string(), image: z.string().nullable() }),
    ),
  }),
  getContact: endpoint({
    id: 'account.getContact',
    beforeSecondFactor: true,
    method: 'GET',
    path: '/api/user/account/get-contact',
    summary: "The user's own contact details",
    access: isSignedIn,
    response: contactShown,
  }),
  updateContact: endpoint({
    id: 'account.updateContact',
    method: 'POST',
    path: '/api/user/account/update-contact',
    summary: "Update the user's own contact details",
    access: isSignedIn,
    body: contact,
    response: contactShown,
    errors: ['ALREADY_EXISTS', 'STEP_UP_REQUIRED'],
  }),
  changePassword: endpoint({
    id: 'account.changePassword',
    method: 'POST',
    path: '/api/user/account/change-password',
    summary: 'Change the password; every other session of the user ends',
    access: isSignedIn,
    body: z
      .strictObject({
        oldPassword: z.string().min(1).max(1024),
        newPassword: z.string().min(1).max(1024),
        /** API keys go on working; else they end with the password, as every other session does. */
        keepKeys: z.boolean().default(false),
      })
      .meta({ id: 'ChangePassword' }),
    errors: ['PASSWORD_WRONG', 'PASSWORD_WEAK', 'PASSWORD_LEAKED'],
  }),
  changeAvatar: endpoint({
    id: 'account.changeAvatar',
    method: 'POST',
    path: '/api/user/account/change-avatar',
    summary: 'Replace the avatar by a PNG, JPEG or WebP picture',
    access: isSignedIn,
    file: { field: 'file', maxBytes: MAX_AVATAR_BYTES, required: true },
    response: z.strictObject({ image: z.string() }),
    errors: ['IMAGE_UNREADABLE'],
  }),
} as const;
