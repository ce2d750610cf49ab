/** When a transfer arrives, whether one may be made at all, and which of a plan's transfers may be replaced. */

import { addBusinessDays, businessDayOnOrAfter, isBusinessDay } from './calendar.js';
import { isInHorizon } from './horizon.js';
import type {
  Account,
  BusinessCalendar,
  Day,
  Horizon,
  Operation,
  PlanningSettings,
  Setup,
} from './problem.js';

/** What decides a transfer's speed. */
export type TransferEnd = Pick<Account, 'bankId' | 'transferLeadDays'>;

/**
 * The day a transfer made on `date` arrives: the same day inside one bank or with no lead days, else the source's
 * lead days later in business days. An order on a closed day counts as received on the next business day
 * (D.Lgs. 11/2010 art. 20), whence the days are counted.
 */
export function arrivalDay(
  source: TransferEnd,
  destination: Pick<Account, 'bankId'>,
  date: Day,
  calendar: BusinessCalendar,
): Day {
  if (source.transferLeadDays === 0 || source.bankId === destination.bankId) return date;
  return addBusinessDays(businessDayOnOrAfter(date, calendar), source.transferLeadDays, calendar);
}

/** The day a transfer operation arrives: the value day when DONE; PLANNED, not before the lead days allow. */
export function operationArrivalDay(
  operation: Pick<Operation, 'date' | 'valueDate' | 'status'>,
  source: TransferEnd,
  destination: Pick<Account, 'bankId'>,
  calendar: BusinessCalendar,
): Day {
  if (operation.status === 'DONE') return operation.valueDate;
  const earliest = arrivalDay(source, destination, operation.date, calendar);
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
export interface PlanEnd {
  readonly account: Account;
  readonly setup: Setup;
}

/** Why no transfer at all runs from one account to the other, whatever the day; `undefined` when some may. */
export function pairObstacle(source: PlanEnd, destination: PlanEnd): TransferObstacle | undefined {
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
  return undefined;
}

/** Why a transfer may not leave on `date`; `undefined` when it may. */
export function transferObstacle(
  source: PlanEnd,
  destination: PlanEnd,
  date: Day,
  horizon: Horizon,
  settings: Pick<PlanningSettings, 'businessDaysOnly' | 'calendar'>,
): TransferObstacle | undefined {
  const from = source.account;
  const to = destination.account;
  const pair = pairObstacle(source, destination);
  if (pair !== undefined) return pair;
  if (!isInHorizon(date, horizon)) return { kind: 'OUTSIDE_QUARTER', accountId: from.id };
  if (settings.businessDaysOnly && !isBusinessDay(date, settings.calendar)) {
    return { kind: 'NOT_BUSINESS_DAY', accountId: from.id };
  }
  if (from.kind === 'DEPOSIT_TERM' && (from.maturityDate === undefined || date < from.maturityDate)) {
    return { kind: 'TERM_DEPOSIT', accountId: from.id };
  }
  if (!isOpenOn(from, date)) return { kind: 'NOT_OPEN', accountId: from.id };
  const arrival = arrivalDay(from, to, date, settings.calendar);
  return isOpenOn(to, arrival) ? undefined : { kind: 'NOT_OPEN', accountId: to.id };
}
