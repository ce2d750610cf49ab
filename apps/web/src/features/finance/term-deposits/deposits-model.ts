import { type Account, lastNoticeDay, type Lot, lotEnd, type TermOffer } from '@fibado/contracts';
import { addDays, type Day } from '@fibado/planning';

/** One term deposit on the time line: a lot, or an account of kind DEPOSIT_TERM. */
export interface Deposit {
  readonly id: string;
  readonly kind: 'LOT' | 'ACCOUNT';
  readonly name: string;
  readonly bankId: string;
  /** Absent for an account whose balance of today is not known. */
  readonly amountCents: number | undefined;
  /** Absent for an account without a first day. */
  readonly from: Day | undefined;
  /** The day on which its money comes back. */
  readonly to: Day;
  readonly state: Lot['state'];
}

/** Something that happens to a deposit. */
export interface DepositDate {
  readonly day: Day;
  readonly kind: 'NOTICE' | 'RENEWAL' | 'MATURITY' | 'PAYOUT';
  readonly deposit: Deposit;
}

export interface TermDeposits {
  readonly lots: readonly Lot[];
  readonly offers: readonly TermOffer[];
  readonly accounts: readonly Account[];
  /** What is on an account today, where a quarter says so. */
  readonly balanceOf: (accountId: string) => number | undefined;
  readonly today: Day;
}

/** Every term deposit by the day on which its money comes back. */
export function depositsOf({ lots, offers, accounts, balanceOf, today }: TermDeposits): Deposit[] {
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  const ofLots = lots.flatMap((lot): Deposit[] => {
    const offer = byId.get(lot.offerId);
    if (!offer) return [];
    const { id, amountCents, openedOn: from, state } = lot;
    const to = lotEnd(lot, offer);
    return [{ id, kind: 'LOT', name: offer.name, bankId: offer.bankId, amountCents, from, to, state }];
  });
  const ofAccounts = accounts.flatMap((account): Deposit[] => {
    const { id, name, bankId, maturityDate, openedOn: from, closedOn } = account;
    if (account.kind !== 'DEPOSIT_TERM' || !account.active || maturityDate === undefined) return [];
    const to = closedOn !== undefined && closedOn < maturityDate ? closedOn : maturityDate;
    const state = to <= today ? 'MATURED' : 'OPEN';
    return [{ id, kind: 'ACCOUNT', name, bankId, amountCents: balanceOf(id), from, to, state }];
  });
  return [...ofLots, ...ofAccounts].sort((a, b) => (a.to < b.to ? -1 : a.to > b.to ? 1 : 0));
}

/** Those whose money is not back yet. */
export const running = (deposits: readonly Deposit[], today: Day): Deposit[] =>
  deposits.filter(({ to }) => to > today);

/** What comes from today on, by day: notices to give, renewals, maturities and payouts. */
export function datesOf(data: TermDeposits, deposits: readonly Deposit[]): DepositDate[] {
  const { today, lots, offers } = data;
  const byId = new Map(deposits.map((deposit) => [deposit.id, deposit]));
  const notices = lots.flatMap((lot): DepositDate[] => {
    const offer = offers.find(({ id }) => id === lot.offerId);
    const deposit = byId.get(lot.id);
    const day = offer && lot.state === 'OPEN' ? lastNoticeDay(lot, offer) : undefined;
    return day !== undefined && deposit ? [{ day, kind: 'NOTICE', deposit }] : [];
  });
  const renewing = new Set(notices.map(({ deposit }) => deposit.id));
  const ends = deposits.map((deposit): DepositDate => {
    const kind = deposit.state === 'BROKEN' ? 'PAYOUT' : renewing.has(deposit.id) ? 'RENEWAL' : 'MATURITY';
    return { day: deposit.to, kind, deposit };
  });
  return [...notices, ...ends]
    .filter(({ day }) => day >= today)
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

/** The days the time line shows: from a little before today or the first deposit to a little after the last. */
export function spanOf(deposits: readonly Deposit[], today: Day): { from: Day; to: Day } {
  const earliest = addDays(today, -180);
  const first = deposits.map(({ from }) => from ?? today).reduce((a, b) => (a < b ? a : b), today);
  const last = deposits.map(({ to }) => to).reduce((a, b) => (a > b ? a : b), today);
  return { from: first < earliest ? earliest : first, to: addDays(last, 15) };
}
