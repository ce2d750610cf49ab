/**
 * Whether a problem makes sense: what `evaluate` and `optimize` take for granted. Shapes (types, unknown keys) are
 * the contracts' business; this is about days, references, ranges and fields that contradict each other.
 */

import { daysBetween, isDay, isInQuarter, isQuarterStart } from './calendar.js';
import { checkAccount } from './check-account.js';
import { checkGoals } from './goals.js';
import { horizonOf, isHorizon, isInHorizon, MAX_HORIZON_QUARTERS } from './horizon.js';
import { isValidAbi, isValidBic } from './identifiers.js';
import { limitsOf } from './limits.js';
import { checkLots } from './lots/check-lots.js';
import { isCents, MAX_AMOUNT_CENTS } from './money.js';
import { isAccrual } from './periods.js';
import { holderKey } from './indexed-problem.js';
import type {
  AccountGroup,
  BalanceHistory,
  Bank,
  Carried,
  Day,
  Operation,
  PlanningSettings,
  Problem,
  Setup,
  Transfer,
} from './problem.js';
import {
  type Context,
  contextOf,
  isNotNegative,
  isPositive,
  isRate,
  type ProblemIssue,
  Report,
} from './problem-report.js';
import { operationArrivalDay } from './transfers.js';

export const MAX_HOLDERS = 10;
const MAX_UNCERTAIN_DAYS = 31;

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
  unique(report.at('offers'), problem.offers ?? [], 'id');
  unique(report.at('lots'), problem.lots ?? [], 'id');
  unique(report.at('goals'), problem.goals ?? [], 'id');
  checkLots(problem, report, context);
  checkGoals(problem, report, context);
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

function unique<T, K extends keyof T & string>(report: Report, items: readonly T[], key: K): void {
  const seen = new Set<T[K]>();
  for (const [index, item] of items.entries()) {
    if (item[key] === undefined) continue;
    report.at(index).expect(!seen.has(item[key]), key, 'named twice');
    seen.add(item[key]);
  }
}

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
  for (const [key, amount] of Object.entries(carried.anticipated ?? {})) {
    at.at('anticipated').expect(isCents(amount), key, 'not an amount');
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
    at.expect(operation.speed === undefined, 'speed', 'only a transfer has a speed');
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
  for (const { amountCents } of problem.lots ?? []) total += 2 * amountCents;
  report.expect(total <= MAX_AMOUNT_CENTS, key, 'openings and movements together are too large');
}
