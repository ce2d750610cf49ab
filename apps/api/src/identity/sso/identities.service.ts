import type { BodyOf, identities, ResponseOf } from '@fibado/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { actorOf, requireOwnAccount, type Session } from '../../platform/auth/session.js';
import { type PlatformScope, Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { PersonReader } from '../users/person-reader.js';
import { UserStore } from '../users/user-store.js';
import { IdentityUntying } from './identity-untying.js';
import { OpenIdClients } from './openid-clients.js';

/** The tie between an account and an identity of a provider, as its person and administrators see and end it. */
@Injectable()
export class IdentitiesService {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly transactions: Transactions,
    private readonly users: UserStore,
    private readonly people: PersonReader,
    private readonly untying: IdentityUntying,
    private readonly clients: OpenIdClients,
  ) {}

  /** @param site the address people use. */
  async own(session: Session, site: string): Promise<ResponseOf<typeof identities.get>> {
    requireOwnAccount(session);
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      const user = await this.users.find(scope, session.userId);
      const issuer = user?.ssoIssuer ?? undefined;
      const standing = await this.untying.standingOf(scope, session.id);
      const signedInBy = standing && this.clients.known(standing.issuer);
      const logoutUrl = signedInBy && (await this.clients.logoutUrl(signedInBy, `${site}/landing`));
      const provider = issuer === undefined ? undefined : this.clients.known(issuer);
      return {
        canUntie: issuer !== undefined && (await this.hasOtherSignIn(scope, session.userId)),
        ...(issuer === undefined ? {} : { issuer }),
        ...(provider ? { provider: { id: provider.id, name: provider.name } } : {}),
        ...(signedInBy ? { signedInBy: signedInBy.id } : {}),
        ...(logoutUrl === undefined ? {} : { logoutUrl }),
      };
    });
  }

  /** @throws DomainError FORBIDDEN, NOT_FOUND, LAST_SIGN_IN_METHOD */
  async untie(session: Session): Promise<void> {
    requireOwnAccount(session);
    await this.transactions.onPlatform(actorOf(session), async (scope) => {
      const user = await this.users.find(scope, session.userId);
      if (!user || user.ssoSubject === null) throw new DomainError('NOT_FOUND');
      if (!(await this.hasOtherSignIn(scope, user.id))) throw new DomainError('LAST_SIGN_IN_METHOD');
      await this.untying.untie(scope, session, user, false);
    });
  }

  /** @throws DomainError FORBIDDEN (oneself), NOT_FOUND, ROLE_NOT_HELD, BREAK_GLASS_REQUIRED */
  async untieOther(
    session: Session,
    { id, allowAnother }: BodyOf<typeof identities.untieOther>,
  ): Promise<void> {
    requireOwnAccount(session);
    // One's own is untied in the profile.
    if (id === session.userId) throw new DomainError('FORBIDDEN');
    await this.transactions.onPlatform(actorOf(session), async (scope) => {
      await this.people.manageable(scope, session, id);
      const user = await this.users.find(scope, id);
      if (!user || (user.ssoSubject === null && !user.identityClosed)) throw new DomainError('NOT_FOUND');
      await this.untying.untie(scope, session, user, allowAnother);
    });
  }

  private async hasOtherSignIn(scope: PlatformScope, userId: string): Promise<boolean> {
    return this.env.LOCAL_SIGN_IN && (await this.users.hasLocalSignIn(scope, userId));
  }
}
