import { type BodyOf, type sessionEndpoints, STEP_UP_MINUTES } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { actorOf, requirePerson, type Session } from '../../platform/auth/session.js';
import { SessionStore } from '../../platform/auth/session.store.js';
import { Clock } from '../../platform/clock.js';
import { SecurityEvents } from '../../platform/security-events.js';
import { Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { IdentityProvider } from '../sso/identity-provider.js';
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
    private readonly events: SecurityEvents,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError FORBIDDEN, PASSWORD_WRONG, IDENTITY_REFUSED, BAD_CREDENTIALS, TOO_MANY_REQUESTS */
  async prove(
    session: Session,
    proof: BodyOf<typeof sessionEndpoints.stepUp>,
    address: string,
  ): Promise<{ provedUntil: string }> {
    requirePerson(session);
    if (proof.password !== undefined) await this.byPassword(session, proof.password, address);
    else if (proof.keycloakToken !== undefined) await this.byProvider(session, proof.keycloakToken);
    else throw new DomainError('VALIDATION', 'password');
    const now = this.clock.now();
    await this.transactions.onPlatform(actorOf(session), async (scope) => {
      await this.sessions.prove(scope, session.id, now);
      await this.events.record(scope, {
        kind: 'STEP_UP',
        userId: session.userId,
        tenantId: session.tenantId,
      });
    });
    return { provedUntil: new Date(now.getTime() + STEP_UP_MINUTES * 60_000).toISOString() };
  }

  private async byPassword(session: Session, password: string, address: string): Promise<void> {
    const { username } = session;
    const device = `session ${session.id}`;
    const credentials = await this.transactions.onPlatform(actorOf(session), (scope) =>
      this.users.credentials(scope, username),
    );
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
    if (user?.id !== session.userId || age > STEP_UP_MINUTES * 60_000)
      throw new DomainError('IDENTITY_REFUSED');
  }
}
