import {
  type EventPayload,
  lastNoticeDay,
  type Lot,
  lotEnd,
  type QuarterState,
  type TermOffer,
} from '@fibado/contracts';
import {
  addDays,
  type Account,
  type Day,
  evaluate,
  type Evaluation,
  goalEvaluations,
  limitsOn,
  lawOn,
  type Operation,
  owesDuty,
  type Problem,
  type QuarterDate,
  quarterEnd,
  quarterOf,
} from '@fibado/planning';

export type Reminder = EventPayload<'reminder'>;

/** Term deposits and goals are told of at least this many days ahead: their money has to be moved. */
export const MONEY_DAYS = 7;
/** A transfer forgotten is told of for this many days after its day. */
const OVERDUE_DAYS = 7;

const operations = (quarter: QuarterDate) => `/fibado/dashboard/operation/edit/${quarter}`;
const automaticPlanning = (quarter: QuarterDate) => `/fibado/dashboard/automatic-planning/${quarter}`;

/** The quarter itself: begun and not started, over and not closed. */
export function quarterReminders(
  quarter: { readonly date: QuarterDate; readonly state: QuarterState },
  today: Day,
): Reminder[] {
  const { date, state } = quarter;
  const params = { quarter: date };
  if (state === 'INITIALIZED' && date <= today)
    return [
      { kind: 'QUARTER_TO_START', params, link: `/fibado/dashboard/setup/${date}`, quarter: date, about: '' },
    ];
  if (state === 'STARTED' && quarterEnd(date) < today)
    return [{ kind: 'QUARTER_TO_CLOSE', params, link: '/fibado/dashboard', quarter: date, about: '' }];
  return [];
}

/**
 * What a household has to be reminded of in a quarter that is not over, as its plan stands. Each is about something
 * of its own (`about`), which is said once.
 * @param daysBefore how many days ahead, from the settings.
 */
export function planReminders(problem: Problem, today: Day, daysBefore: number): Reminder[] {
  const evaluation = evaluate(problem);
  return [
    ...transfersDue(problem, today, daysBefore),
    ...belowMinimum(problem, evaluation, today),
    ...dutyThreshold(problem, evaluation),
    ...guaranteeExceeded(problem, evaluation, today),
    ...termsMaturing(problem, evaluation, today, Math.max(daysBefore, MONEY_DAYS)),
    ...goalsDue(problem, evaluation, today, Math.max(daysBefore, MONEY_DAYS)),
  ];
}

/** The notices to give, the breaks to ask for and the money that comes back of the lots a household has. */
export function lotReminders(
  lots: readonly { readonly lot: Lot; readonly offer: TermOffer }[],
  today: Day,
  daysBefore: number,
): Reminder[] {
  const until = addDays(today, Math.max(daysBefore, MONEY_DAYS));
  const isSoon = (day: Day | undefined): day is Day => day !== undefined && day >= today && day <= until;
  return lots.flatMap(({ lot, offer }): Reminder[] => {
    const maturity = lotEnd(lot, offer);
    const notice = lot.state === 'OPEN' ? lastNoticeDay(lot, offer) : undefined;
    const params = { account: offer.name, amountCents: lot.amountCents };
    const about = (date: Day) => ({
      link: '/fibado/term-deposits',
      quarter: quarterOf(date),
      about: `${lot.id}:${date}`,
    });
    return [
      ...(isSoon(notice)
        ? [{ kind: 'NOTICE_DUE', params: { ...params, date: notice, maturity }, ...about(notice) } as const]
        : []),
      ...(lot.state === 'BROKEN' && isSoon(lot.brokenOn)
        ? [
            {
              kind: 'BREAK_DUE',
              params: { ...params, date: lot.brokenOn, back: maturity },
              ...about(lot.brokenOn),
            } as const,
          ]
        : []),
      ...(isSoon(maturity)
        ? [{ kind: 'TERM_MATURING', params: { ...params, date: maturity }, ...about(maturity) } as const]
        : []),
    ];
  });
}

/** Ahead of its day, and on it; the transfers that make up one amount are told of together. */
function transfersDue({ quarter, accounts, operations: all }: Problem, today: Day, daysBefore: number) {
  const known = new Map(accounts.map((account) => [account.id, account]));
  const due = all.filter(
    ({ kind, status, date, ...operation }) =>
      kind === 'TRANSFER' &&
      status === 'PLANNED' &&
      date >= addDays(today, -OVERDUE_DAYS) &&
      date <= addDays(today, daysBefore) &&
      // One carried over from the quarter before is told of there.
      operation.quarter === quarter,
  );
  const together = new Map<string, Operation[]>();
  for (const operation of due) {
    const key = [operation.date, operation.accountId, operation.toAccountId, operation.speed].join(' ');
    together.set(key, [...(together.get(key) ?? []), operation]);
  }
  return [...together.values()].flatMap((pieces): Reminder[] => {
    const [first] = pieces.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const [from, to] = [known.get(first?.accountId ?? ''), known.get(first?.toAccountId ?? '')];
    if (first === undefined || from === undefined || to === undefined) return [];
    const amounts = pieces.map(({ amountCents }) => amountCents);
    const params = {
      date: first.date,
      amountCents: amounts.reduce((sum, cents) => sum + cents, 0),
      from: from.name,
      to: to.name,
      ...(to.payeeName === undefined ? {} : { payee: to.payeeName }),
      ...(from.bankId === to.bankId ? {} : { speed: first.speed ?? 'ORDINARY' }),
      ...(pieces.length === 1 ? {} : { pieces: pieces.length, pieceCents: Math.max(...amounts) }),
    };
    const about = `${first.id}:${first.date}:${first.date > today ? 'ahead' : 'today'}`;
    return [{ kind: 'TRANSFER_DUE', params, link: operations(quarter), quarter, about }];
  });
}

/** The first coming day below the minimum and the largest shortfall from then on, as the dashboard states them. */
function belowMinimum(problem: Problem, evaluation: Evaluation, today: Day): Reminder[] {
  const { quarter, settings } = problem;
  const setups = new Map(problem.setups.map((setup) => [setup.accountId, setup]));
  return evaluation.accounts.flatMap(({ accountId, dailyBalancesCents }): Reminder[] => {
    const account = accountOf(problem, accountId);
    const setup = setups.get(accountId);
    if (!account || !setup) return [];
    const short = evaluation.days.flatMap((date, position) => {
      const { minCents } = limitsOn(account, setup, settings, date);
      const missingCents = (minCents ?? 0) - (dailyBalancesCents[position] ?? 0);
      if (date < today || minCents === undefined || missingCents <= 0) return [];
      return [{ date, minCents, missingCents }];
    });
    const [first] = short;
    if (!first) return [];
    const params = {
      account: account.name,
      date: first.date,
      missingCents: Math.max(...short.map((day) => day.missingCents)),
      minBalanceCents: first.minCents,
    };
    const about = `${accountId}:${first.date}`;
    return [{ kind: 'BELOW_MINIMUM', params, link: operations(quarter), quarter, about }];
  });
}

/** Below the threshold, and by no more than the margin the household keeps from it. */
function dutyThreshold(problem: Problem, evaluation: Evaluation): Reminder[] {
  const { quarter, settings } = problem;
  const thresholdCents = lawOn(quarter).fixedDutyThresholdCents;
  const margin = settings.thresholdMarginCents * evaluation.days.length;
  return evaluation.dutyGroups.flatMap((group): Reminder[] => {
    const { bankId, holders, accountIds, due, marginCentDays } = group;
    const pays = accountIds.some((id) => {
      const account = accountOf(problem, id);
      return account !== undefined && owesDuty(account);
    });
    if (due || !pays || marginCentDays > margin) return [];
    const params = {
      bank: bankName(problem, bankId),
      holders: holders.join(', '),
      quarter,
      thresholdCents,
      euroDaysLeft: Math.floor(marginCentDays / 100),
    };
    const about = `${bankId}:${holders.join(',')}`;
    return [{ kind: 'DUTY_THRESHOLD', params, link: automaticPlanning(quarter), quarter, about }];
  });
}

function guaranteeExceeded(problem: Problem, evaluation: Evaluation, today: Day): Reminder[] {
  const { quarter, settings } = problem;
  const exceeded = new Set(
    evaluation.violations
      .filter(({ kind }) => kind === 'GUARANTEE_EXCEEDED')
      .map(({ holder, bankId }) => `${bankId}:${holder}`),
  );
  return evaluation.guarantee.flatMap(({ holder, bankId, peakCents, peakDate }): Reminder[] => {
    const about = `${bankId}:${holder}`;
    if (!exceeded.has(about) || peakDate < today) return [];
    const params = {
      holder,
      bank: bankName(problem, bankId),
      date: peakDate,
      exposureCents: peakCents,
      limitCents: settings.guaranteeLimitCents,
    };
    return [{ kind: 'GUARANTEE_EXCEEDED', params, link: automaticPlanning(quarter), quarter, about }];
  });
}

function termsMaturing(problem: Problem, evaluation: Evaluation, today: Day, days: number): Reminder[] {
  const { quarter } = problem;
  return evaluation.accounts.flatMap(({ accountId, openingBalanceCents, dailyBalancesCents }): Reminder[] => {
    const account = accountOf(problem, accountId);
    const date = account?.kind === 'DEPOSIT_TERM' ? account.maturityDate : undefined;
    if (!account || date === undefined || date < today || date > addDays(today, days)) return [];
    // What lies there on the evening before: on its day the principal goes to the linked account.
    const before = evaluation.days.filter((day) => day < date).length - 1;
    const amountCents = before < 0 ? openingBalanceCents : (dailyBalancesCents[before] ?? 0);
    if (amountCents <= 0) return [];
    const params = { account: account.name, date, amountCents };
    return [
      { kind: 'TERM_MATURING', params, link: '/fibado/dashboard', quarter, about: `${accountId}:${date}` },
    ];
  });
}

/** Whether the plan has the money of a goal ready; one of a quarter that is not evaluated is told of all the same. */
function goalsDue(problem: Problem, evaluation: Evaluation, today: Day, days: number): Reminder[] {
  const judged = new Map(goalEvaluations(problem, evaluation).map((one) => [one.goalId, one]));
  return (problem.goals ?? []).flatMap(({ id, name, date, amountCents }): Reminder[] => {
    if (date < today || date > addDays(today, days)) return [];
    const missingCents = judged.get(id)?.missingCents;
    const status = missingCents === undefined ? 'UNKNOWN' : missingCents > 0 ? 'SHORT' : 'COVERED';
    const params = { goal: name, date, amountCents, missingCents: missingCents ?? 0, status } as const;
    const about = `${id}:${date}`;
    return [{ kind: 'GOAL_DUE', params, link: '/fibado/year', quarter: quarterOf(date), about }];
  });
}

const accountOf = (problem: Problem, id: string): Account | undefined =>
  problem.accounts.find((account) => account.id === id);

const bankName = (problem: Problem, id: string): string =>
  problem.banks.find((bank) => bank.id === id)?.name ?? '';
