/**
 * A scenario's changes as data, and what they make of a problem. Over a horizon what changes of accounts, limits and
 * settings holds for all its quarters; movements and other operations are of their day in the first.
 */

import {
  addDays,
  daysBetween,
  type Account,
  type Bank,
  type Cents,
  type Day,
  type Operation,
  type PlanningSettings,
  type Problem,
  type RatePeriod,
  type Setup,
} from '@fibado/planning';
import type { OptimizeOptions } from '../types.js';

/** An account that would be opened; without a bank's id it brings its bank. */
export type OfferedAccount = Omit<Account, 'id' | 'bankId'> & {
  readonly bankId?: string | undefined;
  readonly bank?: Omit<Bank, 'id'> | undefined;
};

export type Change =
  | { readonly kind: 'RATE'; readonly accountId: string; readonly period: RatePeriod }
  | { readonly kind: 'OPEN_ACCOUNT'; readonly accountId: string; readonly account: OfferedAccount }
  | { readonly kind: 'CLOSE_ACCOUNT'; readonly accountId: string; readonly on: Day }
  | {
      readonly kind: 'MOVEMENT';
      readonly movement: 'INCOME' | 'EXPENSE';
      readonly accountId: string;
      readonly date: Day;
      readonly valueDate?: Day | undefined;
      readonly amountCents: Cents;
      readonly description: string;
    }
  | {
      readonly kind: 'OPERATION';
      readonly operationId: string;
      readonly dropped: boolean;
      readonly date?: Day | undefined;
      readonly amountCents?: Cents | undefined;
    }
  | {
      readonly kind: 'LIMITS';
      readonly accountId: string;
      readonly minBalanceCents?: Cents | undefined;
      /** `null` takes the maximum away. */
      readonly maxBalanceCents?: Cents | null | undefined;
    }
  | ({ readonly kind: 'OPTIONS'; readonly maxTransfers?: number | undefined } & {
      readonly [K in ChangedSetting]?: PlanningSettings[K] | undefined;
    });

type ChangedSetting =
  | 'effortCostCents'
  | 'minBalanceCents'
  | 'transferStepCents'
  | 'thresholdMarginCents'
  | 'guaranteeLimitCents'
  | 'guaranteePolicy'
  | 'businessDaysOnly';

/** What a change refers to is not in the quarter; `path` is the wrong field, as `changes.2.accountId`. */
export class ChangeError extends Error {
  override readonly name = 'ChangeError';
  constructor(readonly path: string) {
    super(`${path}: not in the quarter`);
  }
}

export interface Changed {
  readonly problem: Problem;
  readonly options: Pick<OptimizeOptions, 'maxTransfers'>;
}

/** The problem with the changes, in their order. Throws {@link ChangeError} when one refers to what is not there. */
export function applyChanges(problem: Problem, changes: readonly Change[]): Changed {
  return changes.reduce<Changed>((changed, change, index) => applied(changed, change, index), {
    problem,
    options: {},
  });
}

function applied(changed: Changed, change: Change, index: number): Changed {
  const { problem } = changed;
  const path = `changes.${String(index)}`;
  switch (change.kind) {
    case 'RATE':
      return {
        ...changed,
        problem: withAccount(problem, change.accountId, path, (account) => ({
          ...account,
          rates: withPeriod(account.rates, change.period),
        })),
      };
    case 'OPEN_ACCOUNT':
      return { ...changed, problem: opened(problem, change) };
    case 'CLOSE_ACCOUNT':
      return { ...changed, problem: closed(problem, change, path) };
    case 'MOVEMENT':
      expectIn(problem.setups, change.accountId, path);
      return {
        ...changed,
        problem: { ...problem, operations: [...problem.operations, movementOf(problem, change, index)] },
      };
    case 'OPERATION':
      return { ...changed, problem: withOperation(problem, change, path) };
    case 'LIMITS':
      return { ...changed, problem: withLimits(problem, change, path) };
    case 'OPTIONS': {
      const { kind: _, maxTransfers, ...settings } = change;
      return {
        problem: { ...problem, settings: { ...problem.settings, ...present(settings) } },
        options: maxTransfers === undefined ? changed.options : { maxTransfers },
      };
    }
  }
}

function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

function expectIn(setups: readonly Setup[], accountId: string, path: string): void {
  if (!setups.some((setup) => setup.accountId === accountId)) throw new ChangeError(`${path}.accountId`);
}

function withAccount(
  problem: Problem,
  accountId: string,
  path: string,
  change: (account: Account) => Account,
): Problem {
  expectIn(problem.setups, accountId, path);
  return {
    ...problem,
    accounts: problem.accounts.map((account) => (account.id === accountId ? change(account) : account)),
  };
}

/**
 * With the account closed. Rules write nothing on an account that is closed, so that what they write in later quarters
 * ends with it; what the quarter itself expects is changed by name.
 */
function closed(problem: Problem, change: Extract<Change, { kind: 'CLOSE_ACCOUNT' }>, path: string): Problem {
  const { accountId, on } = change;
  const isOver = ({ quarter, origin, status, locked, ...one }: Operation): boolean =>
    quarter > problem.quarter &&
    origin === 'RECURRENCE' &&
    status === 'PLANNED' &&
    !locked &&
    ((one.accountId === accountId && one.date > on) || (one.toAccountId === accountId && one.valueDate > on));
  return {
    ...withAccount(problem, accountId, path, (account) => ({ ...account, closedOn: on })),
    operations: problem.operations.filter((operation) => !isOver(operation)),
  };
}

/** The periods with another one: what it covers of the others is cut out of them. */
export function withPeriod(periods: readonly RatePeriod[], added: RatePeriod): RatePeriod[] {
  const { from, to } = added;
  const kept = periods.flatMap((period): RatePeriod[] => {
    const parts: RatePeriod[] = [];
    if (period.from < from) {
      const until = period.to !== undefined && period.to < from ? period.to : addDays(from, -1);
      parts.push({ ...period, to: until });
    }
    if (to !== undefined && (period.to === undefined || period.to > to)) {
      parts.push({ ...period, from: period.from > to ? period.from : addDays(to, 1) });
    }
    return parts;
  });
  return [...kept, added].sort((a, b) => (a.from < b.from ? -1 : 1));
}

function opened(problem: Problem, change: Extract<Change, { kind: 'OPEN_ACCOUNT' }>): Problem {
  const { bank, bankId, ...fields } = change.account;
  const account = accountOf(change.accountId, { ...fields, bankId, bank });
  return {
    ...problem,
    banks: bank === undefined ? problem.banks : [...problem.banks, { ...bank, id: account.bankId }],
    accounts: [...problem.accounts, account],
    setups: [...problem.setups, { accountId: account.id, openingBalanceCents: 0, excluded: false }],
  };
}

/** The account as it would be; the bank it brings is named by the account's own id. */
export function accountOf(id: string, { bank: _, bankId, ...fields }: OfferedAccount): Account {
  return { ...fields, id, bankId: bankId ?? id };
}

function movementOf(
  problem: Problem,
  change: Extract<Change, { kind: 'MOVEMENT' }>,
  index: number,
): Operation {
  const { movement, accountId, date, valueDate, amountCents, description } = change;
  return {
    id: `change-${String(index)}`,
    quarter: problem.quarter,
    kind: movement,
    date,
    valueDate: valueDate ?? date,
    accountId,
    amountCents,
    description,
    status: 'PLANNED',
    origin: 'MANUAL',
    locked: false,
  };
}

function withOperation(
  problem: Problem,
  change: Extract<Change, { kind: 'OPERATION' }>,
  path: string,
): Problem {
  const found = problem.operations.find(({ id }) => id === change.operationId);
  if (found === undefined || found.quarter !== problem.quarter) throw new ChangeError(`${path}.operationId`);
  return {
    ...problem,
    operations: problem.operations.flatMap((operation) =>
      operation.id === found.id ? otherwise(operation, change) : [operation],
    ),
  };
}

/** The operation as it would come; its value day moves with its day. */
export function otherwise(
  operation: Operation,
  {
    dropped,
    date = operation.date,
    amountCents = operation.amountCents,
  }: Extract<Change, { kind: 'OPERATION' }>,
): Operation[] {
  if (dropped) return [];
  const moved = daysBetween(operation.date, date);
  return [{ ...operation, date, amountCents, valueDate: addDays(operation.valueDate, moved) }];
}

function withLimits(problem: Problem, change: Extract<Change, { kind: 'LIMITS' }>, path: string): Problem {
  expectIn(problem.setups, change.accountId, path);
  const lifts = change.maxBalanceCents === null;
  return {
    ...problem,
    // A maximum of the account itself is lifted there: a setup can only say another one.
    accounts: problem.accounts.map((account) =>
      lifts && account.id === change.accountId ? { ...account, maxBalanceCents: undefined } : account,
    ),
    setups: problem.setups.map((setup) =>
      setup.accountId === change.accountId ? limited(setup, change) : setup,
    ),
  };
}

/** The setup with the other limits. */
export function limited(
  setup: Setup,
  { minBalanceCents, maxBalanceCents }: Extract<Change, { kind: 'LIMITS' }>,
): Setup {
  return {
    ...setup,
    minBalanceCents: minBalanceCents ?? setup.minBalanceCents,
    maxBalanceCents: maxBalanceCents === undefined ? setup.maxBalanceCents : (maxBalanceCents ?? undefined),
  };
}
