/** What a setting may be: how its text is read and checked. */

import { role, type Role } from '@fibado/contracts';
import { z } from 'zod';

/** `true` or `false`. */
export const flag = z.enum(['true', 'false']).transform((v) => v === 'true');
/** An address of one of the schemes. */
export const url = (...schemes: string[]) =>
  z.url().refine((v) => schemes.some((s) => v.startsWith(`${s}:`)), `not a ${schemes.join(' or ')} address`);

/** The only address bank connections are made to: over TLS, or on this machine for a stand-in. */
export const bankAddress = url('http', 'https').refine((value) => {
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}, 'not an https address');

/** A setting with what it is for, as the documentation shows it. */
export const about = <T extends z.ZodType>(type: T, meaning: string): T => type.describe(meaning);

/** Names separated by commas. */
export const names = z.string().transform((list) =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== ''),
);

/** Roles a group gives; never those of the whole instance. */
const groupRoles = z.array(role.exclude(['SADMIN'])).min(1);
export type RoleMapping = Readonly<Record<string, readonly Role[]>>;

/** `group=ROLE,ROLE;other=ROLE` */
export const roleMapping = z
  .string()
  .transform((list) => {
    const entries = list
      .split(';')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
    return Object.fromEntries(
      entries.map((entry) => {
        const at = entry.lastIndexOf('=');
        const roles = entry.slice(at + 1).split(',');
        return [entry.slice(0, Math.max(at, 0)).trim(), roles.map((name) => name.trim())];
      }),
    );
  })
  .pipe(z.record(z.string().min(1), groupRoles));

const openIdProvider = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,30}$/)
    .refine((id) => id !== 'keycloak', 'is taken'),
  name: z.string().min(1).max(60),
  /** A small picture as a `data:` address: the page loads none from elsewhere. */
  icon: z
    .string()
    .regex(/^data:image\/(?:png|webp|svg\+xml);base64,[A-Za-z0-9+/=]+$/)
    .max(16_384)
    .optional(),
  issuer: url('http', 'https'),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1).optional(),
  scopes: z.string().default('openid profile email'),
  groupsClaim: z.string().min(1).default('groups'),
  roles: z.record(z.string().min(1), groupRoles).default({}),
  stepUpAcr: z.array(z.string().min(1)).default([]),
});

/** JSON, as the settings have it. */
export const openIdProviders = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue('not JSON');
      return z.NEVER;
    }
  })
  .pipe(
    z
      .array(openIdProvider)
      .max(10)
      .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'an id is used twice')
      .refine(
        (all) => new Set(all.map(({ issuer }) => issuer)).size === all.length,
        'an issuer is used twice',
      ),
  );
