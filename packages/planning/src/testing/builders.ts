/**
 * Builders of sound problems for tests: every field has a sane default, a test names only what it is about.
 * Money in cents, days `YYYY-MM-DD`; ids are UUIDs counted from 1.
 */

import type {
  Account,
  AccountGroup,
  Bank,
  Day,
  Operation,
  PlanningSettings,
  Problem,
  Setup,
  Transfer,
} from '../problem.js';
import { quarterOf } from '../calendar.js';
import type { Lot, TermOffer } from '../lots/types.js';

/** A UUID that shows its number: `testId(7)` ends in `…07`. */
export function testId(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

const BANKS_FROM = 0x1000;
const GROUPS_FROM = 0x2000;
const ACCOUNTS_FROM = 0x3000;
const OPERATIONS_FROM = 0x4000;
const OFFERS_FROM = 0x5000;
const LOTS_FROM = 0x6000;
const GOALS_FROM = 0x7000;

export const bankId = (number: number): string => testId(BANKS_FROM + number);
export const groupId = (number: number): string => testId(GROUPS_FROM + number);
export const accountId = (number: number): string => testId(ACCOUNTS_FROM + number);
export const operationId = (number: number): string => testId(OPERATIONS_FROM + number);
export const offerId = (number: number): string => testId(OFFERS_FROM + number);
export const lotId = (number: number): string => testId(LOTS_FROM + number);
export const goalId = (number: number): string => testId(GOALS_FROM + number);

export function aBank(number = 1, fields: Partial<Bank> = {}): Bank {
  return {
    id: bankId(number),
    name: `Banca ${String(number)}`,
    guaranteeScheme: 'FITD',
    stampDutyMethod: 'ACTUAL_DAYS',
    ...fields,
  };
}

export function aGroup(number = 1, fields: Partial<AccountGroup> = {}): AccountGroup {
  return {
    id: groupId(number),
    name: `Gruppo ${String(number)}`,
    holders: ['Anna'],
    order: number,
    ...fields,
  };
}

/** A current account at bank 1 in group 1 that earns and costs nothing and may send and receive. */
export function anAccount(number = 1, fields: Partial<Account> = {}): Account {
  return {
    id: accountId(number),
    name: `Conto ${String(number)}`,
    bankId: bankId(1),
    accountGroupId: groupId(1),
    kind: 'CURRENT',
    dutyRegime: 'NONE',
    dutyPaidByBank: false,
    dutyBase: 'PRUDENT',
    rates: [],
    interestBasis: 'ACT_ACT',
    minBalanceCents: 0,
    monthlyFeeCents: 0,
    transferFeeCents: 0,
    transferLeadDays: 0,
    canSend: true,
    canReceive: true,
    active: true,
    ...fields,
  };
}

/** One rate for every balance, from 2000 on. */
export function flatRate(ratePct: number): Account['rates'] {
  return [{ from: '2000-01-01', tiers: [{ upToCents: null, ratePct }], tierMode: 'MARGINAL' }];
}

export function aSetup(number = 1, openingBalanceCents = 0, fields: Partial<Setup> = {}): Setup {
  return { accountId: accountId(number), openingBalanceCents, excluded: false, ...fields };
}

function anOperation(number: number, date: Day, fields: Partial<Operation>): Operation {
  return {
    id: operationId(number),
    quarter: quarterOf(date),
    kind: 'INCOME',
    date,
    valueDate: date,
    accountId: accountId(1),
    amountCents: 100,
    description: `Movimento ${String(number)}`,
    status: 'PLANNED',
    origin: 'MANUAL',
    locked: false,
    ...fields,
  };
}

/** Account numbers, not ids: `anIncome(1, 2, '2027-04-27', 180_000)` is operation 1 on account 2. */
export function anIncome(
  number: number,
  account: number,
  date: Day,
  amountCents: number,
  fields: Partial<Operation> = {},
): Operation {
  return anOperation(number, date, { accountId: accountId(account), amountCents, ...fields });
}

export function anExpense(
  number: number,
  account: number,
  date: Day,
  amountCents: number,
  fields: Partial<Operation> = {},
): Operation {
  return anOperation(number, date, {
    kind: 'EXPENSE',
    accountId: accountId(account),
    amountCents,
    ...fields,
  });
}

export function aTransferOperation(
  number: number,
  from: number,
  to: number,
  date: Day,
  amountCents: number,
  fields: Partial<Operation> = {},
): Operation {
  return anOperation(number, date, {
    kind: 'TRANSFER',
    accountId: accountId(from),
    toAccountId: accountId(to),
    amountCents,
    ...fields,
  });
}

export function aTransfer(from: number, to: number, date: Day, amountCents: number): Transfer {
  return { date, fromAccountId: accountId(from), toAccountId: accountId(to), amountCents };
}

/** A deposit of twelve months at 4 % linked to account 1, in steps of 1,000 € from 1,000 €, without an exit or duty. */
export function anOffer(number = 1, fields: Partial<TermOffer> = {}): TermOffer {
  return {
    id: offerId(number),
    name: `Vincolo ${String(number)}`,
    bankId: bankId(1),
    linkedAccountId: accountId(1),
    tenor: { months: 12 },
    ratePct: 4,
    minCents: 100_000,
    stepCents: 100_000,
    payout: 'MATURITY',
    exit: { kind: 'NONE' },
    partialExit: false,
    renewal: 'TO_LINKED',
    dutyBase: 'AVERAGE',
    dutyPaidByBank: true,
    ...fields,
  };
}

/** 10,000 € under offer 1 from 10 January 2027 on. */
export function aLot(number = 1, fields: Partial<Lot> = {}): Lot {
  return {
    id: lotId(number),
    offerId: offerId(1),
    amountCents: 1_000_000,
    openedOn: '2027-01-10',
    maturityDate: '2028-01-10',
    ratePct: 4,
    state: 'OPEN',
    ...fields,
  };
}

/** The settings a new household starts with. */
export function theSettings(fields: Partial<PlanningSettings> = {}): PlanningSettings {
  return {
    effortCostCents: 100,
    minBalanceCents: 0,
    transferStepCents: 100,
    thresholdMarginCents: 5000,
    guaranteeLimitCents: 10_000_000,
    guaranteePolicy: 'HARD',
    businessDaysOnly: true,
    calendar: 'TARGET_AND_ITALY',
    withholdingPct: 26,
    ...fields,
  };
}

/** A problem of the second quarter of 2027 (91 days) with one bank, one group, one empty account. */
export function aProblem(fields: Partial<Problem> = {}): Problem {
  const accounts = fields.accounts ?? [anAccount(1)];
  return {
    quarter: '2027-04-01',
    banks: [aBank(1)],
    accountGroups: [aGroup(1)],
    accounts,
    setups: accounts.map((account) => ({ accountId: account.id, openingBalanceCents: 0, excluded: false })),
    operations: [],
    settings: theSettings(),
    ...fields,
  };
}
