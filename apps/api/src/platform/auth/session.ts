import type { ApiKeyScope, Role } from '@fibado/contracts';
import type { Actor } from '../database/transactions.js';
import { DomainError } from '../http/domain-error.js';

export type SignInMethod = 'PASSWORD' | 'PASSKEY' | 'SSO' | 'ACTING';

/** Who asks, as of this request: roles and states are read from the database and never from the token. */
export interface Session {
  readonly id: string;
  readonly tenantId: string;
  readonly tenant: string;
  readonly userId: string;
  readonly username: string;
  readonly roles: readonly Role[];
  readonly method: SignInMethod | 'API_KEY';
  /** An account with a published password: see `Demonstration`. */
  readonly demonstration?: boolean;
  /** The roles changed after the token was made. */
  readonly rolesChanged: boolean;
  /** The real person behind a session in which another user acts as this one. */
  readonly actingUsername?: string | undefined;
  /** When the person last proved who it is. */
  readonly provedAt?: Date | undefined;
  /** A second factor was given in it. */
  readonly twoFactor?: boolean | undefined;
  /** The tenant asks for a second factor, which was not given yet. */
  readonly needsSecondFactor?: boolean | undefined;
  /** Rotation of the token the request came with. */
  readonly rotation?: number | undefined;
  /** What narrows a session of an API key; absent otherwise. */
  readonly key?: { readonly scopes: readonly ApiKeyScope[]; readonly expiresAt: number } | undefined;
}

export function actorOf(session: Session): Actor {
  return { userId: session.userId, username: session.username, actingUsername: session.actingUsername };
}

export function holds(session: Session, ...roles: readonly Role[]): boolean {
  return roles.some((role) => session.roles.includes(role));
}

/** A super-administrator holds every role of administration; a household's finances are not among them. */
export function isSuperAdmin(session: Session): boolean {
  return session.roles.includes('SADMIN');
}

/**
 * Refuses what only the person may do (passwords, e-mail, keys): neither a script's key nor an administrator acting
 * as that person.
 * @throws DomainError FORBIDDEN
 */
export function requirePerson(session: Session): void {
  if (session.method === 'API_KEY' || session.actingUsername !== undefined)
    throw new DomainError('FORBIDDEN');
}

/**
 * Refuses changes of the account itself to the account with a public login.
 * @throws DomainError FORBIDDEN
 */
export function requireOwnAccount(session: Session): void {
  requirePerson(session);
  if (session.demonstration) throw new DomainError('FORBIDDEN');
}
