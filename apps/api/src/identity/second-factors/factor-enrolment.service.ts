import type { BodyOf, secondFactors } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { actorOf, requireOwnAccount, type Session } from '../../platform/auth/session.js';
import { Clock } from '../../platform/clock.js';
import { type PlatformScope, Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { SecretBox } from '../../platform/secret-box.js';
import { UserStore } from '../users/user-store.js';
import { EnrolledFactors } from './enrolled-factors.js';
import { type FactorTicket, FactorTickets } from './factor-tickets.js';
import { registrationOptions, type Site, verifiedRegistration } from './passkeys.js';
import { TOTP_PURPOSE } from './proof-checks.js';
import type { NewFactor } from './second-factors.repository.js';
import { newTotpSecret, stepOf, totpUri } from './totp.js';

/** Enrolling authenticator apps and passkeys: a ticket holds what was begun until it is confirmed. */
@Injectable()
export class FactorEnrolment {
  constructor(
    private readonly transactions: Transactions,
    private readonly enrolled: EnrolledFactors,
    private readonly tickets: FactorTickets,
    private readonly users: UserStore,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError ALREADY_EXISTS when the account has as many as it may. */
  beginTotp(session: Session) {
    return this.changing(session, async (scope) => {
      await this.enrolled.requirePlace(scope, session.userId);
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
      const known = await this.enrolled.requirePlace(scope, session.userId);
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
    return this.add(session, ticket, {
      kind: 'PASSKEY',
      name: body.name,
      at: this.clock.now(),
      credentialId: id,
      publicKey,
      counter,
      transports: body.passkey.response.transports ?? [],
    });
  }

  private add(session: Session, ticket: FactorTicket, factor: NewFactor) {
    return this.changing(session, async (scope) => {
      await this.tickets.burn(scope, ticket);
      return this.enrolled.add(scope, session, factor);
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
}
