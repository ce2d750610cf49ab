import { z } from 'zod';
import { endpoint } from './endpoint.js';
import type { ErrorCode } from './errors.js';
import { changes } from './imports.js';
import { byId, id, instant, quarterDate, text } from './primitives.js';
import { access } from './roles.js';
import type { Output } from './readonly.js';

/** Unattended requests for account information a bank has to answer a day (Regulation (EU) 2018/389, article 36(5)(b)). */
export const FETCHES_PER_DAY = 4;
/** Longest validity of a consent, days (Regulation (EU) 2018/389, article 10(1) as amended in 2022). */
export const MAX_CONSENT_DAYS = 180;

const country = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .meta({ description: 'ISO 3166-1, two capital letters.' });
const bankName = text(120);

export const connectionKey = z
  .strictObject({
    /** As the provider calls the household's application. */
    applicationId: id,
    environment: z.enum(['PRODUCTION', 'SANDBOX']),
    createdAt: instant,
    createdBy: z.string(),
  })
  .meta({ id: 'ConnectionKey' });
export type ConnectionKey = Output<typeof connectionKey>;

export const bankConsent = z
  .strictObject({
    id,
    bank: z.string(),
    country,
    givenAt: instant,
    givenBy: z.string(),
    /** When it ends by itself. */
    validUntil: instant,
    /** It is over: by its date, or because the bank or the provider said so. */
    ended: z.boolean(),
    accounts: z.array(
      z.strictObject({
        iban: z.string().optional(),
        name: z.string().optional(),
        currency: z.string(),
        /** The household's account with the same IBAN. */
        accountId: id.optional(),
        /** Fetches left for it today; absent without an account. */
        fetchesLeft: z.int().min(0).optional(),
      }),
    ),
  })
  .meta({ id: 'BankConsent' });
export type BankConsent = Output<typeof bankConsent>;

const provider: readonly ErrorCode[] = [
  'CONNECTION_OFF',
  'CONNECTION_REFUSED',
  'BANK_UNAVAILABLE',
  'BANK_ANSWER_UNREADABLE',
  'FETCH_LIMIT',
];

export const bankConnections = {
  get: endpoint({
    id: 'bankConnections.get',
    method: 'GET',
    path: '/api/finance/bank-connections/get',
    summary: "The household's bank connection: its key without the secret, and the consents with their ends",
    access: access.financeRead,
    response: z
      .strictObject({
        /** Whether the instance offers bank connections. */
        enabled: z.boolean(),
        /** Where the bank sends the person back; it has to be registered with the application. */
        callbackUrl: z.string(),
        key: connectionKey.optional(),
        consents: z.array(bankConsent),
      })
      .meta({ id: 'BankConnection' }),
  }),
  saveKey: endpoint({
    id: 'bankConnections.saveKey',
    stepUp: true,
    method: 'POST',
    path: '/api/finance/bank-connections/key',
    summary:
      "Store the household's own application and private key, encrypted, after the provider accepted them",
    access: access.bankConnection,
    body: z
      .strictObject({
        applicationId: id,
        privateKey: z
          .string()
          .max(16_384)
          .meta({ description: 'RSA, 2048 bits or more, PEM without a passphrase. It is never returned.' }),
      })
      .meta({ id: 'SaveConnectionKey' }),
    response: connectionKey,
    errors: [...provider, 'ALREADY_EXISTS'],
  }),
  deleteKey: endpoint({
    id: 'bankConnections.deleteKey',
    method: 'DELETE',
    path: '/api/finance/bank-connections/key',
    summary: 'Close every consent at the provider, and delete the key and the consents here',
    access: access.bankConnection,
    response: z.strictObject({
      /** Banks whose consent the provider did not close: it ends by its date, or in the bank's own site. */
      notClosed: z.array(z.string()),
    }),
    errors: ['NOT_FOUND'],
  }),
  banks: endpoint({
    id: 'bankConnections.banks',
    method: 'GET',
    path: '/api/finance/bank-connections/banks',
    summary: 'The banks of a country the provider reaches for private persons',
    access: access.bankConnection,
    query: z.strictObject({ country: country.default('IT') }),
    response: z.array(
      z
        .strictObject({
          name: z.string(),
          country,
          /** The longest consent the bank gives. */
          maxDays: z.int().min(1).max(MAX_CONSENT_DAYS),
        })
        .meta({ id: 'ConnectableBank' }),
    ),
    errors: provider,
  }),
  startConsent: endpoint({
    id: 'bankConnections.startConsent',
    method: 'POST',
    path: '/api/finance/bank-connections/consents',
    summary: "Begin a consent: the answer's address leads to the bank, which sends the person back",
    access: access.bankConnection,
    body: z
      .strictObject({
        bank: bankName,
        country: country.default('IT'),
        days: z.int().min(1).max(MAX_CONSENT_DAYS).default(90),
        /** The consent it renews: closed and forgotten when the new one is given. */
        replaces: id.optional(),
      })
      .meta({ id: 'StartConsent' }),
    response: z.strictObject({ url: z.string() }),
    errors: [...provider, 'NOT_FOUND'],
  }),
  completeConsent: endpoint({
    id: 'bankConnections.completeConsent',
    method: 'POST',
    path: '/api/finance/bank-connections/consents/complete',
    summary: 'Take the consent the bank sent the person back with; the state serves once, for who began it',
    access: access.bankConnection,
    body: z
      .strictObject({
        state: z.string().min(1).max(200),
        code: z.string().min(1).max(4096).optional(),
        /** What the bank or the person refused with, in place of a code. */
        error: z.string().max(200).optional(),
      })
      .meta({ id: 'CompleteConsent' }),
    response: bankConsent,
    errors: [...provider, 'TICKET_EXPIRED', 'CONSENT_DECLINED'],
  }),
  revokeConsent: endpoint({
    id: 'bankConnections.revokeConsent',
    method: 'DELETE',
    path: '/api/finance/bank-connections/consents/{id}',
    summary: 'Close a consent at the provider and delete it here',
    access: access.bankConnection,
    params: byId,
    response: z.strictObject({
      /** False: it is deleted here, and the provider did not confirm that it closed it. */
      closed: z.boolean(),
    }),
    errors: ['NOT_FOUND'],
  }),
  fetch: endpoint({
    id: 'bankConnections.fetch',
    method: 'POST',
    path: '/api/finance/bank-connections/fetch',
    summary: "Fetch an account's movements of a quarter and compare them; no operation is stored",
    access: access.bankConnection,
    body: z.strictObject({ accountId: id, quarter: quarterDate }).meta({ id: 'FetchMovements' }),
    response: changes,
    errors: [...provider, 'NOT_FOUND', 'CONSENT_ENDED'],
  }),
} as const;
