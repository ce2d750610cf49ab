import { type BodyOf, type sessionEndpoints, STEP_UP_MINUTES } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { actorOf, requirePerson, type Session } from '../../platform/auth/session.js';
import { SessionStore } from '../../platform/auth/session.store.js';
import { Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { FactorProofs } from '../second-factors/factor-proofs.js';
import { PasswordProof } from '../tokens/password-proof.js';
import { AccountTrail } from './account-trail.js';
import { ProviderProof } from './provider-proof.js';

/** Lets a person prove again, within an open session, that it is the person. */
@Injectable()
export class StepUpService {
  constructor(
    private readonly transactions: Transactions,
    private readonly sessions: SessionStore,
    private readonly factors: FactorProofs,
    private readonly passwords: PasswordProof,
    private readonly providers: ProviderProof,
    private readonly trail: AccountTrail,
  ) {}

  /**
   * An account with a second factor proves itself by one: its password alone may be what was stolen.
   * @throws DomainError FORBIDDEN, PASSWORD_WRONG, SECOND_FACTOR_WRONG, SECOND_FACTOR_REQUIRED, TICKET_EXPIRED,
   *   IDENTITY_REFUSED, BAD_CREDENTIALS, TOO_MANY_REQUESTS
   */
  async prove(
    session: Session,
    proof: BodyOf<typeof sessionEndpoints.stepUp>,
    { address, site }: { readonly address: string; readonly site: string },
  ): Promise<{ provedUntil: string }> {
    requirePerson(session);
    const { ticket, password, keycloakToken } = proof;
    if (ticket !== undefined) await this.factors.verifyStepUp(session, ticket, proof, site, address);
    else if (password !== undefined) await this.byPassword(session, password, address);
    else if (keycloakToken !== undefined) await this.providers.ofSession(session, keycloakToken);
    else throw new DomainError('VALIDATION', 'password');
    const { userId, tenantId } = session;
    const at = await this.transactions.onPlatform(actorOf(session), async (scope) => {
      await this.trail.event(scope, { kind: 'STEP_UP', userId, tenantId });
      return ticket === undefined
        ? this.sessions.prove(scope, session.id)
        : this.sessions.proveTwice(scope, session.id);
    });
    return { provedUntil: new Date(at.getTime() + STEP_UP_MINUTES * 60_000).toISOString() };
  }

  private async byPassword(session: Session, password: string, address: string): Promise<void> {
    const hasFactor = await this.transactions.onPlatform(actorOf(session), (scope) =>
      this.factors.isEnrolled(scope, session.userId),
    );
    if (hasFactor) throw new DomainError('SECOND_FACTOR_REQUIRED');
    await this.passwords.ofSession(session, password, address, 'password');
  }
}
