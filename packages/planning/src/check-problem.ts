/**
 * Whether a problem makes sense: what `evaluate` and `optimize` take for granted. Shapes (types, unknown keys) are
 * the contracts' business; this is about days, references, ranges and fields that contradict each other.
 */

import { daysBetween, isDay, isInQuarter, isQuarterStart } from './calendar.js';
import { horizonOf, isHorizon, isInHorizon, MAX_HORIZON_QUARTERS } from './horizon.js';
import { isValidAbi, isValidBic, isValidIban } from './identifiers.js';
import { limitsOf } from './limits.js';
import { isCents, isRatePct, MAX_AMOUNT_CENTS } from './money.js';
import { isAccrual } from './periods.js';
import { holderKey } from './indexed-problem.js';
import type {
  Account,
  AccountGroup,
  BalanceHistory,
  Bank,
  Carried,
  Day,
  Operation,
  PlanningSettings,
  Problem,
  RatePeriod,
  Setup,
  Transfer,
} from './problem.js';
import { misplacedTier, overlappingRatePeriod } from './rates.js';
import { operationArrivalDay } from './transfers.js';

/** One wrong field: its path (`accounts.3.rates.0.tiers.1.upToCents`) and what is wrong, in English. */
export interface ProblemIssue {
  readonly path: string;
  readonly message: string;
}

export const MAX_HOLDERS = 10;
export const MAX_LEAD_DAYS = 10;
const MAX_RATE_PCT = 100;
const MAX_UNCERTAIN_DAYS = 31;

/** Collects issues under a path. */
class Report {
  constructor(
    readonly issues: ProblemIssue[] = [],
    private readonly path = '',
  ) {}

  at(key: string | number): Report {
    return new Report(this.issues, this.path === '' ? String(key) : `${this.path}.${String(key)}`);
  }

  /** Notes `message` on the field `key` unless `right`. Answers `right`. */
  expect(right: boolean, key: string | number, message: string): boolean {
    if (!right) this.issues.push({ path: this.at(key).path, message });
    return right;
  }

  each<T>(key: string, items: readonly T[], check: (item: T, report: Report) => void): void {
    for (const [index, item] of items.entries()) check(item, this.at(key).at(index));
  }
}

/** Everything wrong with a problem, in the order of its fields; empty when it is sound. */
export function checkProblem(problem: Problem): ProblemIssue[] {
  const report = new Report();
  if (!report.expect(isQuarterStart(problem.quarter), 'quarter', 'not the first day of a quarter')) {
    return report.issues;
  }
  if (!checkHorizon(problem, report.at('horizon'))) return report.issues;
  const context = contextOf(problem);
  unique(report.at('banks'), problem.banks, 'id');
  report.each('banks', problem.banks, checkBank);
  unique(report.at('accountGroups'), problem.accountGroups, 'id');
  report.each('accountGroups', problem.accountGroups, checkGroup);
  unique(report.at('accounts'), problem.accounts, 'id');
  unique(report.at('accounts'), problem.accounts, 'iban');
  report.each('accounts', problem.accounts, (account, at) => {
    checkAccount(account, at, context);
  });
  unique(report.at('setups'), problem.setups, 'accountId');
  report.each('setups', problem.setups, (setup, at) => {
    checkSetup(setup, at, context);
  });
  unique(report.at('operations'), problem.operations, 'id');
  report.each('operations', problem.operations, (operation, at) => {
    checkOperation(operation, at, context);
  });
  checkSettings(problem.settings, report.at('settings'));
  if (report.issues.length === 0) checkTurnover(problem, [], report, 'operations');
  return report.issues;
}

function checkHorizon(problem: Problem, at: Report): boolean {
  const horizon = horizonOf(problem);
  return (
    at.expect(horizon.from === problem.quarter, 'from', 'not the quarter planned') &&
    at.expect(isHorizon(horizon), 'to', `not the last day of one of ${String(MAX_HORIZON_QUARTERS)} quarters`)
  );
}

/** Everything wrong with transfers to try on a sound problem. Rules of the accounts are the referee's to judge. */
export function checkTransfers(problem: Problem, transfers: readonly Transfer[]): ProblemIssue[] {
  const report = new Report();
  const { setups } = contextOf(problem);
  report.each('transfers', transfers, (transfer, at) => {
    if (at.expect(isDay(transfer.date), 'date', 'not a day')) {
      at.expect(isInHorizon(transfer.date, horizonOf(problem)), 'date', 'outside the horizon');
    }
    at.expect(setups.has(transfer.fromAccountId), 'fromAccountId', 'takes no part in the quarter');
    at.expect(setups.has(transfer.toAccountId), 'toAccountId', 'takes no part in the quarter');
    at.expect(transfer.fromAccountId !== transfer.toAccountId, 'toAccountId', 'a transfer to itself');
    at.expect(isPositive(transfer.amountCents), 'amountCents', 'not a positive amount');
  });
  if (report.issues.length === 0) checkTurnover(problem, transfers, report, 'transfers');
  return report.issues;
}

interface Context {
  readonly problem: Problem;
  readonly banks: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
  readonly accounts: ReadonlyMap<string, Account>;
  readonly setups: ReadonlySet<string>;
}

function contextOf(problem: Problem): Context {
  return {
    problem,
    banks: new Set(problem.banks.map((bank) => bank.id)),
    groups: new Set(problem.accountGroups.map((group) => group.id)),
    accounts: new Map(problem.accounts.map((account) => [account.id, account])),
    setups: new Set(problem.setups.map((setup) => setup.accountId)),
  };
}

function unique<T, K extends keyof T & string>(report: Report, items: readonly T[], key: K): void {
  const seen = new Set<T[K]>();
  for (const [index, item] of items.entries()) {
    if (item[key] === undefined) continue;
    report.at(index).expect(!seen.has(item[key]), key, 'named twice');
    seen.add(item[key]);
  }
}

const isPositive = (value: number): boolean => isCents(value) && value > 0;
const isNotNegative = (value: number): boolean => isCents(value) && value >= 0;
const isRate = (value: number): boolean => isRatePct(value) && Math.abs(value) <= MAX_RATE_PCT;

function checkBank(bank: Bank, at: Report): void {
  at.expect(bank.abi === undefined || isValidAbi(bank.abi), 'abi', 'not five digits');
  at.expect(bank.bic === undefined || isValidBic(bank.bic), 'bic', 'not a BIC');
}

function checkGroup(group: AccountGroup, at: Report): void {
  const { holders } = group;
  at.expect(
    holders.length >= 1 && holders.length <= MAX_HOLDERS,
    'holders',
    `not 1 to ${String(MAX_HOLDERS)} holders`,
  );
  const keys = holders.map(holderKey);
  for (const [index, key] of keys.entries()) {
    at.at('holders').expect(key !== '', index, 'an empty name');
    at.at('holders').expect(keys.indexOf(key) === index, index, 'named twice');
  }
}

function checkAccount(account: Account, at: Report, context: Context): void {
  at.expect(context.banks.has(account.bankId), 'bankId', 'no such bank');
  at.expect(context.groups.has(account.accountGroupId), 'accountGroupId', 'no such account group');
  at.expect(account.iban === undefined || isValidIban(account.iban), 'iban', 'wrong form or check digits');
  checkRates(account.rates, at);
  const overdraft = account.overdraftRatePct ?? 0;
  at.expect(isRate(overdraft) && overdraft >= 0, 'overdraftRatePct', 'not a rate from 0 to 100');
  at.expect(isCents(account.minBalanceCents), 'minBalanceCents', 'not an amount');
  const most = account.maxBalanceCents;
  if (most !== undefined && at.expect(isNotNegative(most), 'maxBalanceCents', 'not an amount of 0 or more')) {
    at.expect(account.minBalanceCents <= most, 'maxBalanceCents', 'below the minimum');
  }
  at.expect(isNotNegative(account.monthlyFeeCents), 'monthlyFeeCents', 'not an amount of 0 or more');
  const withheld = account.withholdingPct ?? 0;
  at.expect(isRate(withheld) && withheld >= 0, 'withholdingPct', 'not a percentage from 0 to 100');
  const { minAverageBalanceCents = 1, minMonthlyCreditsCents = 1 } = account.feeWaiver ?? {};
  const waiver = at.at('feeWaiver');
  waiver.expect(isPositive(minAverageBalanceCents), 'minAverageBalanceCents', 'not a positive amount');
  waiver.expect(isPositive(minMonthlyCreditsCents), 'minMonthlyCreditsCents', 'not a positive amount');
  at.expect(isNotNegative(account.transferFeeCents), 'transferFeeCents', 'not an amount of 0 or more');
  const lead = account.transferLeadDays;
  at.expect(
    Number.isInteger(lead) && lead >= 0 && lead <= MAX_LEAD_DAYS,
    'transferLeadDays',
    `not 0 to ${String(MAX_LEAD_DAYS)} days`,
  );
  checkDays(account, at);
  checkLink(account, at, context);
}

function checkRates(rates: readonly RatePeriod[], at: Report): void {
  let days = true;
  at.each('rates', rates, (period, periodAt) => {
    const { from, to } = period;
    const from_ = periodAt.expect(isDay(from), 'from', 'not a day');
    const to_ = to === undefined || periodAt.expect(isDay(to), 'to', 'not a day');
    if (from_ && to_) periodAt.expect(to === undefined || from <= to, 'to', 'ends before it begins');
    days &&= from_ && to_;
    periodAt.expect(period.tiers.length > 0, 'tiers', 'no band');
    const misplaced = misplacedTier(period.tiers);
    if (misplaced !== undefined) {
      periodAt
        .at('tiers')
        .at(misplaced)
        .expect(false, 'upToCents', 'bands must rise and the last alone be open');
    }
    periodAt.each('tiers', period.tiers, (tier, tierAt) => {
      tierAt.expect(
        tier.upToCents === null || isPositive(tier.upToCents),
        'upToCents',
        'not a positive amount',
      );
      tierAt.expect(isRate(tier.ratePct), 'ratePct', 'not a rate with at most four decimals');
    });
  });
  const overlapping = days ? overlappingRatePeriod(rates) : undefined;
  if (overlapping !== undefined)
    at.at('rates').at(overlapping).expect(false, 'from', 'overlaps another period');
}

function checkDays(account: Account, at: Report): void {
  const fields = ['maturityDate', 'openedOn', 'closedOn'] as const;
  const right = fields.filter((field) =>
    at.expect(account[field] === undefined || isDay(account[field]), field, 'not a day'),
  );
  if (right.length < fields.length) return;
  const { openedOn, closedOn, maturityDate } = account;
  if (openedOn !== undefined && closedOn !== undefined) {
    at.expect(openedOn <= closedOn, 'closedOn', 'closed before it was opened');
  }
  const isTerm = account.kind === 'DEPOSIT_TERM';
  at.expect(!isTerm || maturityDate !== undefined, 'maturityDate', 'a term deposit matures on a day');
  at.expect(isTerm || maturityDate === undefined, 'maturityDate', 'only a term deposit matures');
}

function checkLink(account: Account, at: Report, { accounts, setups, problem }: Context): void {
  const id = account.linkedAccountId;
  if (id === undefined) return;
  at.expect(id !== account.id, 'linkedAccountId', 'linked to itself');
  const linked = accounts.get(id);
  if (!at.expect(linked !== undefined, 'linkedAccountId', 'no such account')) return;
  if (account.kind !== 'DEPOSIT_TERM' || !setups.has(account.id)) return;
  at.expect(linked?.kind !== 'DEPOSIT_TERM', 'linkedAccountId', 'a term deposit cannot take a principal');
  const matures = isDay(account.maturityDate) && isInHorizon(account.maturityDate, horizonOf(problem));
  at.expect(
    !matures || setups.has(id),
    'linkedAccountId',
    'takes no part in the quarter the deposit matures in',
  );
}

function checkSetup(setup: Setup, at: Report, { accounts, problem }: Context): void {
  const account = accounts.get(setup.accountId);
  at.expect(account !== undefined, 'accountId', 'no such account');
  at.expect(isCents(setup.openingBalanceCents), 'openingBalanceCents', 'not an amount');
  at.expect(
    setup.minBalanceCents === undefined || isCents(setup.minBalanceCents),
    'minBalanceCents',
    'not an amount',
  );
  at.expect(
    setup.maxBalanceCents === undefined || isNotNegative(setup.maxBalanceCents),
    'maxBalanceCents',
    'not an amount of 0 or more',
  );
  if (account === undefined) return;
  const { minCents, maxCents } = limitsOf(account, setup, problem.settings);
  at.expect(
    minCents === undefined || maxCents === undefined || minCents <= maxCents,
    setup.maxBalanceCents === undefined ? 'minBalanceCents' : 'maxBalanceCents',
    'the least balance is above the most',
  );
  if (setup.carried !== undefined) checkCarried(setup.carried, at.at('carried'), problem.quarter);
  const { openedOn, closedOn } = account;
  at.expect(
    (openedOn === undefined || openedOn <= horizonOf(problem).to) &&
      (closedOn === undefined || closedOn >= problem.quarter),
    'accountId',
    'open on no day of the horizon',
  );
}

function checkCarried(carried: Carried, at: Report, quarter: Day): void {
  checkHistory(
    { from: carried.periodFrom, days: carried.days, sumCentDays: carried.sumCentDays },
    at,
    quarter,
    'periodFrom',
  );
  const { accruedGross, accruedOverdraft = '0', counted } = carried;
  at.expect(isAccrual(accruedGross), 'accruedGross', 'not a whole number');
  at.expect(isAccrual(accruedOverdraft), 'accruedOverdraft', 'not a whole number');
  for (const [key, amount] of Object.entries(counted)) {
    at.at('counted').expect(amount === undefined || isCents(amount), key, 'not an amount');
  }
  at.each('history', carried.history ?? [], (history, historyAt) => {
    checkHistory(history, historyAt, quarter, 'from');
  });
}

function checkHistory(
  { from, days, sumCentDays }: BalanceHistory,
  at: Report,
  quarter: Day,
  key: string,
): void {
  if (!at.expect(isDay(from) && from <= quarter, key, 'not a day before the quarter')) return;
  const inside = Number.isInteger(days) && days >= 0 && days <= daysBetween(from, quarter);
  at.expect(inside, 'days', 'not the days up to the quarter');
  at.expect(
    Number.isSafeInteger(sumCentDays) && Math.abs(sumCentDays) <= MAX_AMOUNT_CENTS * days,
    'sumCentDays',
    'not a sum of balances over the days',
  );
}

function checkOperation(operation: Operation, at: Report, context: Context): void {
  const { accounts, setups, problem } = context;
  const { accountId, toAccountId, kind } = operation;
  const days = [
    at.expect(isQuarterStart(operation.quarter), 'quarter', 'not the first day of a quarter'),
    at.expect(isDay(operation.date), 'date', 'not a day'),
    at.expect(isDay(operation.valueDate), 'valueDate', 'not a day'),
  ].every(Boolean);
  at.expect(isPositive(operation.amountCents), 'amountCents', 'not a positive amount');
  checkUncertainty(operation, at);
  const source = accounts.get(accountId);
  const destination = toAccountId === undefined ? undefined : accounts.get(toAccountId);
  at.expect(source !== undefined, 'accountId', 'no such account');
  if (kind === 'TRANSFER') {
    at.expect(destination !== undefined, 'toAccountId', 'a transfer needs an existing destination');
    at.expect(toAccountId !== accountId, 'toAccountId', 'a transfer to itself');
  } else {
    at.expect(toAccountId === undefined, 'toAccountId', 'only a transfer has a destination');
  }
  if (!days) return;
  if (kind === 'TRANSFER') {
    at.expect(operation.date <= operation.valueDate, 'valueDate', 'arrives before it leaves');
  }
  const horizon = horizonOf(problem);
  if (isInHorizon(operation.quarter, horizon)) {
    at.expect(isInQuarter(operation.date, operation.quarter), 'date', 'outside the quarter');
    if (source !== undefined) at.expect(setups.has(accountId), 'accountId', 'takes no part in the quarter');
    if (destination !== undefined) {
      at.expect(setups.has(destination.id), 'toAccountId', 'takes no part in the quarter');
    }
    return;
  }
  // An operation of a quarter outside the horizon has its place here only when something of it falls into the horizon.
  at.expect(!isInHorizon(operation.date, horizon), 'quarter', 'not the quarter of its day');
  const effective =
    source !== undefined && destination !== undefined
      ? operationArrivalDay(operation, source, destination, problem.settings.calendar)
      : operation.valueDate;
  at.expect(isInHorizon(effective, horizon), 'valueDate', 'nothing of it falls into the horizon');
}

function checkUncertainty({ kind, amountCents, uncertainty }: Operation, at: Report): void {
  if (uncertainty === undefined) return;
  at.expect(kind !== 'TRANSFER', 'uncertainty', 'a transfer is certain');
  const { lowCents = amountCents, highCents = amountCents, earlyDays = 0, lateDays = 0 } = uncertainty;
  const own = at.at('uncertainty');
  own.expect(isPositive(lowCents) && lowCents <= amountCents, 'lowCents', 'not positive up to the amount');
  own.expect(
    isPositive(highCents) && highCents >= amountCents,
    'highCents',
    'not an amount from the expected on',
  );
  for (const [key, days] of [
    ['earlyDays', earlyDays],
    ['lateDays', lateDays],
  ] as const)
    own.expect(Number.isInteger(days) && days >= 0 && days <= MAX_UNCERTAIN_DAYS, key, 'not 0 to 31 days');
}

function checkSettings(settings: PlanningSettings, at: Report): void {
  at.expect(isNotNegative(settings.effortCostCents), 'effortCostCents', 'not an amount of 0 or more');
  at.expect(isCents(settings.minBalanceCents), 'minBalanceCents', 'not an amount');
  at.expect(isPositive(settings.transferStepCents), 'transferStepCents', 'not a positive amount');
  at.expect(
    isNotNegative(settings.thresholdMarginCents),
    'thresholdMarginCents',
    'not an amount of 0 or more',
  );
  at.expect(isPositive(settings.guaranteeLimitCents), 'guaranteeLimitCents', 'not a positive amount');
  at.expect(
    isRate(settings.withholdingPct) && settings.withholdingPct >= 0,
    'withholdingPct',
    'not a percentage from 0 to 100',
  );
}

/** Openings and movements together stay below the amount up to which every sum is exact. */
function checkTurnover(
  problem: Problem,
  transfers: readonly Transfer[],
  report: Report,
  key: 'operations' | 'transfers',
): void {
  let total = 0;
  for (const setup of problem.setups) total += Math.abs(setup.openingBalanceCents);
  for (const { amountCents } of problem.operations) total += Math.abs(amountCents);
  for (const { amountCents } of transfers) total += Math.abs(amountCents);
  report.expect(total <= MAX_AMOUNT_CENTS, key, 'openings and movements together are too large');
}
