import type { NewRecurrence, SaveOperation } from '@fibado/contracts';
import {
  addBusinessDays,
  addDays,
  businessDayOnOrAfter,
  businessDayOnOrBefore,
  type Day,
  monthOf,
  quarterEnd,
  type QuarterDate,
  recurrenceDays,
  rruleOf,
  yearOf,
} from '@fibado/planning';
import { type AccountKey, CALENDAR } from './family.js';

/** What the demonstration household earns, pays and moves. */

type DemoOperation = Omit<SaveOperation, 'accountId' | 'toAccountId'> & {
  readonly account: AccountKey;
  readonly to?: AccountKey;
};

/** One line of the household's ordinary life. */
interface Habit {
  readonly account: AccountKey;
  readonly to?: AccountKey;
  readonly kind: 'INCOME' | 'EXPENSE' | 'TRANSFER';
  readonly description: string;
  readonly category: string;
  readonly cents: number;
  readonly day: number;
  /** Salaries come before a closed day, debits after it. */
  readonly shift: 'PREVIOUS' | 'NEXT';
  /** Up to which share of the amount it may turn out higher or lower; certain by default. */
  readonly swing?: number;
}

const HABITS: readonly Habit[] = [
  income('joint', 'Stipendio Marco', 'Stipendio', 226_480, 25),
  income('giulia', 'Stipendio Giulia', 'Stipendio', 193_750, 27),
  expense('joint', 'Affitto', 'Casa', 98_000, 5),
  expense('joint', 'Spese condominiali', 'Casa', 11_500, 12),
  { ...expense('joint', 'Luce e gas', 'Bollette', 16_840, 18), swing: 0.35 },
  expense('joint', 'Internet e telefoni', 'Bollette', 5_480, 20),
  expense('giulia', 'Retta asilo', 'Figli', 41_200, 10),
  expense('giulia', 'Palestra e abbonamenti', 'Tempo libero', 7_490, 3),
  expense('marco', 'Rata auto', 'Auto', 21_430, 15),
  { ...expense('marco', 'Carta di credito', 'Spese varie', 38_650, 16), swing: 0.5 },
];

function income(
  account: AccountKey,
  description: string,
  category: string,
  cents: number,
  day: number,
): Habit {
  return { account, kind: 'INCOME', description, category, cents, day, shift: 'PREVIOUS' };
}

function expense(
  account: AccountKey,
  description: string,
  category: string,
  cents: number,
  day: number,
): Habit {
  return { account, kind: 'EXPENSE', description, category, cents, day, shift: 'NEXT' };
}

/** The tax that bites, by the month its quarter begins with. */
const TAXES: Record<number, { description: string; monthAndDay: string; cents: number }> = {
  1: { description: 'IRPEF e addizionali, saldo da dichiarazione', monthAndDay: '03-16', cents: 682_000 },
  4: { description: 'IRPEF saldo e acconto, IMU', monthAndDay: '06-16', cents: 682_000 },
  7: { description: 'IRPEF, rata di agosto', monthAndDay: '08-20', cents: 682_000 },
  10: { description: 'IRPEF, secondo acconto', monthAndDay: '11-30', cents: 682_000 },
};
/** Paid from the joint account in the quarter that is over; nothing bit there. */
const SMALL_TAX_CENTS = 138_000;
/** Business days before a tax by which a careful household has brought the money to the account. */
const TAX_LEAD_DAYS = 3;

type DemoRule = Omit<NewRecurrence, 'id' | 'accountId' | 'toAccountId'> & { readonly account: AccountKey };

const GROCERIES: Habit = {
  ...expense('joint', 'Spesa settimanale', 'Spesa', 11_280, 0),
  swing: 0.35,
};

/** The rules the household lives on, kept since the quarter it begins with. */
export function rulesFor(quarter: QuarterDate): DemoRule[] {
  return [
    ...HABITS.map((habit) => ({
      ...ruleOf(habit),
      rule: rruleOf({ unit: 'MONTHS', everyMonths: 1, dayOfMonth: habit.day }),
      onNonBusinessDay: habit.shift === 'NEXT' ? ('AFTER' as const) : ('BEFORE' as const),
      from: quarter,
    })),
    {
      ...ruleOf(GROCERIES),
      rule: rruleOf({ unit: 'DAYS', everyDays: 7 }),
      onNonBusinessDay: 'SAME' as const,
      from: addDays(quarter, 2),
    },
  ];
}

const ruleOf = ({ account, kind, description, category, cents, swing }: Habit) => ({
  account,
  kind,
  description,
  category,
  amountCents: cents,
  ...(swing === undefined ? {} : around(cents, swing)),
});

/** The movements of the rules in the quarter the household begins with; groceries never cost the same. */
function habitual(quarter: QuarterDate): DemoOperation[] {
  const end = quarterEnd(quarter);
  const monthly = HABITS.flatMap((habit) =>
    recurrenceDays(
      { unit: 'MONTHS', everyMonths: 1, dayOfMonth: habit.day, shift: habit.shift },
      ...([quarter, quarter, end, CALENDAR] as const),
    ).map((date) => movement(quarter, habit, date)),
  );
  const groceries = recurrenceDays(
    { unit: 'DAYS', everyDays: 7 },
    addDays(quarter, 2),
    quarter,
    end,
    CALENDAR,
  );
  return [
    ...monthly,
    ...groceries.map((date, week) =>
      movement(quarter, { ...GROCERIES, cents: 9_340 + ((week * 1_270) % 4_100) }, date),
    ),
  ];
}

/** December brings a thirteenth salary. */
function thirteenth(quarter: QuarterDate): DemoOperation[] {
  if (monthOf(quarter) !== 10) return [];
  const date = businessDayOnOrBefore(`${yearOf(quarter)}-12-18`, CALENDAR);
  return [
    movement(quarter, income('joint', 'Tredicesima Marco', 'Stipendio', 198_200, 0), date),
    movement(quarter, income('giulia', 'Tredicesima Giulia', 'Stipendio', 171_300, 0), date),
  ].map((one) => ({ ...one, origin: 'MANUAL' }));
}

function movement(quarter: QuarterDate, habit: Habit, date: Day): DemoOperation {
  return {
    quarter,
    date,
    valueDate: date,
    kind: habit.kind,
    account: habit.account,
    amountCents: habit.cents,
    description: habit.description,
    category: habit.category,
    status: 'PLANNED',
    origin: 'RECURRENCE',
    ...(habit.swing === undefined ? {} : { uncertainty: around(habit.cents, habit.swing) }),
  };
}

/** As far below an amount as above it. */
const around = (cents: number, share: number) => ({
  lowCents: cents - Math.round(cents * share),
  highCents: cents + Math.round(cents * share),
});

function tax(quarter: QuarterDate, cents?: number): DemoOperation {
  const due = TAXES[monthOf(quarter)];
  if (!due) throw new RangeError(`Not a quarter: ${quarter}`);
  const date = businessDayOnOrAfter(`${yearOf(quarter)}-${due.monthAndDay}`, CALENDAR);
  return {
    ...movement(quarter, expense('joint', due.description, 'Tasse', cents ?? due.cents, 0), date),
    origin: 'MANUAL',
  };
}

/** What happened varies no more. */
export const done = <T extends Pick<SaveOperation, 'status' | 'uncertainty'>>(operation: T): T => ({
  ...operation,
  status: 'DONE',
  uncertainty: undefined,
});

/** The quarter that is over: everything happened. */
export function pastOperations(quarter: QuarterDate): DemoOperation[] {
  return [...habitual(quarter), ...thirteenth(quarter), tax(quarter, SMALL_TAX_CENTS)].map(done);
}

/**
 * What the rules do not write into the quarter that runs. Its tax is more than the joint account can bear: while there is time, finding the money is
 * what the optimizer is asked to do; when there is none left, the household has already brought it there.
 */
export function presentOperations(quarter: QuarterDate, today: Day): DemoOperation[] {
  const due = tax(quarter);
  const brought = addBusinessDays(due.date, -TAX_LEAD_DAYS, CALENDAR);
  const help: DemoOperation = {
    quarter,
    date: brought,
    valueDate: addBusinessDays(brought, 1, CALENDAR),
    kind: 'TRANSFER',
    account: 'giulia',
    to: 'joint',
    amountCents: 500_000,
    description: 'Giroconto per le tasse',
    category: 'Giroconti',
    status: 'PLANNED',
    origin: 'MANUAL',
    locked: true,
  };
  return [...thirteenth(quarter), due, ...(brought <= today ? [help] : [])];
}
