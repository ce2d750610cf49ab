/** One small household and its instance, from which every example of the OpenAPI document is taken. */

import type { ErrorCode } from './errors.js';
import { type Json, resolved } from './openapi-schema.js';

const uuid = (n: number) => `0197a1c0-0000-7000-8000-${String(n).padStart(12, '0')}`;

const QUARTER = '2027-01-01';
const BANK = { name: 'Banca Esempio', abi: '03999', guaranteeScheme: 'FITD', stampDutyMethod: 'ACTUAL_DAYS' };
const GROUP = { name: 'Anna e Bruno', holders: ['Anna Rossi', 'Bruno Rossi'], order: 1 };
const [bankId, accountGroupId, accountId, savingsId, operationId] = [1, 2, 3, 4, 5].map(uuid);
const [personId, otherPersonId] = [11, 12].map(uuid);
const PERSON = { name: 'Anna Rossi', role: 'DECLARANT', bornOn: '1980-03-01' };
const CARRIED = {
  periodFrom: QUARTER,
  days: 0,
  sumCentDays: 0,
  accruedGross: '0',
  counted: { grossCents: 0, withholdingCents: 0, dutyCents: 0, feesCents: 0 },
};
const SETUP = { accountId, openingBalanceCents: 650_000, excluded: false };
const ACCOUNT = {
  name: 'Conto corrente',
  iban: 'IT60X0542811101000000123456',
  bankId,
  accountGroupId,
  kind: 'CURRENT',
  dutyRegime: 'FIXED',
  dutyPaidByBank: false,
  dutyBase: 'PRUDENT',
  rates: [{ from: QUARTER, tiers: [{ upToCents: null, ratePct: 0.1 }], tierMode: 'MARGINAL' }],
  interestBasis: 'ACT_ACT',
  minBalanceCents: 100_000,
  monthlyFeeCents: 0,
  transferFeeCents: 0,
  transferLeadDays: 1,
  canSend: true,
  canReceive: true,
  active: true,
};
const SAVINGS = {
  ...ACCOUNT,
  name: 'Conto deposito',
  iban: undefined,
  kind: 'DEPOSIT_FREE',
  minBalanceCents: 0,
  rates: [{ from: QUARTER, tiers: [{ upToCents: null, ratePct: 2.5 }], tierMode: 'MARGINAL' }],
};
const OFFER_TERMS = {
  name: 'Vincolo 12 mesi',
  tenor: { months: 12 },
  ratePct: 2.75,
  minCents: 500_000,
  stepCents: 100_000,
  payout: 'MATURITY',
  exit: { kind: 'BASE_RATE', ratePct: 0.25 },
  partialExit: false,
  dutyBase: 'PRUDENT',
  renewal: 'TO_LINKED',
  source: 'Foglio informativo n. 12',
  asOf: '2026-12-01',
};
const TERM_OFFER = { ...OFFER_TERMS, bankId, linkedAccountId: accountId };
const [offerId, lotId] = [13, 14].map(uuid);
const LOT = { offerId, amountCents: 1_000_000, openedOn: '2027-01-04' };
const OPERATION = {
  quarter: QUARTER,
  kind: 'EXPENSE',
  date: '2027-02-15',
  valueDate: '2027-02-15',
  accountId,
  amountCents: 120_000,
  description: 'Affitto',
  category: 'Casa',
  status: 'PLANNED',
  origin: 'MANUAL',
  locked: false,
};
const PLANNING_SETTINGS = {
  effortCostCents: 100,
  minBalanceCents: 0,
  transferStepCents: 100,
  thresholdMarginCents: 5000,
  guaranteeLimitCents: 10_000_000,
  guaranteePolicy: 'HARD',
  businessDaysOnly: true,
  calendar: 'TARGET_AND_ITALY',
  withholdingPct: 26,
};
const SETTINGS = {
  language: 'it',
  ...PLANNING_SETTINGS,
  automaticPlans: true,
  horizonQuarters: 4,
  reminders: { email: 'anna.rossi@example.org', daysBefore: 1 },
  notifications: { PLAN_STALE: { web: true, email: false } },
};
const TRANSFER = {
  date: '2027-01-04',
  fromAccountId: accountId,
  toAccountId: savingsId,
  amountCents: 500_000,
};
const PROBLEM = {
  quarter: QUARTER,
  banks: [{ id: bankId, ...BANK }],
  accountGroups: [{ id: accountGroupId, ...GROUP }],
  accounts: [
    { id: accountId, ...ACCOUNT },
    { id: savingsId, ...SAVINGS },
  ],
  setups: [SETUP, { ...SETUP, accountId: savingsId, openingBalanceCents: 0 }],
  operations: [{ id: operationId, ...OPERATION }],
  settings: PLANNING_SETTINGS,
};
const NO_INTEREST = {
  grossInterestCents: 90,
  withholdingCents: 23,
  netInterestCents: 67,
  stampDutyCents: 843,
  monthlyFeesCents: 0,
  transferFeesCents: 0,
  overdraftInterestCents: 0,
};
const ACCOUNT_EVALUATION = {
  accountId,
  openingBalanceCents: 650_000,
  incomeCents: 0,
  expenseCents: 120_000,
  transfersInCents: 0,
  transfersOutCents: 0,
  settledCents: 0,
  closingBalanceCents: 530_000,
  averageBalanceCents: 591_333,
  dailyBalancesCents: [650_000, 650_000],
  ...NO_INTEREST,
  netReturnCents: -776,
};
const CHANGE = {
  kind: 'RATE',
  accountId: savingsId,
  period: { from: '2027-02-01', tiers: [{ upToCents: null, ratePct: 3 }], tierMode: 'MARGINAL' },
};
const SCENARIO = { quarter: QUARTER, name: 'Deposito al 3 % da febbraio', changes: [CHANGE] };
const OFFER = { ...SAVINGS, name: 'Conto deposito nuovo' };
const MAPPING = {
  sheet: 0,
  headerRow: 1,
  dateOrder: 'DMY',
  decimal: 'COMMA',
  invertSign: false,
  bookedWords: [],
  columns: { bookingDate: 0, valueDate: 1, amount: 3, text: [2] },
};

const RECURRENCE = {
  id: uuid(9),
  kind: 'EXPENSE',
  accountId,
  amountCents: 85_000,
  description: 'Affitto',
  rule: 'FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=5',
  onNonBusinessDay: 'AFTER',
  from: QUARTER,
};

const DECLINED = { id: uuid(10), kind: 'EXPENSE', accountId, description: 'Caffè' };

const WEBHOOK = {
  name: 'Casa',
  format: 'STANDARD',
  url: 'https://hooks.example.org/fibado',
  topics: ['plan.ready', 'reminder'],
  enabled: true,
};

/** Examples of named schemas; a schema that goes in takes the example of its name, too. */
const BY_SCHEMA: Record<string, unknown> = {
  SaveBank: BANK,
  Bank: { id: bankId, ...BANK, version: 1 },
  SaveAccountGroup: GROUP,
  AccountGroup: { id: accountGroupId, ...GROUP, holderIds: [personId, otherPersonId], version: 1 },
  SavePerson: PERSON,
  Person: { id: personId, ...PERSON, version: 1 },
  TaxPerson: { id: personId, ...PERSON },
  SaveAccount: ACCOUNT,
  Account: { id: accountId, ...ACCOUNT, version: 1 },
  SaveTermOffer: TERM_OFFER,
  TermOffer: { id: offerId, ...TERM_OFFER, dutyBase: 'PRUDENT', version: 1 },
  DocumentOffer: { bank: { name: 'Banca Esempio', abi: '03999' }, ...OFFER_TERMS, example: true },
  OfferDocument: {
    format: 'fibado-offers',
    formatVersion: 1,
    publishedOn: '2026-12-01',
    offers: [{ bank: { name: 'Banca Esempio', abi: '03999' }, ...OFFER_TERMS }],
  },
  SaveLot: LOT,
  Lot: { id: lotId, ...LOT, maturityDate: '2028-01-04', ratePct: 2.75, state: 'OPEN', version: 1 },
  RatePeriod: ACCOUNT.rates[0],
  Carried: CARRIED,
  Horizon: { from: QUARTER, to: '2027-03-31' },
  Setup: SETUP,
  SaveOperation: OPERATION,
  Operation: { id: operationId, ...OPERATION, version: 1 },
  ProposedOperation: { ...OPERATION, status: 'DONE', origin: 'IMPORT', importKey: 'c1-2027-02-15-1' },
  Recurrence: { ...RECURRENCE, origin: 'MANUAL', version: 1 },
  NewRecurrence: RECURRENCE,
  DeclinedProposal: DECLINED,
  DeclineProposal: DECLINED,
  KeepRecurrence: { ...RECURRENCE, origin: 'LEARNT', applyFrom: '2027-02-15' },
  ChangeRecurrence: { ...RECURRENCE, version: 1, applyFrom: '2027-02-15' },
  Settings: { ...SETTINGS, version: 1 },
  SaveSettings: { ...SETTINGS, version: 1 },
  Problem: PROBLEM,
  Transfer: TRANSFER,
  PlannedTransfer: { ...TRANSFER, arrivalDate: '2027-01-05', reason: 'RATE_GAIN', marginalCents: 2150 },
  Uncertainty: { lowCents: 90_000, highCents: 150_000, lateDays: 5 },
  ScenarioChange: CHANGE,
  SaveScenario: SCENARIO,
  OfferedAccount: OFFER,
  OptimizeOptions: { maxTransfers: 6, timeLimitMs: 10_000 },
  AccountEvaluation: ACCOUNT_EVALUATION,
  ColumnMapping: MAPPING,
  SaveTenant: {
    code: 'rossi',
    name: 'Famiglia Rossi',
    administrator: { username: 'anna', name: 'Anna Rossi', email: 'anna.rossi@example.org', language: 'it' },
  },
  SaveApiKey: { name: 'backup del NAS', scopes: ['FINANCE_READ', 'IMPORT'], days: 90 },
  ApiKeyScope: 'FINANCE_READ',
  SaveWebhook: WEBHOOK,
  SavePushDevice: {
    endpoint: 'https://push.example.org/send/one',
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  Webhook: {
    id: uuid(13),
    ...WEBHOOK,
    version: 1,
    hasToken: false,
    createdAt: '2027-01-02T08:00:00.000Z',
    createdBy: 'anna',
  },
  App: { icon: 'wallet', name: 'Fibado', contextPath: '/fibado', cd: 'fibado' },
  Notification: {
    idNotify: uuid(6),
    read: false,
    createdAt: '2027-01-02T08:00:00.000Z',
    kind: 'PLAN_STALE',
    params: { quarter: QUARTER },
    link: '/fibado/automatic-planning/2027-01-01',
  },
};

/** Values of fields wherever they stand, as far as they fit the field's schema. */
const BY_FIELD: Record<string, readonly unknown[]> = {
  id: [uuid(7), '7nEBpHjWhu3bNYyTZkY2dA'],
  accountId: [accountId],
  accountIds: [[accountId]],
  bankId: [bankId],
  accountGroupId: [accountGroupId],
  personId: [personId],
  holderIds: [[personId, otherPersonId]],
  runId: [uuid(8)],
  version: [1],
  quarter: [QUARTER],
  date: [QUARTER],
  name: ['Anna Rossi'],
  username: ['anna'],
  email: ['anna.rossi@example.org'],
  fromAddress: ['fibado@example.org'],
  to: ['anna.rossi@example.org', '2027-03-31'],
  from: ['2027-01-01'],
  host: ['mail.example.org'],
  port: [587],
  security: ['STARTTLS'],
  fromName: ['Fibado'],
  tenant: ['rossi'],
  tenantName: ['Famiglia Rossi'],
  code: ['rossi', '123456'],
  provider: ['casa'],
  cd: ['fibado', 'WEB'],
  description: ['Famiglia Rossi'],
  cdTenant: ['rossi'],
  password: ['una frase lunga 27'],
  newPassword: ['una frase lunga 27'],
  oldPassword: ['la frase di prima'],
  tokenClient: ['nas'],
  token: ['eyJhbGciOi…'],
  keycloakToken: ['eyJhbGciOi…'],
  refreshToken: ['eyJhbGciOi…'],
  logout_token: ['eyJhbGciOi…'],
  ticket: ['Q2hpYXZlLWRpLXByb3ZhLWNoZS1ub24tYXByZS1uaWVudGUtMTIzNDU2'],
  uri: ['otpauth://totp/Fibado:anna?issuer=Fibado&secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30'],
  recoveryCodes: [['7K2QX-M4D9T']],
  rawId: ['7nEBpHjWhu3bNYyTZkY2dA'],
  clientDataJSON: ['eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0'],
  attestationObject: ['o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ'],
  authenticatorData: ['SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ'],
  signature: ['MEUCIQDtestatofirma'],
  link: ['Qm9uZ2lvcm5vLXVuLWxpbms'],
  secret: ['0123456789abcdefghijABCDEFGHIJ_-0123456789a'],
  key: ['fbd_0123456789abcdefghij'],
  prefix: ['fbd_01234567'],
  expirationToken: [1_798_790_400_000],
  address: ['192.0.2.10'],
  client: ['nas'],
  image: [null, 'data:image/png;base64,'],
  url: ['https://fibado.example.org/api/finance/exports/calendar/…/fibado.ics'],
  contextPath: ['https://example.org'],
  hash: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  fileHash: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  inputHash: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  fileName: ['movimenti-gennaio.xlsx'],
  layout: ['fineco'],
  engine: ['highs'],
  holder: ['Anna Rossi'],
  holders: [['Anna Rossi', 'Bruno Rossi']],
  actor: ['anna'],
  action: ['banks.save'],
  entity: ['bank'],
  entityId: [bankId],
  reason: ['La famiglia ha chiesto assistenza.'],
  createdBy: ['anna'],
  subject: ['Prova'],
  reply: ['250 2.0.0 Ok: queued'],
  before: [null],
  after: [{ name: 'Banca Esempio' }],
  idNotify: [uuid(6)],
  flag: ['false'],
  page: [0],
  size: [50],
  netReturnCents: [1234],
  gainCents: [2150],
  status: ['OPTIMAL'],
  year: [2025],
  days: [90, ['2027-01-01', '2027-01-02']],
  country: ['IT'],
  currency: ['EUR'],
  callbackUrl: ['https://fibado.example.org/fibado/import-data/connection'],
  privateKey: ['-----BEGIN PRIVATE KEY-----…'],
};

/** What the codes speak of; see the comments in `errors.ts`. */
const PARAMS: Partial<Record<ErrorCode, readonly string[]>> = {
  VALIDATION: ['name'],
  PASSWORD_WEAK: ['newPassword'],
  FILE_CELL: ['12', 'D'],
  ROLE_NOT_HELD: ['SADMIN'],
  IN_USE: ['accounts:Conto corrente'],
  ALREADY_EXISTS: ['name'],
  QUARTER_STATE: ['CLOSED'],
  QUARTER_CANNOT_INIT: ['PREVIOUS_MISSING'],
  LOT_STATE: ['NO_EXIT'],
  QUARTER_OPEN_OPERATIONS: ['Affitto'],
  QUARTER_NOT_OVER: ['2026-12-31'],
  QUARTER_NEXT_ADVANCED: ['quarters:2027-01-01'],
  QUARTER_INCOMPLETE: ['Conto corrente'],
  IBAN_MISSING: ['Conto deposito'],
  TOO_MANY_REQUESTS: ['42'],
  CONNECTION_REFUSED: ['UNAUTHORIZED_ACCESS'],
  BANK_UNAVAILABLE: ['ASPSP_TIMEOUT'],
  FETCH_LIMIT: ['4'],
};

export const errorExample = (error: ErrorCode): Json => ({ error, params: PARAMS[error] ?? [] });

/** The example of a named schema, where one is written. */
export function namedExample(name: string): unknown {
  const found = name in BY_SCHEMA ? BY_SCHEMA[name] : BY_SCHEMA[name.replace(/Input$/, '')];
  // `undefined` has no place in JSON.
  return found === undefined ? undefined : (JSON.parse(JSON.stringify(found)) as unknown);
}

/**
 * A value that fits a schema: the written example of its name, else one made of its parts.
 * @param field the name of the property it stands in.
 */
export function exampleOf(schema: Json, components: Json, field = ''): unknown {
  const ref = schema['$ref'];
  if (typeof ref === 'string') {
    const named = namedExample(ref.replace('#/components/schemas/', ''));
    return named ?? exampleOf(resolved(schema, components), components, field);
  }
  if ('const' in schema) return schema['const'];
  const byField = BY_FIELD[field]?.find((value) => fits(value, schema));
  if (byField !== undefined) return byField;
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if ('default' in schema) return schema['default'];
  const choices = (schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']) as Json[] | undefined;
  if (choices?.[0]) return exampleOf(choices[0], components, field);
  return exampleOfType(schema, components);
}

function exampleOfType(schema: Json, components: Json): unknown {
  switch (schema['type']) {
    case 'object': {
      const properties = (schema['properties'] ?? {}) as Record<string, Json>;
      const required = (schema['required'] ?? []) as string[];
      return Object.fromEntries(
        required.map((name) => [name, exampleOf(properties[name] ?? {}, components, name)]),
      );
    }
    case 'array': {
      const prefix = schema['prefixItems'] as Json[] | undefined;
      if (prefix) return prefix.map((item) => exampleOf(item, components));
      return [exampleOf((schema['items'] ?? {}) as Json, components)];
    }
    case 'integer':
    case 'number':
      return Math.max(Number(schema['minimum'] ?? 0), 0);
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      return exampleText(schema);
  }
}

function exampleText(schema: Json): string {
  switch (schema['format']) {
    case 'date':
      return QUARTER;
    case 'date-time':
      return '2027-01-02T08:00:00.000Z';
    case 'uuid':
      return uuid(7);
    case 'email':
      return 'anna.rossi@example.org';
    default:
      return 'testo';
  }
}

/** Whether a value may stand for a schema, as far as type, format, choice, pattern and bounds go. */
function fits(value: unknown, schema: Json): boolean {
  const choices = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
  if (choices) return choices.some((choice) => fits(value, choice));
  const choice = schema['enum'];
  if (Array.isArray(choice) && !choice.includes(value)) return false;
  const format = schema['format'];
  if (typeof value === 'string') {
    if (format === 'uuid' && !/^[0-9a-f-]{36}$/.test(value)) return false;
    if (format === 'date' && !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
    if (format === 'date-time' && !/T.*Z$/.test(value)) return false;
    const pattern = schema['pattern'];
    if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value)) return false;
  }
  if (typeof value === 'number' && value > Number(schema['maximum'] ?? Infinity)) return false;
  const type = schema['type'];
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') {
    const items = schema['items'] as Json | undefined;
    return Array.isArray(value) && value.every((item) => !items || fits(item, items));
  }
  if (type === 'null') return value === null;
  return type === undefined ? schema['$ref'] === undefined : typeof value === type;
}

/** Bodies that are more than what their schema asks for. */
export const BODY_EXAMPLES: Record<string, unknown> = {
  'operations.saveBulk': { operations: [OPERATION], deleteIds: [] },
  'quarters.saveSetups': { date: QUARTER, version: 1, setups: [SETUP] },
  'quarters.close': { date: QUARTER, actuals: [{ accountId, closingBalanceCents: 530_012 }] },
  'taxYear.saveTyped': { accountId, year: 2025, closingCents: 1_234_567, averageCents: 987_654 },
  'reconciliation.saveTyped': { accountId, year: 2025, grossInterestCents: 10_082, stampDutyCents: 3420 },
  'optimizer.optimize': { quarter: QUARTER, options: { maxTransfers: 6 } },
  'insights.whyNot': { quarter: QUARTER, forced: [TRANSFER] },
  'insights.offer': { quarter: QUARTER, offer: OFFER },
  'optimizer.whatIf': { problem: PROBLEM, options: { maxTransfers: 6, timeLimitMs: 10_000 } },
  'optimizer.evaluate': { problem: PROBLEM, transfers: [TRANSFER] },
};
