import { MAX_CONSENT_DAYS } from '@fibado/contracts';
import { addDays, type Day } from '@fibado/planning';
import { Inject, Injectable } from '@nestjs/common';
import type { Env } from '../../../config/env.js';
import { ENV } from '../../../config/instance.module.js';
import { Clock } from '../../../platform/clock.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import type {
  BankConnector,
  ConnectableBank,
  ConnectorApplication,
  ConnectorCredentials,
  ConsentRequest,
  FetchedMovement,
  FetchedMovements,
  GivenConsent,
} from './bank-connector.js';
import * as answers from './enable-banking.answers.js';
import { EnableBankingClient } from './enable-banking.client.js';
import { ProviderRefusal } from './provider-errors.js';

const DAY_SECONDS = 86_400;
/** Pages of one fetch, and movements of all of them: beyond both it is no household's quarter. */
const MAX_PAGES = 50;
const MAX_MOVEMENTS = 20_000;
/** What many banks answer once the first minutes after a consent are over: ninety days, today included. */
const SHORT_HISTORY_DAYS = 89;
/** Booked balances, the better one first: of the last statement, else of now. */
const BOOKED_BALANCES = ['CLBD', 'ITBD'];

type Days = { readonly from: Day; readonly to: Day };

/** Enable Banking as its public OpenAPI describes it. It was never tried against the real service. */
@Injectable()
export class EnableBankingConnector implements BankConnector {
  readonly #client: EnableBankingClient | undefined;
  readonly #isLocal: boolean;

  constructor(
    @Inject(ENV) env: Env,
    private readonly clock: Clock,
  ) {
    const { ENABLE_BANKING_URL: url } = env;
    this.#client = url === undefined ? undefined : new EnableBankingClient(url, clock);
    this.#isLocal = url?.startsWith('http:') ?? false;
  }

  get enabled(): boolean {
    return this.#client !== undefined;
  }

  async application(credentials: ConnectorCredentials, signal: AbortSignal): Promise<ConnectorApplication> {
    const request = { method: 'GET', path: '/application' } as const;
    const found = await this.client.call(credentials, request, answers.application, signal);
    return {
      environment: found.environment,
      active: found.active,
      redirectUrls: found.redirect_urls,
    };
  }

  async banks(
    credentials: ConnectorCredentials,
    country: string,
    signal: AbortSignal,
  ): Promise<ConnectableBank[]> {
    const query = { country, psu_type: 'personal', service: 'AIS' };
    const request = { method: 'GET', path: '/aspsps', query } as const;
    const { aspsps } = await this.client.call(credentials, request, answers.aspsps, signal);
    return aspsps
      .filter((bank) => bank.country === country && bank.psu_types.includes('personal'))
      .map((bank) => ({
        name: bank.name,
        country,
        maxDays: Math.min(
          MAX_CONSENT_DAYS,
          Math.max(1, Math.floor(bank.maximum_consent_validity / DAY_SECONDS)),
        ),
      }));
  }

  async startConsent(
    credentials: ConnectorCredentials,
    { bank, country, validUntil, state, redirectUrl, language }: ConsentRequest,
    signal: AbortSignal,
  ): Promise<string> {
    const body = {
      access: { valid_until: validUntil.toISOString(), balances: true, transactions: true },
      aspsp: { name: bank, country },
      state,
      redirect_url: redirectUrl,
      psu_type: 'personal',
      language,
    };
    const request = { method: 'POST', path: '/auth', body } as const;
    const { url } = await this.client.call(credentials, request, answers.authorization, signal);
    // The browser is sent there: nothing but a page over TLS, or one of a stand-in on this machine.
    const { protocol } = new URL(url);
    if (protocol !== 'https:' && !(this.#isLocal && protocol === 'http:'))
      throw new DomainError('BANK_ANSWER_UNREADABLE');
    return url;
  }

  async completeConsent(
    credentials: ConnectorCredentials,
    code: string,
    signal: AbortSignal,
  ): Promise<GivenConsent> {
    const request = { method: 'POST', path: '/sessions', body: { code } } as const;
    const found = await this.client.call(credentials, request, answers.session, signal);
    return {
      consentId: found.session_id,
      validUntil: new Date(found.access.valid_until),
      accounts: found.accounts.flatMap(({ uid, account_id, name, details, currency }) =>
        uid === undefined
          ? []
          : [{ uid, iban: normalIban(account_id?.iban), name: details ?? name, currency }],
      ),
    };
  }

  async closeConsent(
    credentials: ConnectorCredentials,
    consentId: string,
    signal: AbortSignal,
  ): Promise<void> {
    const path = `/sessions/${encodeURIComponent(consentId)}`;
    try {
      await this.client.call(credentials, { method: 'DELETE', path }, answers.success, signal);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'CONSENT_ENDED') throw error;
    }
  }

  async movements(
    credentials: ConnectorCredentials,
    accountUid: string,
    days: Days,
    signal: AbortSignal,
  ): Promise<FetchedMovements> {
    const path = `/accounts/${encodeURIComponent(accountUid)}`;
    const { read, pages } = await this.readable(credentials, path, days, signal);
    return {
      from: read.from,
      to: read.to,
      movements: pages,
      balance: await this.balance(credentials, path, signal),
    };
  }

  /** The days asked for; where the bank's history is shorter, those it has. */
  private async readable(credentials: ConnectorCredentials, path: string, days: Days, signal: AbortSignal) {
    try {
      return { read: days, pages: await this.pages(credentials, path, days, signal) };
    } catch (error) {
      const shorter = addDays(this.clock.today(), -SHORT_HISTORY_DAYS);
      const isTooLong =
        error instanceof ProviderRefusal && error.providerCode === 'WRONG_TRANSACTIONS_PERIOD';
      if (!isTooLong || days.from >= shorter || shorter > days.to) throw error;
      const read = { from: shorter, to: days.to };
      return { read, pages: await this.pages(credentials, path, read, signal) };
    }
  }

  private async pages(
    credentials: ConnectorCredentials,
    path: string,
    { from, to }: Days,
    signal: AbortSignal,
  ): Promise<FetchedMovement[]> {
    const found: FetchedMovement[] = [];
    const seen = new Set<string>();
    let key: string | undefined;
    do {
      // Banks refuse a continuation whose other parameters differ from the first request's.
      const query = {
        date_from: from,
        date_to: to,
        ...(key === undefined ? {} : { continuation_key: key }),
      };
      const request = { method: 'GET', path: `${path}/transactions`, query } as const;
      const page = await this.client.call(credentials, request, answers.transactions, signal);
      found.push(...page.transactions.flatMap(movementOf));
      key = page.continuation_key;
      const isEndless = key !== undefined && (seen.has(key) || seen.size >= MAX_PAGES);
      if (isEndless || found.length > MAX_MOVEMENTS) throw new DomainError('BANK_ANSWER_UNREADABLE');
      if (key !== undefined) seen.add(key);
    } while (key !== undefined);
    return found;
  }

  /** A statement without a balance is one all the same: banks count both requests, and fail in either. */
  private async balance(credentials: ConnectorCredentials, path: string, signal: AbortSignal) {
    try {
      const request = { method: 'GET', path: `${path}/balances` } as const;
      const { balances } = await this.client.call(credentials, request, answers.balances, signal);
      const euros = balances.filter(({ balance_amount }) => balance_amount.currency === 'EUR');
      const booked = BOOKED_BALANCES.flatMap(
        (type) => euros.find(({ balance_type }) => balance_type === type) ?? [],
      );
      return booked[0]?.balance_amount.amount;
    } catch (error) {
      if (error instanceof DomainError && error.code !== 'CANCELLED') return undefined;
      throw error;
    }
  }

  private get client(): EnableBankingClient {
    if (!this.#client) throw new DomainError('CONNECTION_OFF');
    return this.#client;
  }
}

const normalIban = (iban: string | undefined): string | undefined =>
  iban?.replaceAll(/\s/g, '').toUpperCase();

/** Nothing of one that was cancelled or rejected. */
function movementOf(one: answers.ProviderTransaction): FetchedMovement[] {
  if (one.status === 'CNCL' || one.status === 'RJCT') return [];
  const { amount, currency } = one.transaction_amount;
  const isOut = one.credit_debit_indicator === 'DBIT';
  // Some banks sign the amount and some do not: the indicator decides.
  const magnitude = amount.replace(/^-/, '');
  const other = isOut ? one.creditor?.name : one.debtor?.name;
  const texts = [other, ...(one.remittance_information ?? [])].flatMap((text) => text?.trim() || []);
  const text = [...new Set(texts)].join(' ') || (one.bank_transaction_code?.description ?? '');
  return [
    {
      reference: one.entry_reference,
      pending: one.status !== 'BOOK',
      bookingDate: one.booking_date ?? one.value_date ?? one.transaction_date,
      valueDate: one.value_date,
      amount: isOut ? `-${magnitude}` : magnitude,
      currency,
      text,
    },
  ];
}
