/** What a calendar year earned and cost, and what the plan added: the sum of its quarters as the referee sees them. */
import { evaluate } from '../evaluate.js';
import { accountsAndLots } from '../lots/expand-lots.js';
import { cents } from '../money.js';
import type { Evaluation, ReturnFigures, Violation } from '../evaluation.js';
import type { Account, Cents, Day, Operation, Problem, QuarterDate } from '../problem.js';
import { replayChanged } from './replay.js';

/** An account's figures of the year, as far as its quarters are known. */
export interface YearAccount extends ReturnFigures {
  readonly accountId: string;
  readonly name: string;
  readonly bankId: string;
}

export interface YearBank extends ReturnFigures {
  readonly bankId: string;
  readonly name: string;
}

/** Duty of one statement period: of a group above the threshold, or of one deposit by its value. */
export interface YearDuty {
  /** Absent: Italian stamp duty. */
  readonly tax?: 'IVAFE' | undefined;
  readonly cause: 'FIXED' | 'PROPORTIONAL';
  readonly bankId: string;
  readonly holders: readonly string[];
  readonly accountIds: readonly string[];
  readonly from: Day;
  readonly to: Day;
  /** The period is not over in the quarters known: tested on the days up to there. */
  readonly provisional: boolean;
  /** The average that was tested, or the deposit's own. */
  readonly averageCents: Cents;
  readonly stampDutyCents: Cents;
}

export interface YearQuarter {
  readonly quarter: QuarterDate;
  readonly netReturnCents: Cents;
  /** The same had no transfer of a plan been made since the first known quarter of the year. */
  readonly withoutPlanCents: Cents;
  readonly planTransfers: number;
}

export interface YearResult {
  readonly quarters: readonly YearQuarter[];
  readonly total: ReturnFigures;
  readonly banks: readonly YearBank[];
  readonly accounts: readonly YearAccount[];
  readonly duties: readonly YearDuty[];
  readonly withoutPlanCents: Cents;
  /** Return with the plans' transfers less the return without them. */
  readonly addedCents: Cents;
  /** Limits that the household would have broken without the plans' transfers, and does not break with them. */
  readonly keptByPlan: readonly Violation[];
}

const RETURN_KEYS = [
  'grossInterestCents',
  'withholdingCents',
  'netInterestCents',
  'stampDutyCents',
  'monthlyFeesCents',
  'transferFeesCents',
  'overdraftInterestCents',
  'netReturnCents',
] as const satisfies readonly (keyof ReturnFigures)[];

/**
 * @param quarters the known quarters of one year in the order of their days, each alone; figures of a quarter that is
 * not among them are in no sum
 */
export function yearResult(quarters: readonly Problem[]): YearResult {
  const evaluations = quarters.map((problem) => evaluate(problem));
  const without = replayChanged(quarters, withoutPlan);
  const accounts = yearAccounts(quarters, evaluations);
  const total = sumReturns(accounts);
  const withoutPlanCents = cents(without.reduce((sum, { netReturnCents }) => sum + netReturnCents, 0));
  return {
    quarters: quarters.map(({ quarter, operations }, index) => ({
      quarter,
      netReturnCents: evaluations[index]?.netReturnCents ?? 0,
      withoutPlanCents: without[index]?.netReturnCents ?? 0,
      planTransfers: operations.filter((one) => one.quarter === quarter && isOfPlan(one)).length,
    })),
    total,
    banks: yearBanks(quarters, accounts),
    accounts,
    duties: yearDuties(quarters, evaluations),
    withoutPlanCents,
    addedCents: cents(total.netReturnCents - withoutPlanCents),
    keptByPlan: without.flatMap((evaluation, index) => brokenOnlyIn(evaluation, evaluations[index])),
  };
}

const isOfPlan = ({ kind, origin }: Operation): boolean => kind === 'TRANSFER' && origin === 'OPTIMIZER';

/** Whether they were made already plays no part: doing nothing would have made none of them. */
const withoutPlan = (problem: Problem): Problem => ({
  ...problem,
  operations: problem.operations.filter((operation) => !isOfPlan(operation)),
});

function sumReturns(all: readonly ReturnFigures[]): ReturnFigures {
  const sums = RETURN_KEYS.map((key) => [key, cents(all.reduce((sum, one) => sum + one[key], 0))] as const);
  return Object.fromEntries(sums) as unknown as ReturnFigures;
}

/** Names and banks as the last quarter knows them. */
function yearAccounts(quarters: readonly Problem[], evaluations: readonly Evaluation[]): YearAccount[] {
  const known = new Map<string, Account>();
  for (const problem of quarters)
    for (const account of accountsAndLots(problem)) known.set(account.id, account);
  const figures = evaluations.flatMap(({ accounts }) => accounts);
  return [...known.values()].flatMap(({ id, name, bankId }) => {
    const own = figures.filter(({ accountId }) => accountId === id);
    return own.length === 0 ? [] : [{ accountId: id, name, bankId, ...sumReturns(own) }];
  });
}

function yearBanks(quarters: readonly Problem[], accounts: readonly YearAccount[]): YearBank[] {
  const names = new Map<string, string>();
  for (const { banks } of quarters) for (const { id, name } of banks) names.set(id, name);
  return [...names].flatMap(([bankId, name]) => {
    const own = accounts.filter((account) => account.bankId === bankId);
    return own.length === 0 ? [] : [{ bankId, name, ...sumReturns(own) }];
  });
}

// ---------------------------------------------------------------------------------------------- duty by cause

/** A period that several quarters report is one: its parts are added, and the last quarter knows most of it. */
function yearDuties(quarters: readonly Problem[], evaluations: readonly Evaluation[]): YearDuty[] {
  const found = new Map<string, YearDuty>();
  for (const [index, evaluation] of evaluations.entries()) {
    const problem = quarters[index];
    if (problem === undefined) continue;
    for (const duty of [...fixedDuties(evaluation), ...proportionalDuties(problem, evaluation)]) {
      const about = duty.tax === 'IVAFE' ? duty.holders : [];
      const key = [duty.cause, duty.bankId, duty.to, ...about, ...duty.accountIds.toSorted()].join(' ');
      const before = found.get(key);
      found.set(key, {
        ...duty,
        from: before?.from ?? duty.from,
        stampDutyCents: cents(duty.stampDutyCents + (before?.stampDutyCents ?? 0)),
      });
    }
  }
  return [...found.values()].filter(({ stampDutyCents }) => stampDutyCents !== 0);
}

const fixedDuties = ({ dutyGroups }: Evaluation): YearDuty[] =>
  dutyGroups.map(
    ({ tax, bankId, holders, accountIds, from, to, provisional, aggregateAverageCents, stampDutyCents }) => ({
      cause: 'FIXED',
      tax,
      bankId,
      holders,
      accountIds,
      from,
      to,
      provisional,
      averageCents: aggregateAverageCents,
      stampDutyCents,
    }),
  );

function proportionalDuties(problem: Problem, { statements, foreignDuties }: Evaluation): YearDuty[] {
  const accounts = new Map(accountsAndLots(problem).map((account) => [account.id, account]));
  const groups = new Map(problem.accountGroups.map((group) => [group.id, group]));
  const charged = [
    ...statements.map(({ stampDutyCents, ...one }) => ({
      ...one,
      tax: undefined,
      dutyCents: stampDutyCents,
    })),
    ...foreignDuties.map((one) => ({ ...one, tax: 'IVAFE' as const })),
  ];
  return charged.flatMap(({ accountId, tax, from, to, provisional, averageBalanceCents, dutyCents }) => {
    const account = accounts.get(accountId);
    if (account?.dutyRegime !== 'PROPORTIONAL') return [];
    return [
      {
        cause: 'PROPORTIONAL' as const,
        tax,
        bankId: account.bankId,
        holders: groups.get(account.accountGroupId)?.holders ?? [],
        accountIds: [accountId],
        from,
        to,
        provisional,
        averageCents: averageBalanceCents,
        stampDutyCents: dutyCents,
      },
    ];
  });
}

// ---------------------------------------------------------------------------------------------- limits

function brokenOnlyIn(without: Evaluation, actual: Evaluation | undefined): Violation[] {
  const key = ({ kind, accountId, holder, bankId }: Violation) => [kind, accountId, holder, bankId].join(' ');
  const known = new Set((actual?.violations ?? []).map(key));
  return without.violations.filter((violation) => !known.has(key(violation)));
}
