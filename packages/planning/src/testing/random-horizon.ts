/** Seeded random problems over several quarters: with periods of every rhythm, and with what they bring along. */

import { addDays, addQuarters, daysBetween, yearOf } from '../calendar.js';
import { horizonOfQuarters, MAX_HORIZON_QUARTERS, quartersOf } from '../horizon.js';
import { INTEREST_CREDITS, STATEMENT_PERIODS } from '../periods.js';
import type { Account, BalanceHistory, Carried, Day, Horizon, Operation, Setup } from '../problem.js';
import { accountId } from './builders.js';
import {
  type Random,
  randomOf,
  randomOperation,
  randomPlan,
  type RandomPlan,
  type RandomProblemSize,
} from './random-problem.js';

export interface RandomHorizonSize extends RandomProblemSize {
  /** Quarters of the horizon; drawn when absent. */
  readonly quarters?: number;
}

/** A random plan over one to eight quarters; `operations` is the number in each. */
export function randomHorizonPlan(seed: number, size: RandomHorizonSize): RandomPlan {
  const { problem, transfers } = randomPlan(seed, size);
  const random = randomOf(seed ^ 0x5eed);
  const quarters = size.quarters ?? random.int(1, MAX_HORIZON_QUARTERS);
  const horizon = horizonOfQuarters(problem.quarter, quarters);
  const accounts = problem.accounts.map((account) => withPeriods(random, account, horizon));
  const later = quartersOf(horizon).slice(1);
  const operations = later.flatMap((quarter, index) =>
    Array.from({ length: size.operations }, (_, position) =>
      randomOperation(random, (index + 1) * size.operations + position + 1, size.accounts, quarter),
    ),
  );
  const setups = problem.setups.map((setup, index) => withCarried(random, setup, accounts[index], horizon));
  const all = [...problem.operations, ...operations];
  return {
    problem: { ...problem, horizon, accounts, setups, operations: withImports(random, all, size.accounts) },
    transfers,
  };
}

/** Of some accounts the movements were read from the bank's statement. */
function withImports(random: Random, operations: readonly Operation[], accounts: number): Operation[] {
  const imported = new Set(
    Array.from({ length: accounts }, (_, index) => accountId(index + 1)).filter(() => random.chance(0.3)),
  );
  return operations.map((operation) =>
    operation.status === 'DONE' && imported.has(operation.accountId)
      ? { ...operation, importKey: `import ${operation.id}` }
      : operation,
  );
}

function withPeriods(random: Random, account: Account, horizon: Horizon): Account {
  const span = daysBetween(horizon.from, horizon.to);
  const within = (): Day => addDays(horizon.from, random.int(0, span));
  const openedOn = random.chance(0.15) ? within() : undefined;
  const closedOn = random.chance(0.15) ? within() : undefined;
  return {
    ...account,
    statementPeriod: random.chance(0.2) ? undefined : random.pick(STATEMENT_PERIODS),
    interestCredit: random.chance(0.2) ? undefined : random.pick(INTEREST_CREDITS),
    withholdingPct: random.chance(0.5) ? undefined : random.pick([12.5, 0]),
    maturityDate: account.maturityDate === undefined ? undefined : within(),
    openedOn,
    closedOn: openedOn !== undefined && closedOn !== undefined && closedOn < openedOn ? undefined : closedOn,
  };
}

function withCarried(random: Random, setup: Setup, account: Account | undefined, { from }: Horizon): Setup {
  const yearStart = `${String(yearOf(from))}-01-01`;
  if (account?.openedOn !== undefined || yearStart === from || random.chance(0.3)) return setup;
  const halfYear =
    addQuarters(from, -1) < `${yearStart.slice(0, 4)}-07-01` ? yearStart : addQuarters(from, -1);
  const { from: periodFrom, ...own } = randomHistory(random, random.pick([yearStart, halfYear]), from);
  const gross = random.int(0, 20_000);
  const carried: Carried = {
    periodFrom,
    ...own,
    accruedGross: String(BigInt(random.int(0, 2 ** 31)) * BigInt(random.int(0, 2 ** 21))),
    accruedOverdraft: random.chance(0.3) ? String(random.int(0, 2 ** 40)) : undefined,
    counted: {
      grossCents: gross,
      withholdingCents: Math.round(gross * 0.26),
      overdraftCents: random.chance(0.3) ? random.int(0, 50) : undefined,
      dutyCents: random.pick([0, 0, 843, 25]),
      feesCents: random.pick([0, random.int(0, 2000)]),
    },
    history: random.chance(0.5) ? [randomHistory(random, halfYear, from)] : undefined,
  };
  return { ...setup, carried };
}

function randomHistory(random: Random, earliest: Day, until: Day): BalanceHistory {
  const from = random.chance(0.6) ? earliest : addDays(earliest, random.int(0, daysBetween(earliest, until)));
  const days = daysBetween(from, until);
  return { from, days, sumCentDays: random.int(-10_000, 1_500_000) * days };
}
