import type { PasskeyAssertion } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import type { PlatformScope } from '../../platform/database/transactions.js';
import { SecretBox } from '../../platform/secret-box.js';
import { AccountTrail } from '../accounts/account-trail.js';
import type { FactorTicket } from './factor-tickets.js';
import { type Site, verifiedAssertion } from './passkeys.js';
import { RecoveryCodes } from './recovery-codes.js';
import { type FactorRow, SecondFactorsRepository } from './second-factors.repository.js';
import { stepOf } from './totp.js';

/** Under which TOTP secrets are encrypted. */
export const TOTP_PURPOSE = 'totp-secret';

export interface FactorProof {
  readonly code?: string | undefined;
  readonly passkey?: PasskeyAssertion | undefined;
}

/** Compares codes and assertions with the factors of an account, and uses them up. */
@Injectable()
export class ProofChecks {
  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly recovery: RecoveryCodes,
    private readonly box: SecretBox,
    private readonly trail: AccountTrail,
    private readonly clock: Clock,
  ) {}

  async isProof(
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

  /** @param verifiesPerson whether the passkey has to verify who holds it. */
  async isAssertion(
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
    await this.trail.event(scope, { kind: 'RECOVERY_CODE_USED', userId });
    return true;
  }
}
