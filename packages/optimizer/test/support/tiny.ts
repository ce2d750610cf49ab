/** Tiny households. */

import {
  accrualOfCents,
  addDays,
  type Carried,
  type Day,
  type Goal,
  type InterestCredit,
  type Problem,
  type StatementPeriod,
} from '@fibado/planning';
import {
  aBank,
  accountId,
  aGroup,
  aLot,
  anAccount,
  anExpense,
  anIncome,
  anOffer,
  aProblem,
  aSetup,
  bankId,
  flatRate,
  FOREIGN_IBANS,
  goalId,
  groupId,
  randomOf,
  theSettings,
} from '@fibado/planning/testing';

export const FIRST_DAY = '2027-06-24';
export const LAST_DAY = '2027-06-30';

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

/** The same with one or two lots that are there for the whole quarter, mature, are broken or opened in its last days. */
export function tinyLots(seed: number): Problem {
  const problem = tinyProblem(seed);
  const random = randomOf(seed * 19 + 13);
  const accounts = problem.accounts.filter(({ minBalanceCents }) => minBalanceCents >= 0);
  const offers = Array.from({ length: random.int(1, 2) }, (_, index) => {
    const linked = random.pick(accounts);
    return anOffer(index + 1, {
      bankId: linked.bankId,
      linkedAccountId: linked.id,
      ratePct: random.pick([0, 20, 60]),
      payout: random.pick(['UPFRONT', 'QUARTERLY', 'MATURITY'] as const),
      exit: { kind: 'BASE_RATE', ratePct: 5 },
      renewal: random.pick(['AUTO', 'TO_LINKED'] as const),
      dutyPaidByBank: random.chance(0.5),
      dutyBase: random.pick(['PRUDENT', 'AVERAGE', 'CLOSING'] as const),
    });
  });
  const lots = offers.map((offer, index) => {
    const day = (): Day => addDays(FIRST_DAY, random.int(0, 5));
    const isNew = random.chance(0.2);
    const openedOn = isNew ? day() : '2027-01-11';
    return aLot(index + 1, {
      offerId: offer.id,
      amountCents: random.int(1, 4) * 10_000,
      openedOn,
      maturityDate: isNew || random.chance(0.3) ? addDays(openedOn, 365) : day(),
      ratePct: offer.ratePct ?? 0,
      ...(!isNew && random.chance(0.3) ? { state: 'BROKEN' as const, brokenOn: FIRST_DAY } : {}),
    });
  });
  return { ...problem, offers, lots };
}

/** The same with a goal or two in its last days, of some accounts or of all that are for payments. */
export function tinyGoals(seed: number): Problem {
  const random = randomOf(seed * 31 + 23);
  const problem = random.chance(0.3) ? tinySpeeds(seed) : tinyProblem(seed);
  const total = problem.setups.reduce((sum, { openingBalanceCents }) => sum + openingBalanceCents, 0);
  const goals = Array.from({ length: random.int(1, 2) }, (_, index): Goal => {
    const named = problem.accounts.map(({ id }) => id).filter(() => random.chance(0.5));
    const isAll = named.length === 0 || random.chance(0.3);
    return {
      id: goalId(index + 1),
      name: 'Goal',
      date: addDays(FIRST_DAY, random.int(0, 6)),
      amountCents: Math.round((total * random.int(20, isAll ? 105 : 80)) / 100),
      ...(isAll ? {} : { accountIds: named }),
    };
  });
  return { ...problem, goals };
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

/**
 * The same with accounts abroad, some of them joint, and with balances from earlier in the year. What a year comes to is
 * due in the return: in the last days of December, or while the year runs on.
 */
export function tinyAbroad(seed: number, rhythms: readonly StatementPeriod[]): Problem {
  const problem = tinyPeriods(seed, rhythms);
  const random = randomOf(seed * 19 + 7);
  return {
    ...problem,
    accountGroups: [aGroup(1), aGroup(2, { holders: ['Bruno', 'Anna'] })],
    accounts: problem.accounts.map((account) => ({
      ...account,
      ...(random.chance(0.75) ? { iban: random.pick(FOREIGN_IBANS) } : {}),
      dutyRegime: account.dutyRegime === 'NONE' && random.chance(0.5) ? 'FIXED' : account.dutyRegime,
    })),
  };
}

/** The same at the end of a year that another one follows in the horizon: what it comes to is final. */
export function tinyAbroadYears(seed: number): Problem {
  const problem = tinyAbroad(seed, ['QUARTERLY', 'YEARLY']);
  const shift = (day: Day): Day => addDays(day, YEAR_END_SHIFT);
  return {
    ...problem,
    quarter: '2027-10-01',
    horizon: { from: '2027-10-01', to: '2028-03-31' },
    operations: problem.operations.map((operation) => ({
      ...operation,
      quarter: shift(operation.date) < '2028-01-01' ? '2027-10-01' : '2028-01-01',
      date: shift(operation.date),
      valueDate: shift(operation.date),
    })),
    setups: problem.setups.map((setup) => ({
      ...setup,
      ...(setup.carried === undefined ? {} : { carried: atYearEnd(setup.carried) }),
    })),
  };
}

/** Not before the days tried: a limit broken earlier would hide what happens on them. */
const YEAR_END_SHIFT = 187;

/** Days about the end of a year. */
export const YEAR_END: TriedDays = { first: '2027-12-28', last: '2028-01-04' };

/** Balances of the whole year up to October, near the limit with those of the quarter. */
function atYearEnd(carried: Carried): Carried {
  const stretched = (history: {
    readonly from: Day;
    readonly sumCentDays: number;
    readonly days: number;
  }) => ({
    from: history.from,
    days: 273,
    sumCentDays: Math.round(history.sumCentDays / history.days) * 273,
  });
  const { history = [], days, sumCentDays, periodFrom } = carried;
  if (days === 0) return { ...carried, periodFrom: '2027-10-01', history: history.map(stretched) };
  const own = stretched({ from: periodFrom, sumCentDays, days });
  return { ...carried, days: own.days, sumCentDays: own.sumCentDays };
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

export { accountId };
