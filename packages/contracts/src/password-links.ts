import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { instant } from './primitives.js';
import { isPublic } from './roles.js';

/** Path of the web page a link leads to; the secret part follows as `#<link>` and never reaches a server's log. */
export const PASSWORD_LINK_PATH = '/set-password';
/** Where the link to a new e-mail address leads. */
export const CONFIRM_EMAIL_PATH = '/confirm-email';

const passwordLink = z.string().regex(/^[\w-]{20,100}$/);

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
