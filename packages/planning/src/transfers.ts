/** When a transfer arrives, whether one may be made at all, and which of a plan's transfers may be replaced. */

import { addBusinessDays, businessDayOnOrAfter, isBusinessDay } from './calendar.js';
import { isInHorizon } from './horizon.js';
import type {
  Account,
  Bank,
  BusinessCalendar,
  Cents,
  Day,
  Horizon,
  Operation,
  OrderTime,
  PlanningSettings,
  Problem,
  SendSpeed,
  Setup,
  Transfer,
} from './problem.js';

/** What decides the speed of an ordinary transfer. */
type OrdinaryEnd = Pick<Account, 'bankId' | 'transferLeadDays'>;

/** One end of a transfer with its bank. */
export interface TransferEnd {
  readonly account: Account;
  readonly bank: Pick<Bank, 'instant' | 'weekendBooking'>;
}

export type TransferSpeed = 'SAME_BANK' | SendSpeed;

/** How a transfer travels: when it arrives and what the source pays for it. */
export interface TransferRoute {
  readonly speed: TransferSpeed;
  readonly arrivalDate: Day;
  readonly feeCents: Cents;
}

/** What decides on which days transfers leave. */
export type DayRules = Pick<PlanningSettings, 'businessDaysOnly' | 'calendar'> & Pick<Problem, 'orderedFrom'>;

export function dayRulesOf({
  settings: { businessDaysOnly, calendar },
  orderedFrom,
}: Pick<Problem, 'settings' | 'orderedFrom'>): DayRules {
  return { businessDaysOnly, calendar, orderedFrom };
}

/**
 * The day an ordinary transfer made on `date` arrives: the same day inside one bank or with no lead days, else the
 * source's lead days later in business days. An order on a closed day counts as received on the next business day
 * (D.Lgs. 11/2010 art. 20), whence the days are counted.
 */
export function arrivalDay(
  source: OrdinaryEnd,
  destination: Pick<Account, 'bankId'>,
  date: Day,
  calendar: BusinessCalendar,
): Day {
  if (source.transferLeadDays === 0 || source.bankId === destination.bankId) return date;
  return addBusinessDays(businessDayOnOrAfter(date, calendar), source.transferLeadDays, calendar);
}

/** Whether payments of any kind leave and reach the account, instant ones among them. */
export function isPaymentAccount({
  payment,
  linkedAccountId,
  kind,
}: Pick<Account, 'payment' | 'linkedAccountId' | 'kind'>): boolean {
  return payment ?? (linkedAccountId === undefined && kind !== 'DEPOSIT_TERM' && kind !== 'CASH');
}

/** What the source pays for a transfer, cents. */
export function transferFeeOf(
  { transferFeeCents, instantFeeCents }: Pick<Account, 'transferFeeCents' | 'instantFeeCents'>,
  speed: TransferSpeed | undefined,
): Cents {
  return speed === 'INSTANT' ? (instantFeeCents ?? transferFeeCents) : transferFeeCents;
}

/**
 * How money may travel between two accounts if it leaves on `date`, the quickest first. An instant transfer is made on
 * any calendar day and arrives on it (Reg. (EU) 260/2012 art. 5a); on a day on which banks do not work money moves only
 * where both banks book it on that day, so that the booked and the value balance never differ by it. After the cut-off
 * of the source no ordinary transfer to another bank leaves on that day; within a bank and at once money still moves.
 */
export function transferRoutes(
  source: TransferEnd,
  destination: TransferEnd,
  date: Day,
  { businessDaysOnly, calendar, orderedFrom }: DayRules,
): TransferRoute[] {
  const [from, to] = [source.account, destination.account];
  const arePayments = isPaymentAccount(from) && isPaymentAccount(to);
  const isWorkingDay = isBusinessDay(date, calendar);
  const areBooked = [source, destination].every(({ bank }) => bank.weekendBooking === 'SAME_DAY');
  const isBookedThatDay = isWorkingDay || (arePayments && areBooked);
  const isOrdinaryDay = isWorkingDay || !businessDaysOnly;
  if (from.bankId === to.bankId) {
    const route = {
      speed: 'SAME_BANK',
      arrivalDate: date,
      feeCents: transferFeeOf(from, undefined),
    } as const;
    return isOrdinaryDay || isBookedThatDay ? [route] : [];
  }
  const routes: TransferRoute[] = [];
  const canInstant = sends(source.bank, date) && receives(destination.bank, date);
  if (arePayments && canInstant && isBookedThatDay) {
    routes.push({ speed: 'INSTANT', arrivalDate: date, feeCents: transferFeeOf(from, 'INSTANT') });
  }
  if (isOrdinaryDay && !missesCutOff(from, date, orderedFrom))
    routes.push(ordinaryRoute(from, to, date, calendar));
  return routes;
}

/** Whether an ordinary transfer from the account that is ordered on the day comes after its cut-off. */
export function missesCutOff(
  { cutOff }: Pick<Account, 'cutOff'>,
  date: Day,
  orderedFrom: OrderTime | undefined,
): boolean {
  return cutOff !== undefined && orderedFrom?.date === date && orderedFrom.time >= cutOff;
}

function ordinaryRoute(from: Account, to: Account, date: Day, calendar: BusinessCalendar): TransferRoute {
  const speed = from.bankId === to.bankId ? 'SAME_BANK' : 'ORDINARY';
  return {
    speed,
    arrivalDate: arrivalDay(from, to, date, calendar),
    feeCents: transferFeeOf(from, undefined),
  };
}

function sends({ instant }: TransferEnd['bank'], date: Day): boolean {
  return instant?.send === true && (instant.from === undefined || instant.from <= date);
}

function receives({ instant }: TransferEnd['bank'], date: Day): boolean {
  return instant?.receive === true && (instant.from === undefined || instant.from <= date);
}

/**
 * The route of a transfer: the one its speed names; without one the quickest that costs no more than an ordinary
 * transfer. `undefined`: there is none on its day.
 */
export function routeOf(
  source: TransferEnd,
  destination: TransferEnd,
  { date, speed }: Pick<Transfer, 'date' | 'speed'>,
  rules: DayRules,
): TransferRoute | undefined {
  const most = transferFeeOf(source.account, undefined);
  return transferRoutes(source, destination, date, rules).find((route) =>
    speed === undefined ? route.feeCents <= most : (route.speed === 'INSTANT') === (speed === 'INSTANT'),
  );
}

/** The same, and for a transfer that cannot be made the way the referee judges it by: as an ordinary one would go. */
export function assumedRoute(
  source: TransferEnd,
  destination: TransferEnd,
  transfer: Pick<Transfer, 'date' | 'speed'>,
  rules: DayRules,
): TransferRoute {
  return (
    routeOf(source, destination, transfer, rules) ??
    ordinaryRoute(source.account, destination.account, transfer.date, rules.calendar)
  );
}

/** The day a transfer operation arrives: the value day when DONE; PLANNED, not before its speed allows. */
export function operationArrivalDay(
  operation: Pick<Operation, 'date' | 'valueDate' | 'status' | 'speed'>,
  source: OrdinaryEnd,
  destination: Pick<Account, 'bankId'>,
  calendar: BusinessCalendar,
): Day {
  if (operation.status === 'DONE') return operation.valueDate;
  const earliest =
    operation.speed === 'INSTANT'
      ? operation.date
      : arrivalDay(source, destination, operation.date, calendar);
  return operation.valueDate > earliest ? operation.valueDate : earliest;
}

/** Whether the optimizer may drop and replace an operation: its own, still planned, not locked. */
export function isMovable(operation: Operation): boolean {
  return (
    operation.kind === 'TRANSFER' &&
    operation.origin === 'OPTIMIZER' &&
    operation.status === 'PLANNED' &&
    !operation.locked
  );
}

/** Whether the account is open on `day`, both ends included. */
export function isOpenOn(account: Pick<Account, 'openedOn' | 'closedOn'>, day: Day): boolean {
  return (
    (account.openedOn === undefined || account.openedOn <= day) &&
    (account.closedOn === undefined || day <= account.closedOn)
  );
}

export type TransferObstacleKind =
  | 'SAME_ACCOUNT'
  | 'OUTSIDE_QUARTER'
  | 'NOT_BUSINESS_DAY'
  | 'SPEED_NOT_POSSIBLE'
  | 'CUT_OFF_PASSED'
  | 'EXCLUDED'
  | 'INACTIVE'
  | 'CANNOT_SEND'
  | 'CANNOT_RECEIVE'
  | 'NOT_LINKED'
  | 'TERM_DEPOSIT'
  | 'NOT_OPEN';

/** Why a transfer may not be made, and the account that stands in its way. */
export interface TransferObstacle {
  readonly kind: TransferObstacleKind;
  readonly accountId: string;
}

/** One end of a transfer as a plan knows it. */
export interface PlanEnd extends TransferEnd {
  readonly setup: Setup;
}

/** Why no transfer at all runs from one account to the other, whatever the day; `undefined` when some may. */
export function pairObstacle(
  source: Pick<PlanEnd, 'account' | 'setup'>,
  destination: Pick<PlanEnd, 'account' | 'setup'>,
): TransferObstacle | undefined {
  const from = source.account;
  const to = destination.account;
  if (from.id === to.id) return { kind: 'SAME_ACCOUNT', accountId: from.id };
  for (const { account, setup } of [source, destination]) {
    if (setup.excluded) return { kind: 'EXCLUDED', accountId: account.id };
    if (!account.active) return { kind: 'INACTIVE', accountId: account.id };
  }
  if (!from.canSend) return { kind: 'CANNOT_SEND', accountId: from.id };
  if (!to.canReceive) return { kind: 'CANNOT_RECEIVE', accountId: to.id };
  // A term deposit takes money once, when it is opened; after maturity it only lets it go.
  if (to.kind === 'DEPOSIT_TERM') return { kind: 'TERM_DEPOSIT', accountId: to.id };
  if (from.linkedAccountId !== undefined && from.linkedAccountId !== to.id) {
    return { kind: 'NOT_LINKED', accountId: from.id };
  }
  if (to.linkedAccountId !== undefined && to.linkedAccountId !== from.id) {
    return { kind: 'NOT_LINKED', accountId: to.id };
  }
  const unlinked = [from, to].find(({ payment, linkedAccountId }) => payment === false && !linkedAccountId);
  return unlinked && { kind: 'NOT_LINKED', accountId: unlinked.id };
}

/** Why a transfer may not leave on its day; `undefined` when it may. */
export function transferObstacle(
  source: PlanEnd,
  destination: PlanEnd,
  transfer: Pick<Transfer, 'date' | 'speed'>,
  horizon: Horizon,
  rules: DayRules,
): TransferObstacle | undefined {
  const from = source.account;
  const to = destination.account;
  const { date } = transfer;
  const pair = pairObstacle(source, destination);
  if (pair !== undefined) return pair;
  if (!isInHorizon(date, horizon)) return { kind: 'OUTSIDE_QUARTER', accountId: from.id };
  const route = routeOf(source, destination, transfer, rules);
  if (route === undefined) {
    if (rules.businessDaysOnly && !isBusinessDay(date, rules.calendar)) {
      return { kind: 'NOT_BUSINESS_DAY', accountId: from.id };
    }
    const isTooLate = transfer.speed !== 'INSTANT' && missesCutOff(from, date, rules.orderedFrom);
    return { kind: isTooLate ? 'CUT_OFF_PASSED' : 'SPEED_NOT_POSSIBLE', accountId: from.id };
  }
  if (from.kind === 'DEPOSIT_TERM' && (from.maturityDate === undefined || date < from.maturityDate)) {
    return { kind: 'TERM_DEPOSIT', accountId: from.id };
  }
  if (!isOpenOn(from, date)) return { kind: 'NOT_OPEN', accountId: from.id };
  return isOpenOn(to, route.arrivalDate) ? undefined : { kind: 'NOT_OPEN', accountId: to.id };
}
