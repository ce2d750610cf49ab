import type { Operation } from '@fibado/contracts';
import {
  addBusinessDays,
  addDays,
  type Day,
  type Evaluation,
  isBusinessDay,
  type OrderTime,
  transferRoutes,
} from '@fibado/planning';
import type { Household, QuarterData } from '../shared/queries';
import { type MovingOperation, underWayCents } from '../shared/under-way';

/** What an account holds at the end of a day, but for transfers that are still to be made. */
export interface AccountNow {
  readonly accountId: string;
  readonly balanceCents: number;
  readonly dailyBalancesCents: readonly number[];
}

export interface BalancesNow {
  readonly accounts: readonly AccountNow[];
  readonly underWayCents: number;
  /** Whether a transfer that is due is not made yet: the balances leave it out. */
  readonly isToDo: boolean;
  /** What is on the accounts and between them. */
  readonly totalCents: number;
}

/**
 * The balances of a day; of one outside the quarter, those of its first or last day. What a person has not yet ticked
 * off has not moved, whatever its day: a transfer is made by hand.
 */
export function balancesOn(data: QuarterData, evaluation: Evaluation, today: Day): BalancesNow {
  const last = evaluation.days.length - 1;
  const found = evaluation.days.findLastIndex((day) => day <= today);
  const at = Math.min(Math.max(found, 0), last);
  const day = evaluation.days[at] ?? today;
  const { calendar } = data.settings;
  const moving = (operations: readonly MovingOperation[]) =>
    underWayCents([day], operations, data.accounts, calendar)[0] ?? 0;
  const toDo = data.operations.filter((one) => isPlannedTransfer(one) && one.date <= day);
  const notMoved = new Map<string, number>();
  const add = (accountId: string | undefined, cents: number) =>
    notMoved.set(accountId ?? '', (notMoved.get(accountId ?? '') ?? 0) + cents);
  for (const one of toDo) {
    add(one.accountId, one.amountCents);
    add(one.toAccountId, moving([one]) - one.amountCents);
  }
  const accounts = evaluation.accounts.map(({ accountId, dailyBalancesCents }) => ({
    accountId,
    balanceCents: (dailyBalancesCents[at] ?? 0) + (notMoved.get(accountId) ?? 0),
    dailyBalancesCents,
  }));
  const made = data.operations.filter((one) => !toDo.includes(one));
  const underWay = moving([...made, ...(data.quarter.carriedOver ?? [])]);
  return {
    accounts,
    underWayCents: underWay,
    isToDo: toDo.length > 0,
    totalCents: accounts.reduce((sum, { balanceCents }) => sum + balanceCents, underWay),
  };
}

const isPlannedTransfer = ({ kind, status }: Operation): boolean =>
  kind === 'TRANSFER' && status === 'PLANNED';

/** The transfer to make next: the first that is planned, overdue ones before all others. */
export const nextTransfer = (operations: readonly Operation[]): Operation | undefined =>
  operations
    .filter(isPlannedTransfer)
    .toSorted((a, b) => a.date.localeCompare(b.date) || a.id.localeCompare(b.id))[0];

/** How many planned transfers come after the next one. */
export const transfersLeft = (operations: readonly Operation[]): number =>
  Math.max(0, operations.filter(isPlannedTransfer).length - 1);

/** What is other than on an earlier day. */
export interface Changes {
  readonly since: Day;
  /** Accounts whose balance moved; the largest change first. */
  readonly accounts: readonly { readonly accountId: string; readonly byCents: number }[];
  /** What happened after that day, the latest first. */
  readonly movements: readonly Operation[];
}

const MOVEMENTS_SHOWN = 6;

/** `undefined` where nothing is. */
export function changesSince(
  since: Day,
  today: Day,
  data: QuarterData,
  evaluation: Evaluation,
): Changes | undefined {
  const before = new Map(
    balancesOn(data, evaluation, since).accounts.map((one) => [one.accountId, one.balanceCents]),
  );
  const accounts = balancesOn(data, evaluation, today)
    .accounts.map(({ accountId, balanceCents }) => ({
      accountId,
      byCents: balanceCents - (before.get(accountId) ?? 0),
    }))
    .filter(({ byCents }) => byCents !== 0)
    .toSorted((a, b) => Math.abs(b.byCents) - Math.abs(a.byCents));
  const movements = data.operations
    .filter((one) => one.date > since && one.date <= today && !isPlannedTransfer(one))
    .toSorted((a, b) => b.date.localeCompare(a.date))
    .slice(0, MOVEMENTS_SHOWN);
  return accounts.length + movements.length === 0 ? undefined : { since, accounts, movements };
}

/** What the bank's form asks for. */
export interface TransferForm {
  readonly from: string;
  readonly to: string;
  readonly beneficiary: string;
  readonly iban: string | undefined;
}

export function formOf(household: Household, { accountId, toAccountId }: Operation): TransferForm {
  const account = (id: string | undefined) => household.accounts.find((one) => one.id === id);
  const target = account(toAccountId);
  const group = household.accountGroups.find(({ id }) => id === target?.accountGroupId);
  return {
    from: account(accountId)?.name ?? '–',
    to: target?.name ?? '–',
    beneficiary: target?.payeeName ?? group?.holders.join(', ') ?? '',
    iban: target?.iban,
  };
}

/** Until when a transfer has to be ordered to leave on the same day, and what happens after that. */
export interface CutOff {
  readonly time: string;
  readonly isPassed: boolean;
  /** The day on which an ordinary transfer ordered later leaves. */
  readonly leavesOn: Day;
  readonly isTomorrow: boolean;
  /** Whether an instant one still leaves at once. */
  readonly canBeInstant: boolean;
}

/** Of a transfer that is due; `undefined` where its account has no cut-off, or it is none that one concerns. */
export function cutOffOf(
  { accounts, banks, settings }: Household,
  { accountId, toAccountId, date, speed }: Operation,
  now: OrderTime,
): CutOff | undefined {
  const endOf = (id: string | undefined) => {
    const account = accounts.find((one) => one.id === id);
    return account && { account, bank: banks.find((one) => one.id === account.bankId) ?? {} };
  };
  const [source, destination] = [endOf(accountId), endOf(toAccountId)];
  if (!source || !destination || source.account.bankId === destination.account.bankId) return undefined;
  const { cutOff } = source.account;
  const isDue = date <= now.date && isBusinessDay(now.date, settings.calendar);
  if (cutOff === undefined || !isDue || speed === 'INSTANT') return undefined;
  const leavesOn = addBusinessDays(now.date, 1, settings.calendar);
  const routes = transferRoutes(source, destination, now.date, settings);
  return {
    time: cutOff,
    isPassed: now.time >= cutOff,
    leavesOn,
    isTomorrow: leavesOn === addDays(now.date, 1),
    canBeInstant: routes.some((route) => route.speed === 'INSTANT'),
  };
}

/** The amounts of the planned transfers between the same accounts on the same day, in their order. */
export const piecesOnDay = (operations: readonly Operation[], transfer: Operation): number[] =>
  operations
    .filter(
      ({ kind, status, date, accountId, toAccountId }) =>
        kind === 'TRANSFER' &&
        status === 'PLANNED' &&
        date === transfer.date &&
        accountId === transfer.accountId &&
        toAccountId === transfer.toAccountId,
    )
    .map(({ amountCents }) => amountCents)
    .toSorted((a, b) => b - a);
