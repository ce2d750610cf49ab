import type { SignInResult } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR, Transactions } from '../../platform/database/transactions.js';
import { type Origin, SignIns } from '../tokens/sign-ins.service.js';
import type { KnownUser } from '../users/user-store.js';
import { IdentityAccounts } from './identity-accounts.js';
import { MappedRoles } from './mapped-roles.js';
import { ProviderSessions } from './provider-sessions.js';
import type { ProvenIdentity } from './proven-identity.js';

/** A person a provider vouched for, with the account it has here. */
export interface RecognisedPerson {
  readonly user: KnownUser;
  readonly providerSessionId: string;
  readonly authenticatedAt: Date | undefined;
  readonly isStrong: boolean;
}

/** The way from an identity to a session. */
@Injectable()
export class IdentitySignIn {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: IdentityAccounts,
    private readonly sessions: ProviderSessions,
    private readonly roles: MappedRoles,
    private readonly signIns: SignIns,
  ) {}

  /** Finds or makes the account, and keeps what the provider is asked with later. @throws DomainError IDENTITY_REFUSED */
  async recognise(identity: ProvenIdentity, refreshToken: string | undefined): Promise<RecognisedPerson> {
    const known = await this.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
      const user = await this.accounts.of(scope, identity);
      const providerSessionId = await this.sessions.open(scope, user.id, identity, refreshToken);
      const { authenticatedAt, isStrong } = identity;
      return { user, providerSessionId, authenticatedAt, isStrong };
    });
    await this.roles.apply(known.user.id, identity);
    return known;
  }

  /** @throws DomainError USER_BLOCKED, NO_TENANT, TENANT_SUSPENDED */
  open(
    { user, providerSessionId, authenticatedAt, isStrong }: RecognisedPerson,
    origin: Origin,
    cdTenant: string | undefined,
  ): Promise<SignInResult> {
    // A provider that does not say when the person was there vouches for the moment of the exchange.
    return this.signIns.openFor(user, 'SSO', origin, cdTenant, {
      at: authenticatedAt,
      isWeak: !isStrong,
      providerSessionId,
    });
  }
}
