import type { FactorChallenge, PasskeyAssertion } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { type PlatformScope, SYSTEM_ACTOR, Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { SecretBox } from '../../platform/secret-box.js';
import { SecurityEvents } from '../../platform/security-events.js';
import { SignInLimits } from '../tokens/sign-in-limits.js';
import { FactorTickets, type FactorTicket } from './factor-tickets.js';
import { assertionOptions, type Site, verifiedAssertion } from './passkeys.js';
import { RecoveryCodes } from './recovery-codes.js';
import { type FactorRow, SecondFactorsRepository } from './second-factors.repository.js';
import { stepOf } from './totp.js';

/** Under which TOTP secrets are encrypted. */
export const TOTP_PURPOSE = 'totp-secret';
/** Guesses of codes are counted per account, wherever they come from. */
const COUNTED_AS = 'second factor';

export interface FactorProof {
  readonly code?: string | undefined;
  readonly passkey?: PasskeyAssertion | undefined;
}

/** Asks for second factors and verifies them: for sign-ins, for step-ups, and for sign-ins with a passkey alone. */
@Injectable()
export class FactorProofs {
  constructor(
    private readonly transactions: Transactions,
    private readonly factors: SecondFactorsRepository,
    private readonly recovery: RecoveryCodes,
    private readonly tickets: FactorTickets,
    private readonly limits: SignInLimits,
    private readonly events: SecurityEvents,
    private readonly box: SecretBox,
    private readonly clock: Clock,
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
      if (!(await this.isProof(scope, user.id, ticket, proof, site))) return false;
      await this.tickets.burn(scope, ticket);
      return true;
    });
    if (!isProved) {
      await this.events.recordAlone({ kind: 'SECOND_FACTOR_FAILED', userId: user.id });
      throw new DomainError('SECOND_FACTOR_WRONG');
    }
    await this.limits.succeeded(user.username, address, COUNTED_AS);
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
      if (!factor || !passkey || !(await this.isAssertion(scope, ticket, passkey, factor, site, true)))
        return { userId: factor?.userId, isProved: false };
      await this.tickets.burn(scope, ticket);
      return { userId: factor.userId, isProved: true };
    });
    if (found.isProved && found.userId !== undefined) return found.userId;
    await this.events.recordAlone({ kind: 'SECOND_FACTOR_FAILED', userId: found.userId });
    throw new DomainError('SECOND_FACTOR_WRONG');
  }

  private async isProof(
    scope: PlatformScope,
    userId: string,
    ticket: FactorTicket,
    { code, passkey }: FactorProof,
    site: Site,
  ): Promise<boolean> {
    if (passkey) {
      const factor = await this.factors.byCredential(scope, passkey.id);
      if (factor?.userId !== userId) return false;
      return this.isAssertion(scope, ticket, passkey, factor, site, false);
    }
    if (code === undefined) return false;
    if (!/^\d{6}$/.test(code)) return this.isRecoveryCode(scope, userId, code);
    return this.isTotp(scope, userId, code);
  }

  /** A code counts once: its time step is remembered, and an earlier one is refused after it. */
  private async isTotp(scope: PlatformScope, userId: string, code: string): Promise<boolean> {
    const now = this.clock.now();
    for (const { id, sealedSecret } of await this.factors.of(scope, userId)) {
      if (sealedSecret === null) continue;
      const step = stepOf(this.box.open(TOTP_PURPOSE, sealedSecret), code, now);
      if (step !== undefined && (await this.factors.useStep(scope, id, step, now))) return true;
    }
    return false;
  }

  private async isRecoveryCode(scope: PlatformScope, userId: string, code: string): Promise<boolean> {
    const fingerprint = this.recovery.fingerprint(userId, code);
    if (!(await this.factors.useRecoveryCode(scope, userId, fingerprint))) return false;
    await this.events.record(scope, { kind: 'RECOVERY_CODE_USED', userId });
    return true;
  }

  private async isAssertion(
    scope: PlatformScope,
    { challenge }: FactorTicket,
    passkey: PasskeyAssertion,
    factor: FactorRow,
    site: Site,
    verifiesPerson: boolean,
  ): Promise<boolean> {
    if (challenge === undefined) return false;
    const counter = await verifiedAssertion(site, challenge, passkey, factor, verifiesPerson);
    if (counter === undefined) return false;
    await this.factors.usePasskey(scope, factor.id, counter, this.clock.now());
    return true;
  }
}
