/**
 * Two years as a household lives them: `npm run bench:rolling`. A seeded world differs from what is expected: amounts are up to a
 * fifth off, some movements come days late, and some bills are unexpected. Every month the plan is made again from what
 * has happened; its transfers of that month are made, the rest is only an intention. Compared are doing nothing, the waterfall at
 * the start of each quarter, plans of the quarter and plans of a horizon; the referee judges what was really made on what
 * really happened: money earned, limits broken, transfers made.
 *
 * Options: `--accounts 5` `--seeds 1,2` `--quarters 8` `--horizon 4` `--events 24` (a quarter) `--effort 100` (cents)
 * `--limit 2000` (ms a plan) `--clock cpu` (count the processor's time of this process, on a machine that does other
 * things besides) `--against CHECKOUT` (another checkout of this repository makes plans of the horizon, too)
 */

import '../support/cpu-clock.js';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { optimize } from '../../packages/optimizer/src/index.js';
import {
  addDays,
  addMonths,
  arrivalDay,
  horizonOf,
  horizonOfQuarters,
  quarterEnd,
  quartersOf,
  type Operation,
  type Problem,
  type QuarterDate,
  type Transfer,
} from '../../packages/planning/src/index.js';
import { randomNumbers } from './family.js';
import { horizonProblem } from './horizon-family.js';
import { after, madeTransfer, outcomeOf, quarterOf } from './quarters.js';
import { waterfallTransfers } from './waterfall.js';
import { argument, numbers } from '../support/arguments.js';

const ACCOUNTS = Number(argument('accounts', '5'));
const SEEDS = numbers('seeds', '1,2');
const QUARTERS = Number(argument('quarters', '8'));
const HORIZON = Number(argument('horizon', '4'));
const EVENTS = Number(argument('events', '24'));
const EFFORT_CENTS = Number(argument('effort', '100'));
const LIMIT_MS = Number(argument('limit', '2000'));
const AGAINST = argument('against', '');
const MONTHS_A_QUARTER = 3;

/** What really happens instead of what is expected. */
function realityOf(expected: Problem, seed: number): Problem {
  const random = randomNumbers(seed * 31 + 7);
  const { to } = horizonOf(expected);
  const operations = expected.operations.flatMap((operation): Operation[] => {
    const amountCents = Math.round(operation.amountCents * (0.8 + 0.4 * random()));
    const late = random() < 0.2 ? 1 + Math.floor(random() * 4) : 0;
    const moved = addDays(operation.date, late);
    const date = moved > quarterEnd(operation.quarter) || moved > to ? operation.date : moved;
    const real = { ...operation, amountCents, date, valueDate: date };
    // One expense in twelve has an unexpected twin.
    const isSurprise = operation.kind === 'EXPENSE' && random() < 1 / 12;
    return isSurprise ? [real, { ...real, id: `${operation.id}-surprise` }] : [real];
  });
  return { ...expected, operations };
}

/** What a household knows at the start of a day: the past as it was, the future as it is expected. */
function knownOn(day: string, expected: Problem, real: Problem): Problem {
  const past = real.operations.filter(({ date }) => date < day);
  const happened = new Set(past.map(({ id }) => id));
  const future = expected.operations.filter(({ id }) => !happened.has(id));
  // What is late is expected any day now.
  const due = future.map((operation) =>
    operation.date < day ? { ...operation, date: day, valueDate: day } : operation,
  );
  return { ...expected, operations: [...past, ...due.filter(({ date }) => date <= horizonOf(expected).to)] };
}

/** The transfers a strategy makes in a month that starts on `day`, of a problem that begins with the month's quarter. */
type Strategy = (problem: Problem, day: string) => Promise<readonly Transfer[]>;

async function planned(problem: Problem, day: string, run = optimize): Promise<readonly Transfer[]> {
  try {
    return (await run(problem, { from: day, marginals: false, timeLimitMs: LIMIT_MS })).transfers;
  } catch (error) {
    // Surprises may have left a quarter in which no plan is found in time: nothing is moved in such a month.
    if (error instanceof Error && error.name === 'NoPlanInTimeError') return [];
    throw error;
  }
}

async function otherStrategies(): Promise<Record<string, Strategy>> {
  if (AGAINST === '') return {};
  const url = pathToFileURL(resolve(AGAINST, 'packages/optimizer/src/index.ts')).href;
  const other = (await import(url)) as { optimize: typeof optimize };
  return { 'horizon, other': (problem, day) => planned(problem, day, other.optimize) };
}

const STRATEGIES: Readonly<Record<string, Strategy>> = {
  nothing: () => Promise.resolve([]),
  waterfall: (problem, day) =>
    Promise.resolve(day === problem.quarter ? waterfallTransfers(quarterOf(problem, problem.quarter)) : []),
  'quarter plans': (problem, day) => planned(quarterOf(problem, problem.quarter), day),
  ...(await otherStrategies()),
  'horizon plans': (problem, day) => planned(problem, day),
};

interface Book {
  readonly transfers: Transfer[];
  /** What is left of the world from the current quarter on, with the setups reality brought. */
  rest: Problem;
}

/** A quarter of life: three months, each planned anew and its transfers made. */
async function live(
  strategy: Strategy,
  expected: Problem,
  real: Problem,
  quarter: QuarterDate,
  book: Book,
): Promise<void> {
  const accounts = new Map(real.accounts.map((account) => [account.id, account]));
  const end = horizonOf(expected).to;
  const wanted = horizonOfQuarters(quarter, HORIZON);
  const horizon = { from: quarter, to: wanted.to < end ? wanted.to : end };
  const made: Transfer[] = [];
  for (let month = 0; month < MONTHS_A_QUARTER; month += 1) {
    const day = addMonths(quarter, month);
    const next = addMonths(day, 1);
    const known = knownOn(day, expected, real);
    const problem: Problem = {
      ...known,
      quarter,
      horizon,
      setups: book.rest.setups,
      operations: [
        ...known.operations.filter(({ date }) => date >= quarter && date <= horizon.to),
        ...made.map((transfer) => madeTransfer(transfer, quarter, arrivalOf(transfer, accounts, real))),
      ],
    };
    const transfers = await strategy(problem, day);
    made.push(...transfers.filter(({ date }) => date >= day && date < next).map(bare));
  }
  book.transfers.push(...made);
  book.rest = after(book.rest, quarterOf(book.rest, quarter), made);
}

function arrivalOf(
  { fromAccountId, toAccountId, date }: Transfer,
  accounts: ReadonlyMap<string, Problem['accounts'][number]>,
  { settings }: Problem,
): string {
  const [source, destination] = [accounts.get(fromAccountId), accounts.get(toAccountId)];
  if (source === undefined || destination === undefined) return date;
  return arrivalDay(source, destination, date, settings.calendar);
}

const bare = ({ date, fromAccountId, toAccountId, amountCents }: Transfer): Transfer => ({
  date,
  fromAccountId,
  toAccountId,
  amountCents,
});

console.log(`${String(ACCOUNTS)} accounts, ${String(QUARTERS)} quarters, horizon ${String(HORIZON)}`);
for (const seed of SEEDS) {
  const expected = horizonProblem(
    { accounts: ACCOUNTS, seed, events: EVENTS, effortCents: EFFORT_CENTS },
    QUARTERS,
  );
  const real = realityOf(expected, seed);
  for (const [name, strategy] of Object.entries(STRATEGIES)) {
    const book: Book = { transfers: [], rest: real };
    for (const quarter of quartersOf(horizonOf(expected))) {
      await live(strategy, expected, real, quarter, book);
    }
    const { netReturnCents, objectiveCents, violations, transfers } = outcomeOf(real, book.transfers);
    console.log(
      [
        `seed ${String(seed)}`,
        name.padEnd(14),
        `net ${(netReturnCents / 100).toFixed(2).padStart(9)}`,
        `less effort ${(objectiveCents / 100).toFixed(2).padStart(9)}`,
        `limits broken ${String(violations).padStart(2)}`,
        `transfers ${String(transfers).padStart(3)}`,
      ].join(' | '),
    );
  }
}
