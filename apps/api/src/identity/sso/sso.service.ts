import { randomUUID } from 'node:crypto';
import {
  type BodyOf,
  email as emailShape,
  type SignInResult,
  type tokens,
  username as usernameShape,
} from '@fibado/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { Audit } from '../../platform/audit.js';
import { networkOf } from '../../platform/auth/network.js';
import { Clock } from '../../platform/clock.js';
import { type PlatformScope, SYSTEM_ACTOR, Transactions } from '../../platform/database/transactions.js';
import { isUniqueViolation } from '../../platform/database/unique.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { Outbox } from '../../platform/messaging/outbox.js';
import { SignInLimits } from '../tokens/sign-in-limits.js';
import { type Origin, TokensService } from '../tokens/tokens.service.js';
import { type KnownUser, UserStore } from '../users/user-store.js';
import { IdentityProvider, type ProvenIdentity } from './identity-provider.js';

/** Any constant: two first sign-ins of one person at the same moment come one after the other. */
const LOCK = 4_602_000;

/** Exchanges the identity provider's token for a session of ours. */
@Injectable()
export class SsoService {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly provider: IdentityProvider,
    private readonly transactions: Transactions,
    private readonly users: UserStore,
    private readonly tokens: TokensService,
    private readonly limits: SignInLimits,
    private readonly audit: Audit,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError see `tokens.fromKeycloakAuth` */
  async exchange(body: BodyOf<typeof tokens.fromKeycloakAuth>, origin: Origin): Promise<SignInResult> {
    const username = body.username.trim().toLowerCase();
    // A token cannot be guessed as a password can: what others try on the account's password does not matter here.
    const device = `sso ${networkOf(origin.address)}`;
    await this.limits.attempt(username, origin.address, device);
    const identity = await this.provider.verify(body.keycloakToken).catch(async (error: unknown) => {
      // A provider that does not answer says nothing about who asks.
      if (!(error instanceof DomainError && error.code === 'BAD_CREDENTIALS'))
        await this.limits.takeBack(username, origin.address, device);
      throw error;
    });
    await this.limits.takeBack(username, origin.address, device);
    // The page names whom it believes to be signed in; another one's token is a mix-up or worse.
    if (identity.username !== username) throw new DomainError('IDENTITY_REFUSED');
    const user = await this.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
      await scope.manager.query('select pg_advisory_xact_lock($1)', [LOCK]);
      return (
        (await this.users.findByIdentity(scope, identity.issuer, identity.subject)) ??
        (await this.bind(scope, identity)) ??
        (await this.create(scope, identity))
      );
    });
    // A provider that does not say when the person was there vouches for the moment of the exchange.
    return this.tokens.openFor(user, 'SSO', origin, body.cdTenant, { at: identity.authenticatedAt });
  }

  /**
   * Ties an identity to the user of the same name, once and for ever. The name alone proves nothing where a realm
   * lets people choose theirs: the e-mail has to be the user's and verified by the provider.
   */
  private async bind(scope: PlatformScope, identity: ProvenIdentity): Promise<KnownUser | undefined> {
    const user = await this.users.findByUsername(scope, identity.username);
    if (!user) return undefined;
    const sameEmail = identity.email?.toLowerCase() === user.email.toLowerCase();
    if (user.ssoSubject !== null || !sameEmail) throw new DomainError('IDENTITY_REFUSED');
    await this.users.bindIdentity(scope, user.id, identity.issuer, identity.subject);
    await this.record(scope, 'tokens.bindIdentity', user.id, identity);
    return user;
  }

  /** An unknown identity becomes a user of the configured tenant, or is refused. */
  private async create(scope: PlatformScope, identity: ProvenIdentity): Promise<KnownUser> {
    const { SSO_FIRST_SIGN_IN: wanted } = this.env;
    const tenantId = wanted === 'refuse' ? undefined : await this.users.activeTenant(scope, wanted);
    const username = usernameShape.safeParse(identity.username);
    const email = emailShape.safeParse(identity.email);
    if (tenantId === undefined || !username.success || !email.success)
      throw new DomainError('IDENTITY_REFUSED');
    if (await this.users.findByLogin(scope, email.data.toLowerCase()))
      throw new DomainError('IDENTITY_REFUSED');
    // Deleted by an administrator: back only by one who enters the person again.
    if (await this.users.isDeletedIdentity(scope, identity.issuer, identity.subject))
      throw new DomainError('IDENTITY_REFUSED');
    const id = randomUUID();
    const at = this.clock.now();
    // A name or address that another person uses in any way is refused, without saying which.
    const refuse = (error: unknown) => {
      throw isUniqueViolation(error) ? new DomainError('IDENTITY_REFUSED') : error;
    };
    const insertion = this.users.insert(scope, {
      id,
      username: username.data,
      name: identity.name.slice(0, 120),
      email: email.data,
      language: identity.language,
      createdAt: at,
      passwordHash: null,
    });
    await insertion.catch(refuse);
    await this.users.bindIdentity(scope, id, identity.issuer, identity.subject);
    await this.users.addMembership(scope, { tenantId, userId: id, roles: this.env.SSO_FIRST_ROLES, at });
    await this.record(scope, 'tokens.firstSignIn', id, identity, tenantId);
    await this.outbox.add(scope, 'member.joined', { person: identity.name.slice(0, 120) }, tenantId);
    const user = await this.users.find(scope, id);
    if (!user) throw new DomainError('IDENTITY_REFUSED');
    return user;
  }

  private record(
    scope: PlatformScope,
    action: string,
    id: string,
    identity: ProvenIdentity,
    tenantId?: string,
  ) {
    const { issuer, subject, username } = identity;
    return this.audit.recordOfPerson(scope, {
      action,
      userId: id,
      ...(tenantId === undefined ? {} : { within: tenantId }),
      after: { issuer, subject, username },
    });
  }
}
