/** Seeded random problems: sound by `checkProblem`, believable in size, odd in every way the rules allow. */

import { addDays, addQuarters, businessDaysFromTo, daysInQuarter, quarterEnd } from '../calendar.js';
import type { Account, Day, Operation, Problem, RatePeriod, SendSpeed, Setup, Transfer } from '../problem.js';
import {
  aBank,
  accountId,
  aGroup,
  anAccount,
  anExpense,
  anIncome,
  aProblem,
  aTransferOperation,
  bankId,
  groupId,
  theSettings,
} from './builders.js';

/** A repeatable source of randomness. */
export interface Random {
  /** A whole number from `from` to `to`, both included. */
  int(from: number, to: number): number;
  pick<T>(items: readonly T[]): T;
  chance(probability: number): boolean;
}

/** Randomness from a 32-bit seed (a multiplicative congruential sequence with mixed output bits). */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
    mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    int,
    pick: <T>(items: readonly T[]): T => {
      const item = items[int(0, items.length - 1)];
      if (item === undefined) throw new RangeError('Nothing to pick from');
      return item;
    },
    chance: (probability) => next() < probability,
  };
}

export interface RandomProblemSize {
  readonly banks: number;
  readonly groups: number;
  readonly accounts: number;
  readonly operations: number;
  readonly transfers: number;
}

export interface RandomPlan {
  readonly problem: Problem;
  readonly transfers: readonly Transfer[];
}

const HOLDERS = ['Anna', 'Bruno', 'Carla', 'Dario', 'Elena', 'Fabio', 'Gaia'];
const MOST_BALANCE_CENTS = 3_000_000;
const MOST_MOVEMENT_CENTS = 400_000;

/** A random problem with transfers to try on it. The same seed and size give the same plan. */
export function randomPlan(seed: number, size: RandomProblemSize): RandomPlan {
  const random = randomOf(seed);
  const quarter = addQuarters('2024-01-01', random.int(0, 19));
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
  const drawn = numbers(size.accounts).map((number) => randomAccount(random, number, size, quarter));
  const terms = new Set(drawn.filter(({ kind }) => kind === 'DEPOSIT_TERM').map(({ id }) => id));
  // A principal cannot go into another term deposit.
  const accounts = drawn.map((account) =>
    terms.has(account.linkedAccountId ?? '') ? { ...account, linkedAccountId: undefined } : account,
  );
  const settings = theSettings({
    minBalanceCents: random.chance(0.2) ? 10_000 : 0,
    guaranteeLimitCents: random.pick([10_000_000, 2_500_000]),
    guaranteePolicy: random.pick(['HARD', 'HARD', 'OFF']),
    businessDaysOnly: random.chance(0.7),
    calendar: random.pick(['TARGET_AND_ITALY', 'TARGET']),
    withholdingPct: random.pick([26, 26, 12.5]),
  });
  const problem = aProblem({
    quarter,
    banks: numbers(size.banks).map((number) =>
      aBank(number, {
        guaranteeScheme: random.pick(['FITD', 'FITD', 'FGD', 'FOREIGN', 'NONE']),
        stampDutyMethod: random.pick(['ACTUAL_DAYS', 'TWELFTHS']),
      }),
    ),
    accountGroups: numbers(size.groups).map((number) =>
      aGroup(number, {
        holders: HOLDERS.slice(random.int(0, 3), random.int(4, 6)).filter(
          (_, index) => index === 0 || random.chance(0.5),
        ),
      }),
    ),
    accounts,
    setups: accounts.map((account) => randomSetup(random, account)),
    operations: numbers(size.operations).map((number) =>
      randomOperation(random, number, size.accounts, quarter),
    ),
    settings,
  });
  return {
    problem,
    transfers: numbers(size.accounts < 2 ? 0 : size.transfers).map(() =>
      randomTransfer(random, size.accounts, problem),
    ),
  };
}

/**
 * The same plan where some banks offer instant transfers, from some day on, and some book on any day; with cut-offs and
 * limits of transfers, most of which leave on one day.
 */
export function withRandomSpeeds({ problem, transfers }: RandomPlan, seed: number): RandomPlan {
  const random = randomOf(seed);
  const maybe = <T>(items: readonly T[]): T | undefined =>
    random.chance(0.4) ? undefined : random.pick(items);
  const [tried] = transfers;
  const speed = (): SendSpeed | undefined => maybe(['INSTANT', 'ORDINARY'] as const);
  return {
    problem: {
      ...problem,
      banks: problem.banks.map((bank) => ({
        ...bank,
        instant: random.chance(0.8)
          ? {
              send: random.chance(0.9),
              receive: random.chance(0.9),
              from: random.chance(0.3) ? randomDay(random, problem.quarter) : undefined,
            }
          : undefined,
        weekendBooking: maybe(['SAME_DAY', 'SAME_DAY', 'NEXT_BUSINESS_DAY'] as const),
      })),
      accounts: problem.accounts.map((account) => ({
        ...account,
        instantFeeCents: maybe([0, 70, 200]),
        payment: maybe([true, account.linkedAccountId === undefined]),
        cutOff: maybe(['09:30', '17:00']),
        singleLimitCents: maybe([200_000, 1_000_000]),
        dailyLimitCents: maybe([300_000, 1_000_000]),
      })),
      operations: problem.operations.map((operation) =>
        operation.kind === 'TRANSFER' ? { ...operation, speed: speed() } : operation,
      ),
      orderedFrom:
        tried === undefined
          ? undefined
          : { date: tried.date, time: random.pick(['09:29', '09:30', '17:00']) },
    },
    transfers: transfers.map((transfer) => ({
      ...transfer,
      date: random.chance(0.3) ? randomDay(random, problem.quarter) : (tried ?? transfer).date,
      speed: speed(),
    })),
  };
}

/** Lithuania, Germany and, among the States of DM 4-5-1999, Monaco. */
export const FOREIGN_IBANS = [
  'LT121000011101001000',
  'DE89370400440532013000',
  'MC5811222000010123456789030',
] as const;

/** The same plan where most accounts at banks have IBANs, most of which are foreign. */
export function withRandomIbans({ problem, transfers }: RandomPlan, seed: number): RandomPlan {
  const random = randomOf(seed);
  const accounts = problem.accounts.map((account) =>
    account.kind === 'CASH' || random.chance(0.2)
      ? account
      : { ...account, iban: random.pick([...FOREIGN_IBANS, 'IT60X0542811101000000123456']) },
  );
  return { problem: { ...problem, accounts }, transfers };
}

function randomDay(random: Random, quarter: Day): Day {
  return addDays(quarter, random.int(0, daysInQuarter(quarter) - 1));
}

function randomAccount(random: Random, number: number, size: RandomProblemSize, quarter: Day): Account {
  const kind = random.pick([
    'CURRENT',
    'CURRENT',
    'CURRENT',
    'SAVINGS_BOOK',
    'DEPOSIT_FREE',
    'DEPOSIT_TERM',
    'PREPAID',
    'CASH',
  ] as const);
  const linked =
    kind === 'DEPOSIT_TERM' || kind === 'DEPOSIT_FREE' ? randomOther(random, number, size) : undefined;
  const monthlyFeeCents = random.chance(0.3) ? random.int(100, 800) : 0;
  return anAccount(number, {
    kind,
    bankId: bankId(random.int(1, size.banks)),
    accountGroupId: groupId(random.int(1, size.groups)),
    dutyRegime: kind === 'CURRENT' ? 'FIXED' : random.pick(['FIXED', 'PROPORTIONAL', 'NONE']),
    dutyPaidByBank: random.chance(0.1),
    dutyBase: random.pick(['PRUDENT', 'CLOSING', 'AVERAGE']),
    rates: randomRates(random, quarter),
    interestBasis: random.pick(['ACT_ACT', 'ACT_365']),
    overdraftRatePct: random.chance(0.5) ? random.int(0, 180_000) / 10_000 : undefined,
    minBalanceCents: random.pick([0, 0, 5000, -100_000]),
    maxBalanceCents: random.chance(0.2) ? random.int(500_000, MOST_BALANCE_CENTS) : undefined,
    monthlyFeeCents,
    feeWaiver: random.chance(0.6)
      ? {
          minAverageBalanceCents: random.chance(0.6) ? random.int(50_000, 600_000) : undefined,
          minMonthlyCreditsCents: random.chance(0.6) ? random.int(10_000, 300_000) : undefined,
          ownTransfersCount: random.chance(0.5),
        }
      : undefined,
    transferFeeCents: random.pick([0, 0, 50, 100]),
    transferLeadDays: random.pick([0, 1, 1, 2, 3]),
    canSend: random.chance(0.9),
    canReceive: random.chance(0.9),
    linkedAccountId: linked,
    maturityDate: kind === 'DEPOSIT_TERM' ? addDays(quarter, random.int(-20, 110)) : undefined,
    openedOn: random.chance(0.1) ? randomDay(random, quarter) : undefined,
    closedOn: random.chance(0.1) ? quarterEnd(quarter) : undefined,
    active: random.chance(0.95),
  });
}

function randomOther(random: Random, number: number, size: RandomProblemSize): string | undefined {
  if (size.accounts < 2 || random.chance(0.3)) return undefined;
  const other = random.int(1, size.accounts);
  return other === number ? undefined : accountId(other);
}

function randomRates(random: Random, quarter: Day): RatePeriod[] {
  if (random.chance(0.15)) return [];
  const change = randomDay(random, quarter);
  const period = (from: Day, to?: Day): RatePeriod => ({
    from,
    to,
    tierMode: random.pick(['MARGINAL', 'WHOLE_BALANCE']),
    tiers: [
      ...(random.chance(0.5) ? [{ upToCents: random.int(1, 1_000_000), ratePct: randomRate(random) }] : []),
      ...(random.chance(0.3)
        ? [{ upToCents: random.int(1_000_001, 2_000_000), ratePct: randomRate(random) }]
        : []),
      { upToCents: null, ratePct: randomRate(random) },
    ],
  });
  return random.chance(0.4)
    ? [
        period('2020-01-01', addDays(change, -1)),
        period(change, random.chance(0.3) ? addDays(change, 20) : undefined),
      ]
    : [period('2020-01-01')];
}

function randomRate(random: Random): number {
  return random.int(0, 45_000) / 10_000;
}

function randomSetup(random: Random, account: Account): Setup {
  return {
    accountId: account.id,
    openingBalanceCents: random.chance(0.1) ? 0 : random.int(-20_000, MOST_BALANCE_CENTS),
    minBalanceCents: random.chance(0.1) ? random.int(0, 50_000) : undefined,
    maxBalanceCents: random.chance(0.1) ? random.int(100_000, MOST_BALANCE_CENTS) : undefined,
    excluded: random.chance(0.1),
  };
}

/** An operation of a quarter, or of the days before it when something of it falls into the quarter. */
export function randomOperation(random: Random, number: number, accounts: number, quarter: Day): Operation {
  const account = random.int(1, accounts);
  const amount = random.int(1, MOST_MOVEMENT_CENTS);
  const carried = random.chance(0.05);
  const date = carried ? addDays(quarter, -random.int(1, 5)) : randomDay(random, quarter);
  const later = carried ? addDays(quarter, random.int(0, 4)) : addDays(date, random.pick([0, 0, 0, 1, 3]));
  const status = random.pick(['PLANNED', 'DONE'] as const);
  const kind =
    accounts < 2 ? random.pick(['INCOME', 'EXPENSE']) : random.pick(['INCOME', 'EXPENSE', 'TRANSFER']);
  if (kind === 'TRANSFER') {
    const other = ((account - 1 + random.int(1, accounts - 1)) % accounts) + 1;
    return aTransferOperation(number, account, other, date, amount, {
      valueDate: later,
      // Only a DONE one is sure to arrive on its value day, and so inside the quarter.
      status: carried ? 'DONE' : status,
      origin: random.pick(['MANUAL', 'IMPORT', 'OPTIMIZER']),
      locked: random.chance(0.2),
    });
  }
  const valueDate = !carried && random.chance(0.1) ? addDays(date, -random.int(1, 3)) : later;
  const build = kind === 'INCOME' ? anIncome : anExpense;
  return build(number, account, date, amount, { valueDate, status });
}

function randomTransfer(random: Random, accounts: number, problem: Problem): Transfer {
  const from = random.int(1, accounts);
  const to = ((from - 1 + random.int(1, accounts - 1)) % accounts) + 1;
  const days = businessDaysFromTo(problem.quarter, quarterEnd(problem.quarter), 'TARGET_AND_ITALY');
  return {
    date: random.chance(0.9) ? random.pick(days) : randomDay(random, problem.quarter),
    fromAccountId: accountId(from),
    toAccountId: accountId(to),
    amountCents: random.int(1, MOST_MOVEMENT_CENTS),
  };
}
