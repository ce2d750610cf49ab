import type { Operation } from '@fibado/contracts';
import { addDays, type Day } from '@fibado/planning';
import ical, { ICalAlarmType, ICalCalendarMethod } from 'ical-generator';

export interface CalendarAccount {
  readonly id: string;
  readonly name: string;
  readonly iban?: string | undefined;
  /** The holder's name as the bank holds it. */
  readonly payeeName?: string | undefined;
}

const WORDS = {
  it: {
    name: 'Fibado: bonifici da fare',
    from: 'Da',
    to: 'A',
    payee: 'Beneficiario',
    text: 'Causale',
    transfer: 'Bonifico',
    instant: 'Bonifico istantaneo',
    piece: (number: number, count: number, total: string) =>
      `Bonifico ${number} di ${count}: in tutto ${total}`,
  },
  en: {
    name: 'Fibado: transfers to make',
    from: 'From',
    to: 'To',
    payee: 'Payee',
    text: 'Text',
    transfer: 'Transfer',
    instant: 'Instant transfer',
    piece: (number: number, count: number, total: string) =>
      `Transfer ${number} of ${count}: ${total} in all`,
  },
};
const REFRESH_SECONDS = 3600;
const DAY_SECONDS = 86_400;

/** A day as the calendar library takes it: it reads the UTC parts of an all-day event. */
const atMidnight = (day: Day): Date => new Date(`${day}T00:00:00Z`);

/** Between the same accounts on the same day: an amount that a limit does not let leave in one. */
const isPieceOf = (one: Operation, other: Operation): boolean =>
  one.date === other.date && one.accountId === other.accountId && one.toAccountId === other.toAccountId;

/**
 * Transfers as all-day events whose ids never change, so that a calendar that reads again moves what moved.
 * @param daysBefore how many days ahead to remind.
 */
export function transfersCalendar(
  transfers: readonly Operation[],
  accounts: readonly CalendarAccount[],
  options: { language: 'it' | 'en'; daysBefore: number; now: Date },
): string {
  const words = WORDS[options.language];
  const known = new Map(accounts.map((account) => [account.id, account]));
  const money = new Intl.NumberFormat(options.language, { style: 'currency', currency: 'EUR' });
  const named = (id: string | undefined) => known.get(id ?? '')?.name ?? '';
  const inFull = (id: string | undefined) => {
    const account = known.get(id ?? '');
    return account?.iban ? `${account.name} (${account.iban})` : (account?.name ?? '');
  };
  const calendar = ical({
    name: words.name,
    ttl: REFRESH_SECONDS,
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Fibado', product: 'Fibado', language: options.language.toUpperCase() },
  });
  for (const transfer of transfers) {
    const title = transfer.speed === 'INSTANT' ? words.instant : words.transfer;
    const payee = known.get(transfer.toAccountId ?? '')?.payeeName;
    const amount = money.format(transfer.amountCents / 100);
    const pieces = transfers.filter((one) => isPieceOf(one, transfer));
    const total = pieces.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const piece = words.piece(pieces.indexOf(transfer) + 1, pieces.length, money.format(total / 100));
    const event = calendar.createEvent({
      id: `${transfer.id}@fibado`,
      allDay: true,
      stamp: options.now,
      sequence: transfer.version - 1,
      start: atMidnight(transfer.date),
      end: atMidnight(addDays(transfer.date, 1)),
      summary: `${title} ${amount}: ${named(transfer.accountId)} → ${named(transfer.toAccountId)}`,
      description: [
        ...(pieces.length > 1 ? [piece] : []),
        `${words.from}: ${inFull(transfer.accountId)}`,
        `${words.to}: ${inFull(transfer.toAccountId)}`,
        ...(payee === undefined ? [] : [`${words.payee}: ${payee}`]),
        `${words.text}: ${transfer.description}`,
      ].join('\n'),
    });
    if (options.daysBefore > 0)
      event.createAlarm({
        type: ICalAlarmType.display,
        trigger: options.daysBefore * DAY_SECONDS,
        description: title,
      });
  }
  return calendar.toString();
}
