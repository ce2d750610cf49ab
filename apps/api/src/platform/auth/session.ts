import type { Role } from '@fibado/contracts';
import type { Actor } from '../database/transactions.js';

export type SignInMethod = 'PASSWORD' | 'SSO' | 'ACTING';

/** Who asks, as of this request: roles and states are read from the database and never from the token. */
export interface Session {
  readonly id: string;
  readonly tenantId: string;
  readonly tenant: string;
  readonly userId: string;
  readonly username: string;
  readonly roles: readonly Role[];
  readonly method: SignInMethod | 'API_KEY';
  /** The roles changed after the token was made. */
  readonly rolesChanged: boolean;
  /** The real person behind a session in which somebody acts as this user. */
  readonly actingUsername?: string | undefined;
}

export function actorOf(session: Session): Actor {
  return { userId: session.userId, username: session.username, actingUsername: session.actingUsername };
}

export function holds(session: Session, ...roles: readonly Role[]): boolean {
  return roles.some((role) => session.roles.includes(role));
}
