import type { BankConsent, BodyOf, bankConnections, ImportChanges, ResponseOf } from '@fibado/contracts';
import { quarterEnd } from '@fibado/planning';
import { Inject, Injectable } from '@nestjs/common';
import { holds, requirePerson, type Session } from '../../../platform/auth/session.js';
import { Clock } from '../../../platform/clock.js';
import { TenantTransactions } from '../../../platform/database/tenant-transactions.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { Comparer } from '../comparer.js';
import { BANK_CONNECTOR, type BankConnector } from './bank-connector.js';
import { ConnectedAccounts } from './connected-accounts.js';
import { contentHash, statementOf } from './fetched-statement.js';
import { FetchLimits } from './fetch-limits.js';

type Fetch = BodyOf<typeof bankConnections.fetch>;

/** All pages of an account together. */
const FETCH_MS = 180_000;

/** An account's movements from its bank, put behind the comparison that files go through. */
@Injectable()
export class FetchesService {
  constructor(
    private readonly transactions: TenantTransactions,
    @Inject(BANK_CONNECTOR) private readonly connector: BankConnector,
    private readonly connected: ConnectedAccounts,
    private readonly comparer: Comparer,
    private readonly limits: FetchLimits,
    private readonly clock: Clock,
  ) {}

  /**
   * Nothing is stored but the comparison, for a person's decision.
   * @throws DomainError VALIDATION (a quarter to come, an account outside it), IBAN_MISSING, NOT_FOUND (no consent
   * covers the account), CONSENT_ENDED, FETCH_LIMIT, and what the provider refuses
   */
  async fetch(session: Session, body: Fetch, signal: AbortSignal): Promise<ImportChanges> {
    requirePerson(session);
    // The comparison shows the household's operations, and is there to be saved.
    if (!holds(session, 'FBDO_FIBADO')) throw new DomainError('FORBIDDEN');
    const { accountId, quarter } = body;
    const today = this.clock.today();
    if (quarter > today) throw new DomainError('VALIDATION', 'quarter');
    const { connection, present } = await this.transactions.snapshot(session, async (scope) => ({
      connection: await this.connected.of(scope, accountId),
      present: await this.comparer.present(scope, body),
    }));
    await this.limits.take(session.tenantId, connection.iban);
    const end = quarterEnd(quarter);
    const days = { from: quarter, to: end < today ? end : today };
    const until = AbortSignal.any([signal, AbortSignal.timeout(FETCH_MS)]);
    const fetched = await this.endingConsent(session, connection.consentId, () =>
      this.connector.movements(connection.credentials, connection.uid, days, until),
    );
    const statement = statementOf(connection.bank, fetched);
    const hash = contentHash(statement);
    const name = `${connection.bank} ${connection.iban.slice(-4)} ${today}`;
    return this.comparer.compare(session, body, { name, hash }, statement, present);
  }

  /** The connection as it is shown, without any secret. */
  async shown(session: Session, callbackUrl: string): Promise<ResponseOf<typeof bankConnections.get>> {
    const { key, consents } = await this.transactions.snapshot(session, (scope) =>
      this.connected.shown(scope),
    );
    const matched = consents.flatMap(({ accounts }) =>
      accounts.flatMap(({ iban, accountId }) => (accountId === undefined ? [] : (iban ?? []))),
    );
    const left = await this.limits.left(session.tenantId, matched);
    return {
      enabled: this.connector.enabled,
      callbackUrl,
      key,
      consents: consents.map((consent): BankConsent => ({
        ...consent,
        accounts: consent.accounts.map((account) => ({
          ...account,
          fetchesLeft: account.accountId === undefined ? undefined : left.get(account.iban ?? ''),
        })),
      })),
    };
  }

  /** A consent the provider calls ended is remembered as such, so that it is renewed and not tried again. */
  private async endingConsent<T>(session: Session, consentId: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof DomainError && error.code === 'CONSENT_ENDED')
        await this.transactions.run(session, (scope) => this.connected.end(scope, consentId));
      throw error;
    }
  }
}
