import { randomUUID } from 'node:crypto';
import { email as emailShape, username as usernameShape } from '@fibado/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { Audit } from '../../platform/audit.js';
import { Clock } from '../../platform/clock.js';
import type { PlatformScope } from '../../platform/database/transactions.js';
import { isUniqueViolation } from '../../platform/database/unique.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { Outbox } from '../../platform/messaging/outbox.js';
import { SecurityEvents } from '../../platform/security-events.js';
import { type KnownUser, UserStore } from '../users/user-store.js';
import type { ProvenIdentity } from './proven-identity.js';

/** Any constant: two first sign-ins of one person at the same moment come one after the other. */
const LOCK = 4_602_000;

/** The account of an identity: tied before, tied now, or made now. */
@Injectable()
export class IdentityAccounts {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly users: UserStore,
    private readonly audit: Audit,
    private readonly events: SecurityEvents,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError IDENTITY_REFUSED */
  async of(scope: PlatformScope, identity: ProvenIdentity): Promise<KnownUser> {
    await scope.manager.query('select pg_advisory_xact_lock($1)', [LOCK]);
    return (
      (await this.users.findByIdentity(scope, identity.issuer, identity.subject)) ??
      (await this.bind(scope, identity)) ??
      (await this.create(scope, identity))
    );
  }

  /**
   * Ties an identity to the account whose person asked for it and proved both.
   * @throws DomainError IDENTITY_REFUSED when either is tied already; which one is not told.
   */
  async tie(scope: PlatformScope, userId: string, identity: ProvenIdentity): Promise<KnownUser> {
    await scope.manager.query('select pg_advisory_xact_lock($1)', [LOCK]);
    const user = await this.expectUntied(scope, userId);
    const { issuer, subject } = identity;
    if (await this.users.findByIdentity(scope, issuer, subject)) throw new DomainError('IDENTITY_REFUSED');
    await this.users.bindIdentity(scope, userId, issuer, subject);
    await this.record(scope, 'identities.tie', userId, identity);
    return user;
  }

  /** @throws DomainError IDENTITY_REFUSED when an identity is tied to the account. */
  async expectUntied(scope: PlatformScope, userId: string): Promise<KnownUser> {
    const user = await this.users.find(scope, userId);
    if (!user || user.ssoSubject !== null) throw new DomainError('IDENTITY_REFUSED');
    return user;
  }

  /**
   * Ties an identity to the user of the same name. The name alone proves nothing where a realm lets people choose
   * theirs: the e-mail has to be the user's and verified by the provider. A subject is one person for ever: another
   * one of the same name and e-mail is another person, who never gets this account while it is tied, and after that
   * only when an administrator allowed it.
   */
  private async bind(scope: PlatformScope, identity: ProvenIdentity): Promise<KnownUser | undefined> {
    const user = await this.candidate(scope, identity);
    if (!user) return undefined;
    const sameEmail = identity.email?.toLowerCase() === user.email.toLowerCase();
    if (user.ssoSubject !== null || user.identityClosed || !sameEmail)
      throw new DomainError('IDENTITY_REFUSED');
    await this.users.bindIdentity(scope, user.id, identity.issuer, identity.subject);
    await this.record(scope, 'tokens.bindIdentity', user.id, identity);
    return user;
  }

  /** Names at other providers than Keycloak are rarely those here: there the one account with the address is meant. */
  private async candidate(scope: PlatformScope, identity: ProvenIdentity): Promise<KnownUser | null> {
    const named = await this.users.findByUsername(scope, identity.username);
    if (identity.provider.kind === 'KEYCLOAK' || identity.email === undefined) return named;
    const found = await this.users.findAllByLogin(scope, identity.email.toLowerCase());
    return (found.length === 1 ? found[0] : undefined) ?? named;
  }

  /** An unknown identity becomes a user of the configured tenant, or is refused. */
  private async create(scope: PlatformScope, identity: ProvenIdentity): Promise<KnownUser> {
    const { SSO_FIRST_SIGN_IN: wanted } = this.env;
    const tenantId = wanted === 'refuse' ? undefined : await this.users.activeTenant(scope, wanted);
    const username = usernameShape.safeParse(localName(identity.username));
    const email = emailShape.safeParse(identity.email);
    if (tenantId === undefined || !username.success || !email.success)
      throw new DomainError('IDENTITY_REFUSED');
    if (await this.users.findByLogin(scope, email.data.toLowerCase()))
      throw new DomainError('IDENTITY_REFUSED');
    // Deleted by an administrator, or untied: back only by one who enters the person again.
    if (await this.users.isTombstone(scope, identity.issuer, identity.subject))
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

  private async record(
    scope: PlatformScope,
    action: string,
    id: string,
    identity: ProvenIdentity,
    tenantId?: string,
  ): Promise<void> {
    const { issuer, subject, username } = identity;
    await this.events.record(scope, { kind: 'IDENTITY_TIED', userId: id, tenantId });
    await this.audit.recordOfPerson(scope, {
      action,
      userId: id,
      ...(tenantId === undefined ? {} : { within: tenantId }),
      after: { issuer, subject, username },
    });
  }
}

/** A user name from an address: the part before the @, without what a name here has not. */
const localName = (name: string): string =>
  name.includes('@') ? (name.split('@')[0] ?? '').replaceAll(/[^a-z0-9._]/g, '') : name;
