import { STEP_UP_MINUTES } from '@fibado/contracts';
import { DomainError } from '../http/domain-error.js';
import type { Session } from './session.js';

/**
 * Refuses what takes the person itself, and not only an open session: its identity has to have been proved a short
 * while ago, by a password or at the identity provider. A key was made with such a proof; who acts as somebody else
 * can give none.
 * @throws DomainError STEP_UP_REQUIRED with how the person can prove it, FORBIDDEN
 */
export function requireRecentProof(session: Session, now: Date): void {
  if (session.key) return;
  if (session.actingUsername !== undefined) throw new DomainError('FORBIDDEN');
  const age = now.getTime() - (session.provedAt?.getTime() ?? -Infinity);
  if (age > STEP_UP_MINUTES * 60_000) throw new DomainError('STEP_UP_REQUIRED', session.method);
}
