import { type BodyOf, type sessionEndpoints, STEP_UP_MINUTES } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { actorOf, requirePerson, type Session } from '../../platform/auth/session.js';
import { SessionStore } from '../../platform/auth/session.store.js';
import { Clock } from '../../platform/clock.js';
import { SecurityEvents } from '../../platform/security-events.js';
import { Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { IdentityProvider } from '../sso/identity-provider.js';
import { FactorProofs } from '../second-factors/factor-proofs.js';
import { FactorTickets } from '../second-factors/factor-tickets.js';
import { SignInLimits } from '../tokens/sign-in-limits.js';
import { verifyPassword } from '../users/password.js';
import { UserStore } from '../users/user-store.js';

/** Lets a person prove again, within an open session, that it is the person. */
@Injectable()
export class StepUpService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserStore,
    private readonly sessions: SessionStore,
    private readonly limits: SignInLimits,
    private readonly provider: IdentityProvider,
    private readonly factors: FactorProofs,
    private readonly tickets: FactorTickets,
    private readonly events: SecurityEvents,
    private readonly clock: Clock,
  ) {}

  /**
   * An account with a second factor proves itself by one: its password alone may be what was stolen.
   * @throws DomainError FORBIDDEN, PASSWORD_WRONG, SECOND_FACTOR_WRONG, SECOND_FACTOR_REQUIRED, TICKET_EXPIRED,
   *   IDENTITY_REFUSED, BAD_CREDENTIALS, TOO_MANY_REQUESTS
   */
  async prove(
    session: Session,
    proof: BodyOf<typeof sessionEndpoints.stepUp>,
    from: { readonly address: string; readonly site: string },
  ): Promise<{ provedUntil: string }> {
    requirePerson(session);
    const byFactor = proof.ticket !== undefined;
    if (proof.ticket !== undefined) await this.byFactor(session, proof, proof.ticket, from);
    else if (proof.password !== undefined) await this.byPassword(session, proof.password, from.address);
    else if (proof.keycloakToken !== undefined) await this.byProvider(session, proof.keycloakToken);
    else throw new DomainError('VALIDATION', 'password');
    const now = this.clock.now();
    await this.transactions.onPlatform(actorOf(session), async (scope) => {
      if (byFactor) await this.sessions.proveTwice(scope, session.id, now);
      else await this.sessions.prove(scope, session.id, now);
      await this.events.record(scope, {
        kind: 'STEP_UP',
        userId: session.userId,
        tenantId: session.tenantId,
      });
    });
    return { provedUntil: new Date(now.getTime() + STEP_UP_MINUTES * 60_000).toISOString() };
  }

  private async byFactor(
    session: Session,
    proof: BodyOf<typeof sessionEndpoints.stepUp>,
    sealed: string,
    { address, site }: { readonly address: string; readonly site: string },
  ): Promise<void> {
    const ticket = this.tickets.read(sealed, 'STEP_UP');
    if (ticket.userId !== session.userId) throw new DomainError('TICKET_EXPIRED');
    await this.factors.verify(
      { id: session.userId, username: session.username },
      ticket,
      proof,
      site,
      address,
    );
  }

  private async byPassword(session: Session, password: string, address: string): Promise<void> {
    const { username } = session;
    const device = `session ${session.id}`;
    const { credentials, hasFactor } = await this.transactions.onPlatform(
      actorOf(session),
      async (scope) => ({
        credentials: await this.users.credentials(scope, username),
        hasFactor: await this.factors.isEnrolled(scope, session.userId),
      }),
    );
    if (hasFactor) throw new DomainError('SECOND_FACTOR_REQUIRED');
    await this.limits.attempt(username, address, device);
    if (!(await verifyPassword(credentials?.passwordHash, password))) {
      await this.events.recordAlone({
        kind: 'STEP_UP_FAILED',
        userId: session.userId,
        tenantId: session.tenantId,
      });
      throw new DomainError('PASSWORD_WRONG', 'password');
    }
    await this.limits.succeeded(username, address, device);
  }

  /** The provider has to say when the person was there: its session alone may be as old as ours. */
  private async byProvider(session: Session, token: string): Promise<void> {
    const identity = await this.provider.verify(token);
    const user = await this.transactions.onPlatform(actorOf(session), (scope) =>
      this.users.findByIdentity(scope, identity.issuer, identity.subject),
    );
    const age = this.clock.now().getTime() - (identity.authenticatedAt?.getTime() ?? -Infinity);
    if (user?.id !== session.userId || !identity.isStrong || age > STEP_UP_MINUTES * 60_000)
      throw new DomainError('IDENTITY_REFUSED');
  }
}
