/** Tiny households and the solver that tries everything: the judge of the real one. */

import {
  accrualOfCents,
  addDays,
  dayRulesOf,
  daysFromTo,
  evaluate,
  pairObstacle,
  indexProblem,
  routeOf,
  type Carried,
  type Day,
  type InterestCredit,
  type Problem,
  type StatementPeriod,
  type Transfer,
} from '@fibado/planning';
import {
  aBank,
  accountId,
  aGroup,
  anAccount,
  anExpense,
  anIncome,
  aProblem,
  aSetup,
  bankId,
  flatRate,
  groupId,
  randomOf,
  theSettings,
} from '@fibado/planning/testing';

export const FIRST_DAY = '2027-06-24';
const LAST_DAY = '2027-06-30';

/** Two or three accounts, a few days to act, amounts of a few hundred euro in steps of one hundred. */
export function tinyProblem(seed: number): Problem {
  const random = randomOf(seed);
  const count = random.chance(0.6) ? 2 : 3;
  const accounts = Array.from({ length: count }, (_, index) => {
    const isDeposit = random.chance(0.25);
    const rate = random.pick([0, 0, 20, 35, 60]);
    return anAccount(index + 1, {
      bankId: bankId(random.int(1, 2)),
      accountGroupId: groupId(random.int(1, 2)),
      dutyRegime: isDeposit ? 'PROPORTIONAL' : random.chance(0.6) ? 'FIXED' : 'NONE',
      dutyBase: random.pick(['PRUDENT', 'AVERAGE', 'CLOSING'] as const),
      rates: random.chance(0.2)
        ? [
            {
              from: '2027-01-01',
              tiers: [
                { upToCents: 50_000, ratePct: rate },
                { upToCents: null, ratePct: random.pick([0, 10, 50]) },
              ],
              tierMode: random.pick(['MARGINAL', 'WHOLE_BALANCE'] as const),
            },
          ]
        : flatRate(rate),
      monthlyFeeCents: random.chance(0.3) ? 200 : 0,
      ...(random.chance(0.5) ? { feeWaiver: { minAverageBalanceCents: random.int(1, 8) * 10_000 } } : {}),
      transferFeeCents: random.chance(0.2) ? 50 : 0,
      transferLeadDays: random.chance(0.25) ? 1 : 0,
      minBalanceCents: random.pick([0, 10_000]),
    });
  });
  return aProblem({
    banks: [aBank(1), aBank(2)],
    accountGroups: [aGroup(1), aGroup(2, { holders: ['Bruno'] })],
    accounts,
    // An average near 5,000 euro, so that the duty's threshold is within reach in the last days.
    setups: accounts.map((_, index) => aSetup(index + 1, random.pick([20_000, 60_000, 490_000, 505_000]))),
    operations: [
      ...(random.chance(0.5)
        ? [
            anExpense(
              1,
              random.int(1, count),
              random.pick(['2027-06-25', '2027-06-28']),
              random.int(1, 4) * 10_000,
            ),
          ]
        : []),
      ...(random.chance(0.5)
        ? [
            anIncome(
              2,
              random.int(1, count),
              random.pick(['2027-06-26', '2027-06-29']),
              random.int(1, 4) * 10_000,
            ),
          ]
        : []),
    ],
    settings: theSettings({
      effortCostCents: random.pick([0, 3, 10]),
      transferStepCents: 10_000,
      thresholdMarginCents: 0,
    }),
  });
}

/** The same where some banks send and receive at once, from some day on or on any day of the week, and at a fee of its own, and where today's cut-off may have passed. */
export function tinySpeeds(seed: number): Problem {
  const problem = tinyProblem(seed);
  const random = randomOf(seed * 11 + 3);
  const isOnAnyDay = random.chance(0.6);
  // Some plans are asked for in the afternoon.
  const afternoon = randomOf(seed * 13 + 5);
  return {
    ...problem,
    orderedFrom: { date: FIRST_DAY, time: afternoon.chance(0.6) ? '17:40' : '09:00' },
    banks: problem.banks.map((bank) => ({
      ...bank,
      instant: { send: random.chance(0.8), receive: random.chance(0.8), ...someDay(random.int(0, 4)) },
      weekendBooking: isOnAnyDay && random.chance(0.8) ? 'SAME_DAY' : 'NEXT_BUSINESS_DAY',
    })),
    accounts: problem.accounts.map((account) => ({
      ...account,
      bankId: random.chance(0.7) ? bankId(((Number(account.name.at(-1)) - 1) % 2) + 1) : account.bankId,
      transferLeadDays: random.chance(0.7) ? 1 : 0,
      ...(random.chance(0.3) ? { instantFeeCents: random.pick([0, 20, 120]) } : {}),
      ...(afternoon.chance(0.5) ? { cutOff: '17:00' } : {}),
    })),
    operations: problem.operations.map((operation) => {
      const date = random.chance(0.5) ? random.pick(['2027-06-26', '2027-06-27']) : operation.date;
      return { ...operation, date, valueDate: date };
    }),
  };
}

/** The same where what leaves some accounts for other banks is limited, in one transfer and on a day. */
export function tinyLimits(seed: number): Problem {
  const problem = tinySpeeds(seed);
  const random = randomOf(seed * 17 + 11);
  return {
    ...problem,
    accounts: problem.accounts.map((account) => {
      const single = random.pick([0, 10_000, 15_000, 20_000]);
      const daily = random.pick([0, 10_000, 20_000, 30_000]);
      return {
        ...account,
        ...(single > 0 ? { singleLimitCents: single } : {}),
        ...(daily > 0 ? { dailyLimitCents: daily } : {}),
      };
    }),
  };
}

/** The day from which a bank offers instant transfers, mostly since ever. */
function someDay(drawn: number): { from?: Day } {
  return drawn === 0 ? { from: '2027-06-28' } : {};
}

/** Days on which the judge tries transfers. */
export interface TriedDays {
  readonly first: Day;
  readonly last: Day;
}

/** Days about the end of a month, so that what its periods book is there on most of them. */
export const MONTH_END: TriedDays = { first: '2027-05-28', last: '2027-06-02' };

/** Days about the end of a quarter that is not the last of its horizon. */
export const QUARTER_END: TriedDays = { first: '2027-06-28', last: '2027-07-02' };

const DAYS_BEFORE = 90;

/**
 * The same households with other periods than quarters and with balances and figures from before the quarter. In the
 * last days of June half-years end and years run on; about the end of May months end inside the horizon.
 */
export function tinyPeriods(seed: number, rhythms: readonly StatementPeriod[]): Problem {
  const problem = tinyProblem(seed);
  const random = randomOf(seed * 7 + 1);
  // Over half a year the average then comes near to 5,000 euro, too.
  const averages = problem.setups.map(({ openingBalanceCents }) =>
    random.chance(0.3)
      ? random.int(0, 10) * 1_000
      : Math.round((500_000 * 181 - openingBalanceCents * 91) / DAYS_BEFORE) + random.int(-30, 30) * 100,
  );
  const accounts = problem.accounts.map((account) => ({
    ...account,
    statementPeriod: random.pick(rhythms),
    interestCredit: random.pick(rhythms),
    ...(random.chance(0.3) ? { withholdingPct: random.pick([0, 12.5]) } : {}),
  }));
  const setups = problem.setups.map((setup, index) => ({
    ...setup,
    ...(random.chance(0.75) ? { carried: carriedOf(random, accounts[index], averages[index] ?? 0) } : {}),
  }));
  return { ...problem, accounts, setups };
}

/** The same over two quarters: what the first one's periods book is there in the second. */
export function tinyHorizon(seed: number, rhythms: readonly StatementPeriod[]): Problem {
  const horizon = { from: '2027-04-01', to: '2027-09-30' };
  const problem = tinyPeriods(seed, rhythms);
  // A limit that is broken before the days tried would hide what happens on them.
  const operations = problem.operations.map((operation) => {
    const date = addDays(operation.date, 4);
    return { ...operation, date, valueDate: date };
  });
  return { ...problem, operations, horizon };
}

function carriedOf(
  random: ReturnType<typeof randomOf>,
  account: Problem['accounts'][number] | undefined,
  averageCents: number,
): Carried {
  const began = (rhythm: StatementPeriod | InterestCredit | undefined): boolean =>
    rhythm === 'HALF_YEARLY' || rhythm === 'YEARLY';
  const past = { from: '2027-01-01', days: DAYS_BEFORE, sumCentDays: averageCents * DAYS_BEFORE };
  const isRunning = began(account?.statementPeriod);
  const gross = began(account?.interestCredit) ? random.int(0, 3_000) : 0;
  return {
    periodFrom: isRunning ? past.from : '2027-04-01',
    days: isRunning ? past.days : 0,
    sumCentDays: isRunning ? past.sumCentDays : 0,
    accruedGross: accrualOfCents(gross),
    counted: {
      grossCents: gross,
      withholdingCents: Math.round(gross * 0.26),
      dutyCents: isRunning && account?.dutyRegime !== 'NONE' ? random.pick([0, 50, 843]) : 0,
      feesCents: 0,
    },
    ...(isRunning ? {} : { history: [past] }),
  };
}

/** The best objective over every plan of at most two transfers of up to `most` steps; `undefined`: none is feasible. */
export function bruteForce(
  problem: Problem,
  most: number,
  { first: firstDay, last: lastDay }: TriedDays = { first: FIRST_DAY, last: LAST_DAY },
): { objectiveCents: number; plan: Transfer[] } | undefined {
  const { settings } = problem;
  const days = daysFromTo(firstDay, lastDay);
  const plan = indexProblem(problem);
  const singles: Transfer[] = plan.accounts.flatMap((from) =>
    plan.accounts.flatMap((to) =>
      pairObstacle(from, to) !== undefined
        ? []
        : days.flatMap((date) =>
            routeOf(from, to, { date }, dayRulesOf(problem)) === undefined
              ? []
              : Array.from({ length: most }, (_, index) => ({
                  date,
                  fromAccountId: from.account.id,
                  toAccountId: to.account.id,
                  amountCents: (index + 1) * settings.transferStepCents,
                })),
          ),
    ),
  );
  let best: { objectiveCents: number; plan: Transfer[] } | undefined;
  const consider = (transfers: Transfer[]): void => {
    const evaluation = evaluate(problem, transfers);
    if (evaluation.violations.some(({ date }) => date >= firstDay)) return;
    const objectiveCents = evaluation.netReturnCents - settings.effortCostCents * transfers.length;
    if (best === undefined || objectiveCents > best.objectiveCents)
      best = { objectiveCents, plan: transfers };
  };
  consider([]);
  for (const [index, first] of singles.entries()) {
    consider([first]);
    // Two of the same are the pieces of one amount.
    for (const second of singles.slice(index)) consider([first, second]);
  }
  return best;
}

export { accountId };
