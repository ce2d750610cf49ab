import type { JWTPayload } from 'jose';
import { z } from 'zod';
import { DomainError } from '../../platform/http/domain-error.js';
import type { Provider } from './providers.js';

/** A person as the identity provider vouches for it. */
export interface ProvenIdentity {
  readonly provider: Provider;
  readonly issuer: string;
  readonly subject: string;
  readonly username: string;
  readonly name: string;
  /** Only when the provider has verified it. */
  readonly email: string | undefined;
  readonly language: 'it' | 'en';
  /** When the provider made the token. */
  readonly issuedAt: Date;
  /** When the person was there, if the provider says it. */
  readonly authenticatedAt: Date | undefined;
  /** The sign-in was as strong as a step-up has to be. */
  readonly isStrong: boolean;
  /** The provider's id of its session. */
  readonly sid: string | undefined;
  readonly groups: readonly string[];
}

const MAX_GROUPS = 500;

const claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  iat: z.number(),
  preferred_username: z.string().min(1).optional(),
  name: z.string().optional(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  locale: z.string().optional(),
  auth_time: z.number().int().nonnegative().optional(),
  acr: z.string().optional(),
  sid: z.string().min(1).max(255).optional(),
});

/**
 * The person a verified token names.
 * @throws DomainError BAD_CREDENTIALS when a claim is missing or has another form
 */
export function identityFrom(provider: Provider, payload: JWTPayload): ProvenIdentity {
  const parsed = claims.safeParse(payload);
  if (!parsed.success) throw new DomainError('BAD_CREDENTIALS');
  const { data } = parsed;
  const { stepUpAcr } = provider;
  const email = data.email_verified === true ? data.email : undefined;
  // Keycloak always names the person; at other providers the address does.
  const username = data.preferred_username ?? (provider.kind === 'OPENID' ? email : undefined);
  if (username === undefined) throw new DomainError('BAD_CREDENTIALS');
  return {
    provider,
    issuer: data.iss,
    subject: data.sub,
    username: username.trim().toLowerCase(),
    name: data.name ?? username,
    email,
    language: data.locale?.startsWith('en') ? 'en' : 'it',
    issuedAt: new Date(data.iat * 1000),
    authenticatedAt: data.auth_time === undefined ? undefined : new Date(data.auth_time * 1000),
    isStrong: stepUpAcr.length === 0 || (data.acr !== undefined && stepUpAcr.includes(data.acr)),
    sid: data.sid,
    groups: groupsOf(payload, provider.groupsClaim),
  };
}

/** A claim's text or texts; `a.b` is the claim `a.b`, or else `b` within `a`. */
function groupsOf(payload: Readonly<Record<string, unknown>>, claim: string): string[] {
  let value = payload[claim];
  if (value === undefined)
    value = claim
      .split('.')
      .reduce<unknown>(
        (within, key) =>
          typeof within === 'object' && within !== null && Object.hasOwn(within, key)
            ? (within as Record<string, unknown>)[key]
            : undefined,
        payload,
      );
  return [value]
    .flat()
    .filter((group) => typeof group === 'string')
    .slice(0, MAX_GROUPS);
}
