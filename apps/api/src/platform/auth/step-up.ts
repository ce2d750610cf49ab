import { STEP_UP_MINUTES } from '@fibado/contracts';
import { DomainError } from '../http/domain-error.js';
import type { Session } from './session.js';

/**
 * Refuses what takes the person itself, and not only an open session: its identity has to have been proved a short
 * while ago, by a password or at the identity provider. A key was made with such a proof; who acts as another user
 * can give none.
 * @throws DomainError STEP_UP_REQUIRED with how the person can prove it, FORBIDDEN
 */
export function requireRecentProof(session: Session, now: Date): void {
  if (session.key) return;
  if (session.actingUsername !== undefined) throw new DomainError('FORBIDDEN');
  if (!hasRecentProof(session, now)) throw new DomainError('STEP_UP_REQUIRED', session.method);
}

/** Whether the person itself was there a short while ago. */
export function hasRecentProof({ provedAt, actingUsername }: Session, now: Date): boolean {
  if (!provedAt || actingUsername !== undefined) return false;
  return now.getTime() - provedAt.getTime() <= STEP_UP_MINUTES * 60_000;
}
