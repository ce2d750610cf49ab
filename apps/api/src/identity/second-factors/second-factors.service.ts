import { type BodyOf, MAX_SECOND_FACTORS, type secondFactors } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { MailQueue } from '../../administration/email-server/mail-queue.js';
import { Audit } from '../../platform/audit.js';
import { actorOf, requireOwnAccount, type Session } from '../../platform/auth/session.js';
import { SessionStore } from '../../platform/auth/session.store.js';
import { Clock } from '../../platform/clock.js';
import { type PlatformScope, Transactions } from '../../platform/database/transactions.js';
import { isUniqueViolation } from '../../platform/database/unique.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { SecretBox } from '../../platform/secret-box.js';
import { SecurityEvents } from '../../platform/security-events.js';
import { secondFactorMail } from '../links/link-texts.js';
import { UserStore } from '../users/user-store.js';
import { FactorProofs, TOTP_PURPOSE } from './factor-proofs.js';
import { type FactorTicket, FactorTickets } from './factor-tickets.js';
import { registrationOptions, type Site, verifiedRegistration } from './passkeys.js';
import { RecoveryCodes } from './recovery-codes.js';
import { type NewFactor, SecondFactorsRepository, shown } from './second-factors.repository.js';
import { newTotpSecret, stepOf, totpUri } from './totp.js';

/** A person's own second factors: enrolling, naming and removing them. */
@Injectable()
export class SecondFactorsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly factors: SecondFactorsRepository,
    private readonly recovery: RecoveryCodes,
    private readonly proofs: FactorProofs,
    private readonly tickets: FactorTickets,
    private readonly users: UserStore,
    private readonly sessions: SessionStore,
    private readonly box: SecretBox,
    private readonly events: SecurityEvents,
    private readonly mails: MailQueue,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  list(session: Session) {
    requireOwnAccount(session);
    return this.transactions.onPlatform(actorOf(session), async (scope) => ({
      factors: (await this.factors.of(scope, session.userId)).map(shown),
      recoveryCodesLeft: await this.factors.countRecoveryCodes(scope, session.userId),
      required: await this.factors.isRequired(scope, session.tenantId),
    }));
  }

  challenge(session: Session, site: Site) {
    requireOwnAccount(session);
    return this.transactions.onPlatform(actorOf(session), (scope) =>
      this.proofs.challenge(scope, session.userId, 'STEP_UP', site),
    );
  }

  /** @throws DomainError ALREADY_EXISTS when the account has as many as it may. */
  beginTotp(session: Session) {
    return this.changing(session, async (scope) => {
      await this.requirePlace(scope, session.userId);
      const secret = newTotpSecret();
      const ticket = this.tickets.make({ use: 'TOTP', userId: session.userId, secret });
      return { ticket, secret, uri: totpUri(secret, session.username) };
    });
  }

  /** @throws DomainError SECOND_FACTOR_WRONG, TICKET_EXPIRED, ALREADY_EXISTS */
  confirmTotp(session: Session, body: BodyOf<typeof secondFactors.confirmTotp>) {
    const ticket = this.ownTicket(session, body.ticket, 'TOTP');
    const at = this.clock.now();
    const secret = ticket.secret ?? '';
    const step = stepOf(secret, body.code, at);
    if (step === undefined) throw new DomainError('SECOND_FACTOR_WRONG', 'code');
    const sealedSecret = this.box.seal(TOTP_PURPOSE, secret);
    return this.add(session, ticket, { kind: 'TOTP', name: body.name, at, sealedSecret, step });
  }

  /** @throws DomainError ALREADY_EXISTS when the account has as many as it may. */
  beginPasskey(session: Session, site: Site) {
    return this.changing(session, async (scope) => {
      const known = await this.requirePlace(scope, session.userId);
      const user = await this.users.find(scope, session.userId);
      if (!user) throw new DomainError('UNAUTHENTICATED');
      const options = await registrationOptions(site, user, known);
      const { challenge } = options;
      const ticket = this.tickets.make({ use: 'PASSKEY', userId: session.userId, challenge });
      return { ticket, options: { ...options } };
    });
  }

  /** @throws DomainError SECOND_FACTOR_WRONG, TICKET_EXPIRED, ALREADY_EXISTS */
  async confirmPasskey(session: Session, body: BodyOf<typeof secondFactors.confirmPasskey>, site: Site) {
    const ticket = this.ownTicket(session, body.ticket, 'PASSKEY');
    const credential = await verifiedRegistration(site, ticket.challenge ?? '', body.passkey);
    if (!credential) throw new DomainError('SECOND_FACTOR_WRONG', 'passkey');
    const { id, publicKey, counter } = credential;
    const transports = body.passkey.response.transports ?? [];
    const at = this.clock.now();
    return this.add(session, ticket, {
      kind: 'PASSKEY',
      name: body.name,
      at,
      credentialId: id,
      publicKey,
      counter,
      transports,
    });
  }

  rename(session: Session, { id, name }: BodyOf<typeof secondFactors.rename>) {
    return this.changing(session, async (scope) => {
      const factor = await this.factors.rename(scope, session.userId, id, name);
      if (!factor) throw new DomainError('NOT_FOUND');
      await this.record(scope, session, 'secondFactors.rename', { id, name });
      return shown(factor);
    });
  }

  async delete(session: Session, id: string): Promise<void> {
    await this.changing(session, async (scope) => {
      const { userId } = session;
      if (!(await this.factors.remove(scope, userId, id))) throw new DomainError('NOT_FOUND');
      // Recovery codes without a first registered factor would be the only second factor.
      if ((await this.factors.of(scope, userId)).length === 0) await this.factors.removeAll(scope, userId);
      await this.events.record(scope, { kind: 'SECOND_FACTOR_REMOVED', userId, tenantId: session.tenantId });
      await this.record(scope, session, 'secondFactors.delete', { id });
      await this.tell(scope, userId, 'REMOVED');
    });
  }

  /** @throws DomainError NOT_FOUND without a second factor. */
  recoveryCodes(session: Session): Promise<{ recoveryCodes: string[] }> {
    return this.changing(session, async (scope) => {
      const { userId, tenantId } = session;
      if ((await this.factors.of(scope, userId)).length === 0) throw new DomainError('NOT_FOUND');
      const recoveryCodes = await this.recovery.renew(scope, userId);
      await this.events.record(scope, { kind: 'RECOVERY_CODES_MADE', userId, tenantId });
      return { recoveryCodes };
    });
  }

  private changing<T>(session: Session, work: (scope: PlatformScope) => Promise<T>): Promise<T> {
    requireOwnAccount(session);
    return this.transactions.onPlatform(actorOf(session), work);
  }

  private ownTicket(session: Session, sealed: string, use: 'TOTP' | 'PASSKEY'): FactorTicket {
    requireOwnAccount(session);
    const ticket = this.tickets.read(sealed, use);
    if (ticket.userId !== session.userId) throw new DomainError('TICKET_EXPIRED');
    return ticket;
  }

  private async requirePlace(scope: PlatformScope, userId: string) {
    const known = await this.factors.of(scope, userId);
    if (known.length >= MAX_SECOND_FACTORS) throw new DomainError('ALREADY_EXISTS', 'factors');
    return known;
  }

  /** Stores a factor; the session that enrolled it has given one. */
  private add(session: Session, ticket: FactorTicket, factor: NewFactor) {
    const { userId, tenantId } = session;
    return this.changing(session, async (scope) => {
      await this.tickets.burn(scope, ticket);
      const known = await this.requirePlace(scope, userId);
      const row = await this.factors.add(scope, userId, factor).catch((error: unknown) => {
        throw isUniqueViolation(error) ? new DomainError('ALREADY_EXISTS', 'passkey') : error;
      });
      const recoveryCodes = known.length === 0 ? await this.recovery.renew(scope, userId) : undefined;
      await this.sessions.proveTwice(scope, session.id, this.clock.now());
      await this.events.record(scope, { kind: 'SECOND_FACTOR_ADDED', userId, tenantId });
      await this.record(scope, session, 'secondFactors.add', { id: row.id, kind: row.kind, name: row.name });
      await this.tell(scope, userId, 'ADDED');
      return { factor: shown(row), ...(recoveryCodes ? { recoveryCodes } : {}) };
    });
  }

  /** Mails the user, so that a change by an attacker is noticed. */
  private async tell(scope: PlatformScope, userId: string, what: 'ADDED' | 'REMOVED'): Promise<void> {
    const owner = await this.users.find(scope, userId);
    if (owner && (await this.mails.configured(scope)))
      await this.mails.add(scope, secondFactorMail(owner, what, this.clock.now()));
  }

  private record(scope: PlatformScope, session: Session, action: string, after: object): Promise<void> {
    return this.audit.recordOfPerson(scope, {
      action,
      userId: session.userId,
      within: session.tenantId,
      after,
    });
  }
}
