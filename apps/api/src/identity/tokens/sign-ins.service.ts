import type { SignInResult } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import type { SignInMethod } from '../../platform/auth/session.js';
import {
  type Actor,
  type PlatformScope,
  SYSTEM_ACTOR,
  Transactions,
} from '../../platform/database/transactions.js';
import { requestOrigin } from '../../platform/http/request-origin.js';
import { AccountTrail } from '../accounts/account-trail.js';
import { newDeviceMail } from '../links/link-texts.js';
import { FactorProofs } from '../second-factors/factor-proofs.js';
import { UserStore } from '../users/user-store.js';
import { chooseTenant, choiceOf } from './choose-tenant.js';
import { PasswordProof } from './password-proof.js';
import { SessionOpening } from './session-opening.js';

/** Where a sign-in comes from. */
export interface Origin {
  readonly client: string;
  readonly address: string;
  /** The browser's device id, when the account signed in there before: see `KnownDevices`. */
  readonly device?: string | undefined;
}

/** How an identity was proven. */
export interface Proven {
  /** When the person was there; now unless told. */
  readonly at?: Date | 'NOW' | undefined;
  /** By a second factor beside the password, or by a passkey that verified the person. */
  readonly twoFactor?: boolean | undefined;
  /** By a provider, in this session of it. */
  readonly providerSessionId?: string | undefined;
  /** No proof for sensitive changes: the provider's sign-in was weaker than the settings ask for. */
  readonly isWeak?: boolean;
}

/** The way from a password or another proof of identity to a session. */
@Injectable()
export class SignIns {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserStore,
    private readonly passwords: PasswordProof,
    private readonly factors: FactorProofs,
    private readonly opening: SessionOpening,
    private readonly trail: AccountTrail,
  ) {}

  /**
   * Signs in with a password; an account with a second factor is asked for it.
   * @param site the address people use, for passkeys.
   * @throws DomainError BAD_CREDENTIALS, TOO_MANY_REQUESTS, USER_BLOCKED, NO_TENANT, TENANT_SUSPENDED
   */
  async withPassword(
    credentials: { username: string; password: string; cdTenant?: string | undefined },
    { device, ...origin }: Origin,
    site: string,
  ): Promise<SignInResult> {
    const username = credentials.username.trim().toLowerCase();
    const user = await this.passwords.ofSignIn(username, credentials.password, origin.address, device);
    const secondFactor = await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
      this.factors.challenge(scope, user.id, 'SIGN_IN', site),
    );
    if (secondFactor.methods.length > 0) return { tenants: [], secondFactor };
    return this.openFor(user, 'PASSWORD', origin, credentials.cdTenant);
  }

  /** Opens a session for an identity that is already proven; several tenants and none named: no token yet. */
  openFor(
    user: { id: string; username: string; blocked: boolean; demonstration: boolean },
    method: SignInMethod,
    origin: Origin,
    cdTenant: string | undefined,
    { at = 'NOW', twoFactor = false, providerSessionId, isWeak = false }: Proven = {},
  ): Promise<SignInResult> {
    this.opening.requireUsable(user);
    const actor: Actor = { userId: user.id, username: user.username };
    return this.transactions.onPlatform(actor, async (scope) => {
      const memberships = await this.users.memberships(scope, user.id);
      const tenants = memberships.filter((m) => m.state === 'ACTIVE').map(choiceOf);
      const chosen = chooseTenant(memberships, cdTenant);
      if (!chosen) return { tenants };
      const session = await this.opening.open(scope, {
        tenantId: chosen.tenantId,
        userId: user.id,
        method,
        provedAt: isWeak ? null : at,
        twoFactor,
        providerSessionId,
        ...origin,
      });
      await this.recordSignIn(scope, user.id, chosen.tenantId);
      return { ...session, tenants };
    });
  }

  /** Writes the event, and tells the person of a device or network that is new to the account. */
  private async recordSignIn(scope: PlatformScope, userId: string, tenantId: string): Promise<void> {
    const isNewDevice = await this.trail.isNewDevice(scope, userId);
    await this.trail.event(scope, { kind: 'SIGN_IN', userId, tenantId, isNewDevice });
    const owner = isNewDevice ? await this.users.find(scope, userId) : null;
    if (owner && !owner.demonstration)
      await this.trail.mail(scope, (at) => newDeviceMail(owner, requestOrigin(), at), tenantId);
  }
}
