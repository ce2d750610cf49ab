import type { FactorChallenge, PasskeyAssertion } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { type PlatformScope, SYSTEM_ACTOR, Transactions } from '../../platform/database/transactions.js';
import type { Session } from '../../platform/auth/session.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { AccountTrail } from '../accounts/account-trail.js';
import { SignInLimits } from '../tokens/sign-in-limits.js';
import { FactorTickets, type FactorTicket } from './factor-tickets.js';
import { assertionOptions, type Site } from './passkeys.js';
import { type FactorProof, ProofChecks } from './proof-checks.js';
import { SecondFactorsRepository } from './second-factors.repository.js';

/** Guesses of codes are counted per account, wherever they come from. */
const COUNTED_AS = 'second factor';

/** Asks for second factors and verifies them: for sign-ins, for step-ups, and for sign-ins with a passkey alone. */
@Injectable()
export class FactorProofs {
  constructor(
    private readonly transactions: Transactions,
    private readonly factors: SecondFactorsRepository,
    private readonly tickets: FactorTickets,
    private readonly limits: SignInLimits,
    private readonly checks: ProofChecks,
    private readonly trail: AccountTrail,
  ) {}

  /** What an account can prove a step with; no methods when it has no second factor. */
  async challenge(
    scope: PlatformScope,
    userId: string,
    use: 'SIGN_IN' | 'STEP_UP',
    site: Site,
  ): Promise<FactorChallenge> {
    const known = await this.factors.of(scope, userId);
    const passkeys = known.filter(({ kind }) => kind === 'PASSKEY');
    const options = passkeys.length > 0 ? await assertionOptions(site, passkeys) : undefined;
    const methods: FactorChallenge['methods'][number][] = [];
    if (known.some(({ kind }) => kind === 'TOTP')) methods.push('TOTP');
    if (options) methods.push('PASSKEY');
    if (known.length > 0 && (await this.factors.countRecoveryCodes(scope, userId)) > 0)
      methods.push('RECOVERY_CODE');
    return {
      ticket: this.tickets.make({ use, userId, challenge: options?.challenge }),
      methods,
      ...(options ? { passkey: { ...options } } : {}),
    };
  }

  async isEnrolled(scope: PlatformScope, userId: string): Promise<boolean> {
    return (await this.factors.of(scope, userId)).length > 0;
  }

  /** For a sign-in without user name and password. */
  async passwordlessChallenge(site: Site): Promise<FactorChallenge> {
    const options = await assertionOptions(site);
    const ticket = this.tickets.make({ use: 'PASSWORDLESS', challenge: options.challenge });
    return { ticket, methods: ['PASSKEY'], passkey: { ...options } };
  }

  /**
   * Verifies a proof for an account and burns the ticket.
   * @throws DomainError SECOND_FACTOR_WRONG, TICKET_EXPIRED, TOO_MANY_REQUESTS
   */
  async verify(
    user: { readonly id: string; readonly username: string },
    ticket: FactorTicket,
    proof: FactorProof,
    site: Site,
    address: string,
  ): Promise<void> {
    await this.limits.attempt(user.username, address, COUNTED_AS);
    const isProved = await this.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
      if (!(await this.checks.isProof(scope, user.id, ticket, proof, site))) return false;
      await this.tickets.burn(scope, ticket);
      return true;
    });
    if (!isProved) {
      await this.trail.refusal({ kind: 'SECOND_FACTOR_FAILED', userId: user.id });
      throw new DomainError('SECOND_FACTOR_WRONG');
    }
    await this.limits.succeeded(user.username, address, COUNTED_AS);
  }

  /**
   * Verifies a proof for the person of a session.
   * @param sealed the ticket of the challenge.
   * @throws DomainError SECOND_FACTOR_WRONG, TICKET_EXPIRED, TOO_MANY_REQUESTS
   */
  async verifyStepUp(
    { userId, username }: Session,
    sealed: string,
    proof: FactorProof,
    site: Site,
    address: string,
  ): Promise<void> {
    const ticket = this.tickets.read(sealed, 'STEP_UP');
    if (ticket.userId !== userId) throw new DomainError('TICKET_EXPIRED');
    await this.verify({ id: userId, username }, ticket, proof, site, address);
  }

  /**
   * The account a passkey signs in by itself; burns the ticket.
   * @throws DomainError SECOND_FACTOR_WRONG, TICKET_EXPIRED
   */
  async verifyPasswordless(
    ticket: FactorTicket,
    passkey: PasskeyAssertion | undefined,
    site: Site,
  ): Promise<string> {
    const found = await this.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
      const factor = passkey ? await this.factors.byCredential(scope, passkey.id) : undefined;
      if (!factor || !passkey || !(await this.checks.isAssertion(scope, ticket, passkey, factor, site, true)))
        return { userId: factor?.userId, isProved: false };
      await this.tickets.burn(scope, ticket);
      return { userId: factor.userId, isProved: true };
    });
    if (found.isProved && found.userId !== undefined) return found.userId;
    await this.trail.refusal({ kind: 'SECOND_FACTOR_FAILED', userId: found.userId });
    throw new DomainError('SECOND_FACTOR_WRONG');
  }
}
