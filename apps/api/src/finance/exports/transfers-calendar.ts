import {
  type Goal,
  lastNoticeDay,
  type Lot,
  lotEnd,
  type Operation,
  type TermOffer,
} from '@fibado/contracts';
import { addDays, type Day } from '@fibado/planning';
import ical, {
  ICalAlarmType,
  type ICalCalendar,
  ICalCalendarMethod,
  type ICalEventData,
} from 'ical-generator';

export interface CalendarAccount {
  readonly id: string;
  readonly name: string;
  readonly iban?: string | undefined;
  /** The holder's name as the bank holds it. */
  readonly payeeName?: string | undefined;
}

const WORDS = {
  it: {
    name: 'Fibado: bonifici, scadenze e obiettivi',
    from: 'Da',
    to: 'A',
    payee: 'Beneficiario',
    text: 'Causale',
    transfer: 'Bonifico',
    instant: 'Bonifico istantaneo',
    notice: 'Ultimo giorno per dare disdetta',
    maturity: 'Scade',
    break: 'Chiedi lo svincolo',
    payout: 'Torna libero',
    goal: 'Obiettivo',
    piece: (number: number, count: number, total: string) =>
      `Bonifico ${number} di ${count}: in tutto ${total}`,
  },
  en: {
    name: 'Fibado: transfers, maturities and goals',
    from: 'From',
    to: 'To',
    payee: 'Payee',
    text: 'Text',
    transfer: 'Transfer',
    instant: 'Instant transfer',
    notice: 'Last day to give notice',
    maturity: 'Matures',
    break: 'Ask for the break',
    payout: 'Is paid out',
    goal: 'Goal',
    piece: (number: number, count: number, total: string) =>
      `Transfer ${number} of ${count}: ${total} in all`,
  },
};
const REFRESH_SECONDS = 3600;
const DAY_SECONDS = 86_400;
/** Term deposits and goals are told of at least so many days ahead. */
const MONEY_DAYS = 7;

/** A day as the calendar library takes it: it reads the UTC parts of an all-day event. */
const atMidnight = (day: Day): Date => new Date(`${day}T00:00:00Z`);

/** Between the same accounts on the same day: an amount that a limit does not let leave in one. */
const isPieceOf = (one: Operation, other: Operation): boolean =>
  one.date === other.date && one.accountId === other.accountId && one.toAccountId === other.toAccountId;

interface CalendarOptions {
  readonly language: 'it' | 'en';
  /** How many days ahead to remind. */
  readonly daysBefore: number;
  readonly now: Date;
}

/** What a calendar is made of. */
export interface CalendarContent {
  readonly transfers: readonly Operation[];
  readonly accounts: readonly CalendarAccount[];
  readonly lots: readonly { readonly lot: Lot; readonly offer: TermOffer }[];
  readonly goals: readonly Goal[];
}

const moneyIn = (language: string) => {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' });
  return (cents: number): string => format.format(cents / 100);
};

/**
 * Transfers, the dates of term deposits and goals as all-day events whose ids never change, so that a calendar that reads again
 * moves what moved.
 */
export function householdCalendar(content: CalendarContent, options: CalendarOptions): string {
  const calendar = ical({
    name: WORDS[options.language].name,
    ttl: REFRESH_SECONDS,
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Fibado', product: 'Fibado', language: options.language.toUpperCase() },
  });
  addTransfers(calendar, content, options);
  for (const one of content.lots) addLot(calendar, one, options);
  for (const one of content.goals) addGoal(calendar, one, options);
  return calendar.toString();
}

type DayEvent = Required<Pick<ICalEventData, 'id' | 'sequence' | 'summary'>> &
  Pick<ICalEventData, 'description'> & {
    readonly day: Day;
    readonly title: string;
    readonly daysBefore: number;
  };

function addDay(calendar: ICalCalendar, { day, title, daysBefore, ...event }: DayEvent, now: Date): void {
  const added = calendar.createEvent({
    ...event,
    allDay: true,
    stamp: now,
    start: atMidnight(day),
    end: atMidnight(addDays(day, 1)),
  });
  if (daysBefore > 0)
    added.createAlarm({
      type: ICalAlarmType.display,
      trigger: daysBefore * DAY_SECONDS,
      description: title,
    });
}

function addTransfers(
  calendar: ICalCalendar,
  { transfers, accounts }: CalendarContent,
  { language, daysBefore, now }: CalendarOptions,
): void {
  const words = WORDS[language];
  const money = moneyIn(language);
  const known = new Map(accounts.map((account) => [account.id, account]));
  const named = (id: string | undefined) => known.get(id ?? '')?.name ?? '';
  const inFull = (id: string | undefined) => {
    const account = known.get(id ?? '');
    return account?.iban ? `${account.name} (${account.iban})` : (account?.name ?? '');
  };
  for (const transfer of transfers) {
    const title = transfer.speed === 'INSTANT' ? words.instant : words.transfer;
    const payee = known.get(transfer.toAccountId ?? '')?.payeeName;
    const pieces = transfers.filter((one) => isPieceOf(one, transfer));
    const total = pieces.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const piece = words.piece(pieces.indexOf(transfer) + 1, pieces.length, money(total));
    const event = {
      id: `${transfer.id}@fibado`,
      sequence: transfer.version - 1,
      day: transfer.date,
      title,
      daysBefore,
      summary: `${title} ${money(transfer.amountCents)}: ${named(transfer.accountId)} → ${named(transfer.toAccountId)}`,
      description: [
        ...(pieces.length > 1 ? [piece] : []),
        `${words.from}: ${inFull(transfer.accountId)}`,
        `${words.to}: ${inFull(transfer.toAccountId)}`,
        ...(payee === undefined ? [] : [`${words.payee}: ${payee}`]),
        `${words.text}: ${transfer.description}`,
      ].join('\n'),
    };
    addDay(calendar, event, now);
  }
}

/** The last day for the notice of a lot that its bank would renew, the day to ask for its break, and the day its money comes back. */
function addLot(
  calendar: ICalCalendar,
  { lot, offer }: CalendarContent['lots'][number],
  { language, daysBefore, now }: CalendarOptions,
): void {
  if (lot.state === 'MATURED') return;
  const words = WORDS[language];
  const notice = lot.state === 'OPEN' ? lastNoticeDay(lot, offer) : undefined;
  const add = (id: string, day: Day, title: string): void => {
    const event = {
      id: `${id}@fibado`,
      sequence: lot.version - 1,
      day,
      title,
      daysBefore: Math.max(daysBefore, MONEY_DAYS),
      summary: `${title}: ${offer.name}, ${moneyIn(language)(lot.amountCents)}`,
    };
    addDay(calendar, event, now);
  };
  if (notice !== undefined) add(`${lot.id}-notice`, notice, words.notice);
  if (lot.state === 'BROKEN' && lot.brokenOn !== undefined) add(`${lot.id}-break`, lot.brokenOn, words.break);
  add(lot.id, lotEnd(lot, offer), lot.state === 'BROKEN' ? words.payout : words.maturity);
}

function addGoal(
  calendar: ICalCalendar,
  { id, version, name, date, amountCents }: Goal,
  { language, daysBefore, now }: CalendarOptions,
): void {
  const title = WORDS[language].goal;
  const event = {
    id: `${id}@fibado`,
    sequence: version - 1,
    day: date,
    title,
    daysBefore: Math.max(daysBefore, MONEY_DAYS),
    summary: `${title}: ${name}, ${moneyIn(language)(amountCents)}`,
  };
  addDay(calendar, event, now);
}
