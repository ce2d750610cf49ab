import type { BodyOf, FactorChallenge, SignInResult, tokens } from '@fibado/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { SYSTEM_ACTOR, Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { type Origin, SignIns } from '../tokens/sign-ins.service.js';
import { UserStore } from '../users/user-store.js';
import { FactorProofs } from './factor-proofs.js';
import { type FactorTicket, FactorTickets } from './factor-tickets.js';
import type { Site } from './passkeys.js';

/** The second step of a sign-in with a password, and the only one with a passkey alone. */
@Injectable()
export class FactorSignIn {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly transactions: Transactions,
    private readonly users: UserStore,
    private readonly signIns: SignIns,
    private readonly proofs: FactorProofs,
    private readonly tickets: FactorTickets,
  ) {}

  /** @throws DomainError BAD_CREDENTIALS where local sign-in is off. */
  async passkeyOptions(site: Site): Promise<FactorChallenge> {
    if (!this.env.LOCAL_SIGN_IN) throw new DomainError('BAD_CREDENTIALS');
    return this.proofs.passwordlessChallenge(site);
  }

  /** @throws DomainError see `tokens.secondFactor` */
  async complete(
    body: BodyOf<typeof tokens.secondFactor>,
    origin: Origin,
    site: Site,
  ): Promise<{ username: string; result: SignInResult }> {
    const ticket = this.tickets.read(body.ticket, 'SIGN_IN', 'PASSWORDLESS', 'PROVED');
    const { user, method } = await this.proved(ticket, body, origin, site);
    const result = await this.signIns.openFor(user, method, origin, body.cdTenant, { twoFactor: true });
    if (result.token !== undefined) {
      if (ticket.use === 'PROVED') await this.burn(ticket);
      return { username: user.username, result };
    }
    const proved = this.tickets.make({ use: 'PROVED', userId: user.id, method });
    return { username: user.username, result: { ...result, ticket: proved } };
  }

  private async proved(
    ticket: FactorTicket,
    body: BodyOf<typeof tokens.secondFactor>,
    origin: Origin,
    site: Site,
  ) {
    if (ticket.use === 'PROVED') {
      const method = ticket.method ?? 'PASSWORD';
      return { user: await this.userOf(ticket.userId), method };
    }
    if (ticket.use === 'PASSWORDLESS') {
      const userId = await this.proofs.verifyPasswordless(ticket, body.passkey, site);
      return { user: await this.userOf(userId), method: 'PASSKEY' as const };
    }
    const user = await this.userOf(ticket.userId);
    await this.proofs.verify(user, ticket, body, site, origin.address);
    return { user, method: 'PASSWORD' as const };
  }

  private async userOf(id: string | undefined) {
    const user = await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
      this.users.find(scope, id ?? ''),
    );
    if (!user) throw new DomainError('TICKET_EXPIRED');
    return user;
  }

  private burn(ticket: FactorTicket): Promise<void> {
    return this.transactions.onPlatform(SYSTEM_ACTOR, (scope) => this.tickets.burn(scope, ticket));
  }
}
