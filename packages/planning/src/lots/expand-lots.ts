/** Lots as what the referee knows already: term deposits that exchange with their linked account alone. */

import { addDays, addQuarters, daysBetween, daysInYear, quarterEnd, quarterOf, yearOf } from '../calendar.js';
import { horizonOf } from '../horizon.js';
import { lawOn } from '../law.js';
import { multiplyDivideHalfUp } from '../money.js';
import { accrualOfCents } from '../periods.js';
import type { Account, Carried, Cents, Day, Problem, Setup } from '../problem.js';
import { accruedProportionalDutyCents } from '../stamp-duty.js';
import { endOfLot, livesOf } from './lives.js';
import { dutyTestOf } from './redemption.js';
import { type LotSchedule, scheduleOf } from './schedule.js';
import type { Lot, TermOffer } from './types.js';

/** A lot that is there on some day of a horizon. */
export interface ExpandedLot {
  readonly lot: Lot;
  readonly offer: TermOffer;
  readonly account: Account;
  readonly setup: Setup;
  readonly schedule: LotSchedule;
  /** Whether a statement of a day charges its duty. */
  readonly owesDutyOn: (day: Day) => boolean;
  /** The day on which the principal goes to the linked account, if that is known. */
  readonly end: Day | undefined;
}

/** What lots were made of and what they came to: a plan is replayed thousands of times on the same ones. */
interface Known {
  readonly from: Pick<Problem, 'offers' | 'accounts' | 'accountGroups' | 'horizon' | 'quarter'>;
  readonly withholdingPct: number;
  readonly expanded: readonly ExpandedLot[];
}

const known = new WeakMap<readonly Lot[], Known>();

/** The lots of a problem that are there in its horizon, each as an account with the id of the lot. */
export function expandLots(problem: Problem): readonly ExpandedLot[] {
  const { lots = [], settings } = problem;
  if (lots.length === 0) return [];
  const last = known.get(lots);
  if (last !== undefined && last.withholdingPct === settings.withholdingPct) {
    const { offers, accounts, accountGroups, horizon, quarter } = last.from;
    const isSame =
      offers === problem.offers &&
      accounts === problem.accounts &&
      accountGroups === problem.accountGroups &&
      horizon === problem.horizon &&
      quarter === problem.quarter;
    if (isSame) return last.expanded;
  }
  const expanded = expandedLots(problem, lots);
  known.set(lots, { from: problem, withholdingPct: settings.withholdingPct, expanded });
  return expanded;
}

/** Every account that an evaluation may name: the problem's own and its lots. */
export const accountsAndLots = (problem: Problem): readonly Account[] => [
  ...problem.accounts,
  ...expandLots(problem).map(({ account }) => account),
];

function expandedLots(problem: Problem, lots: readonly Lot[]): ExpandedLot[] {
  const { offers = [], settings } = problem;
  const { from, to } = horizonOf(problem);
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  const accounts = new Map(problem.accounts.map((account) => [account.id, account]));
  const owesDuty = dutyTestOf(problem);
  return lots.flatMap((lot): ExpandedLot[] => {
    const offer = byId.get(lot.offerId);
    const linked = accounts.get(offer?.linkedAccountId ?? '');
    if (offer === undefined || linked === undefined) return [];
    const end = endOfLot(lot, offer, to);
    if (lot.openedOn > to || (end !== undefined && end < from)) return [];
    const account = accountOfLot(lot, offer, linked, to);
    // On the day on which it ends its money is gone.
    const owesDutyOn = (day: Day): boolean =>
      owesDuty(offer, end !== undefined && day >= end ? addDays(end, -1) : day);
    return [
      {
        lot,
        offer,
        account,
        setup: setupOfLot(lot, account, from, owesDutyOn),
        schedule: scheduleOf(lot, offer, settings.withholdingPct, to),
        owesDutyOn,
        end,
      },
    ];
  });
}

function accountOfLot(lot: Lot, offer: TermOffer, linked: Account, until: Day): Account {
  const end = endOfLot(lot, offer, until);
  return {
    id: lot.id,
    // One offer may have several lots.
    name: `${offer.name} ${lot.maturityDate}`,
    bankId: offer.bankId,
    accountGroupId: linked.accountGroupId,
    kind: 'DEPOSIT_TERM',
    dutyRegime: 'PROPORTIONAL',
    dutyPaidByBank: offer.dutyPaidByBank ?? false,
    dutyBase: offer.dutyBase,
    rates: livesOf(lot, offer, until).flatMap(({ rates }) =>
      rates.map(({ from, to, ratePct }) => ({
        from,
        to,
        tiers: [{ upToCents: null, ratePct }],
        tierMode: 'MARGINAL' as const,
      })),
    ),
    interestBasis: offer.interestBasis ?? 'ACT_ACT',
    // Duty is charged on 31 December, and at the end of the quarter in which the lot ends.
    statementPeriod: 'YEARLY',
    interestCredit: 'MATURITY',
    withholdingPct: offer.withholdingPct,
    minBalanceCents: 0,
    monthlyFeeCents: 0,
    transferFeeCents: 0,
    transferLeadDays: 0,
    payment: false,
    canSend: false,
    canReceive: false,
    linkedAccountId: linked.id,
    maturityDate: end,
    openedOn: lot.openedOn,
    closedOn: end,
    active: true,
  };
}

function setupOfLot(
  { id, amountCents, openedOn }: Lot,
  account: Account,
  from: Day,
  owesDutyOn: ExpandedLot['owesDutyOn'],
): Setup {
  const isThere = openedOn < from;
  return {
    accountId: id,
    openingBalanceCents: isThere ? amountCents : 0,
    excluded: false,
    carried: isThere ? carriedDuty(amountCents, account, from, owesDutyOn) : undefined,
  };
}

/** What earlier quarters of the year counted of the lot's duty; its interest is counted by its schedule. */
function carriedDuty(
  amountCents: Cents,
  account: Account,
  from: Day,
  owesDutyOn: ExpandedLot['owesDutyOn'],
): Carried | undefined {
  const yearStart = `${from.slice(0, 4)}-01-01`;
  const { openedOn = yearStart } = account;
  const periodFrom = openedOn > yearStart ? openedOn : yearStart;
  if (periodFrom >= from) return undefined;
  const days = daysBetween(periodFrom, from);
  return {
    source: 'QUARTERS',
    periodFrom,
    days,
    sumCentDays: amountCents * days,
    accruedGross: accrualOfCents(0),
    counted: {
      grossCents: 0,
      withholdingCents: 0,
      dutyCents: account.dutyPaidByBank
        ? 0
        : countedDuty(amountCents, account, { periodFrom, before: from }, owesDutyOn),
      feesCents: 0,
    },
  };
}

/** The duty accrued in each quarter from a day on, as the horizons of those quarters counted it. */
function countedDuty(
  amountCents: Cents,
  account: Account,
  { periodFrom, before }: { readonly periodFrom: Day; readonly before: Day },
  owesDutyOn: ExpandedLot['owesDutyOn'],
): Cents {
  const law = lawOn(`${before.slice(0, 4)}-01-01`);
  const year = daysInYear(yearOf(before));
  const yearEnd = `${before.slice(0, 4)}-12-31`;
  const end = account.closedOn === undefined || account.closedOn > yearEnd ? yearEnd : account.closedOn;
  const whole = daysBetween(periodFrom, end) + 1;
  let sum = 0;
  for (let quarter = quarterOf(periodFrom); quarter < before; quarter = addQuarters(quarter, 1)) {
    if (!owesDutyOn(quarterEnd(quarter))) continue;
    const first = quarter > periodFrom ? quarter : periodFrom;
    const days = daysBetween(first, quarterEnd(quarter)) + 1;
    const known = daysBetween(periodFrom, addDays(first, days));
    sum += accruedProportionalDutyCents(
      {
        average: { sumCentDays: amountCents * known, days: known },
        closingCents: amountCents,
        used: true,
      },
      account.dutyBase,
      { days, daysInYear: year },
      { ...law, minimumDutyCents: multiplyDivideHalfUp(law.minimumDutyCents, days, whole) },
    );
  }
  return sum;
}
