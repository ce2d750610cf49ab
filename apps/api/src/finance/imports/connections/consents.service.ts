import { randomBytes, randomUUID } from 'node:crypto';
import type { BankConsent, BodyOf, bankConnections, ResponseOf } from '@fibado/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { requireOwnAccount, type Session } from '../../../platform/auth/session.js';
import { Clock } from '../../../platform/clock.js';
import { TenantTransactions } from '../../../platform/database/tenant-transactions.js';
import type { TenantScope } from '../../../platform/database/transactions.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { BANK_CONNECTOR, type BankConnector, type ConnectorCredentials } from './bank-connector.js';
import type { BankConsentEntity } from './connection.entities.js';
import { ConnectionKeysService } from './connection-keys.service.js';
import { ConsentRecords } from './consent-records.js';
import { ConnectionsRepository } from './connections.repository.js';

/** How long a person may take at the bank. */
const REQUEST_MS = 30 * 60_000;
const DAY_MS = 86_400_000;
/** The provider compares the end with its own clock. */
const CLOCK_SLACK_MS = 5 * 60_000;

/** Consents: begun here, given at the bank, and taken back in both places. */
@Injectable()
export class ConsentsService {
  constructor(
    private readonly transactions: TenantTransactions,
    @Inject(BANK_CONNECTOR) private readonly connector: BankConnector,
    private readonly keys: ConnectionKeysService,
    private readonly rows: ConnectionsRepository,
    private readonly records: ConsentRecords,
    private readonly clock: Clock,
  ) {}

  async banks(session: Session, country: string, signal: AbortSignal) {
    const credentials = await this.credentials(session);
    const found = await this.connector.banks(credentials, country, signal);
    return found.toSorted((a, b) => a.name.localeCompare(b.name, 'it'));
  }

  /** @throws DomainError NOT_FOUND for a bank the provider does not reach, or a consent that is not there */
  async start(
    session: Session,
    { bank, country, days, replaces }: BodyOf<typeof bankConnections.startConsent>,
    redirectUrl: string,
    signal: AbortSignal,
  ): Promise<{ url: string }> {
    requireOwnAccount(session);
    const { credentials, language } = await this.transactions.snapshot(session, async (scope) => {
      if (replaces !== undefined && !(await this.rows.consent(scope, replaces)))
        throw new DomainError('NOT_FOUND', 'replaces');
      return {
        credentials: await this.keys.credentials(scope),
        language: await this.records.language(scope),
      };
    });
    const found = (await this.connector.banks(credentials, country, signal)).find(
      ({ name }) => name === bank,
    );
    if (!found) throw new DomainError('NOT_FOUND', 'bank');
    const now = this.clock.now().getTime();
    const validUntil = new Date(now + Math.min(days, found.maxDays) * DAY_MS - CLOCK_SLACK_MS);
    const state = randomBytes(32).toString('base64url');
    const request = { bank, country, validUntil, state, redirectUrl, language };
    const url = await this.connector.startConsent(credentials, request, signal);
    await this.transactions.run(session, (scope) =>
      this.rows.putRequest(scope, {
        tenantId: scope.tenantId,
        userId: session.userId,
        fingerprint: this.records.fingerprint(state),
        bank,
        country,
        replaces: replaces ?? null,
        expiresAt: new Date(now + REQUEST_MS),
      }),
    );
    return { url };
  }

  /** @throws DomainError TICKET_EXPIRED (an unknown, spent or other person's state), CONSENT_DECLINED */
  async complete(
    session: Session,
    { state, code }: BodyOf<typeof bankConnections.completeConsent>,
    signal: AbortSignal,
  ): Promise<BankConsent> {
    requireOwnAccount(session);
    const { request, credentials } = await this.transactions.run(session, async (scope) => ({
      request: await this.rows.takeRequest(scope, session.userId, this.records.fingerprint(state)),
      credentials: await this.keys.credentials(scope),
    }));
    if (!request || request.expiresAt <= this.clock.now()) throw new DomainError('TICKET_EXPIRED');
    if (code === undefined) throw new DomainError('CONSENT_DECLINED');
    const given = await this.connector.completeConsent(credentials, code, signal);
    const { replaced, shown } = await this.transactions.run(session, async (scope) => {
      const row: BankConsentEntity = {
        tenantId: scope.tenantId,
        id: randomUUID(),
        bank: request.bank,
        country: request.country,
        sessionSealed: this.records.seal(given.consentId),
        accounts: given.accounts,
        givenAt: this.clock.now(),
        givenBy: session.username,
        validUntil: given.validUntil,
        ended: false,
        reminded: false,
      };
      const before = request.replaces === null ? null : await this.rows.consent(scope, request.replaces);
      if (before) await this.records.remove(scope, before, 'bankConnections.renewConsent');
      await this.records.given(scope, row);
      const [only] = await this.records.shown(scope, [row], row.givenAt);
      if (!only) throw new Error('A consent is shown as none');
      return { replaced: before, shown: only };
    });
    if (replaced) await this.close(credentials, replaced, signal);
    return shown;
  }

  /** Deleted here whatever the provider answers: without it nothing is fetched any more. */
  async revoke(session: Session, id: string, signal: AbortSignal): Promise<{ closed: boolean }> {
    requireOwnAccount(session);
    const { row, credentials } = await this.transactions.run(session, async (scope) => {
      const found = await this.rows.consent(scope, id);
      if (!found) throw new DomainError('NOT_FOUND');
      await this.records.remove(scope, found, 'bankConnections.revokeConsent');
      return { row: found, credentials: await this.usable(scope) };
    });
    return { closed: credentials !== undefined && (await this.close(credentials, row, signal)) };
  }

  /** @throws DomainError NOT_FOUND without a key */
  async revokeAll(
    session: Session,
    signal: AbortSignal,
  ): Promise<ResponseOf<typeof bankConnections.deleteKey>> {
    requireOwnAccount(session);
    const { all, credentials } = await this.transactions.run(session, async (scope) => {
      const key = await this.keys.shown(scope);
      if (!key) throw new DomainError('NOT_FOUND');
      const found = { all: await this.rows.consents(scope), credentials: await this.usable(scope) };
      for (const row of found.all) await this.records.remove(scope, row, 'bankConnections.revokeConsent');
      await this.records.keyDeleted(scope, key);
      return found;
    });
    const notClosed: string[] = [];
    for (const row of all) {
      const isClosed = credentials !== undefined && (await this.close(credentials, row, signal));
      if (!isClosed) notClosed.push(row.bank);
    }
    return { notClosed };
  }

  private credentials(session: Session): Promise<ConnectorCredentials> {
    return this.transactions.snapshot(session, (scope) => this.keys.credentials(scope));
  }

  /** Undefined where the key cannot be read or the instance offers no connection any more. */
  private async usable(scope: TenantScope): Promise<ConnectorCredentials | undefined> {
    try {
      return await this.keys.credentials(scope);
    } catch (error) {
      if (error instanceof DomainError) return undefined;
      throw error;
    }
  }

  private async close(
    credentials: ConnectorCredentials,
    row: BankConsentEntity,
    signal: AbortSignal,
  ): Promise<boolean> {
    const consentId = this.records.open(row);
    if (consentId === undefined) return false;
    try {
      await this.connector.closeConsent(credentials, consentId, signal);
      return true;
    } catch (error) {
      if (error instanceof DomainError) return false;
      throw error;
    }
  }
}
