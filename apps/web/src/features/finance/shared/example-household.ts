import {
  accountGroups,
  accounts,
  banks,
  type NewRecurrence,
  operations,
  quarters,
  type SaveAccount,
  type SaveOperation,
} from '@fibado/contracts';
import { type Client } from '@fibado/client';
import { addDays, quarterEnd, recurrenceDays, rruleOf } from '@fibado/planning';
import { EXAMPLE } from './example-names';

type Call = Pick<Client, 'call'>;

interface ExampleMovement {
  readonly kind: 'INCOME' | 'EXPENSE';
  readonly amountCents: number;
  readonly description: string;
  readonly recurrenceId?: string;
}

/** Cents, by account. */
export const EXAMPLE_OPENINGS = { joint: 1_240_000, own: 630_000, deposit: 500_000 } as const;

export const EXAMPLE_MOVEMENTS = {
  salary: { kind: 'INCOME', amountCents: 215_000, description: 'Stipendio Luca' },
  rent: { kind: 'EXPENSE', amountCents: 85_000, description: 'Affitto' },
  bills: { kind: 'EXPENSE', amountCents: 14_300, description: 'Luce e gas' },
  insurance: { kind: 'EXPENSE', amountCents: 62_000, description: 'Assicurazione auto' },
} as const satisfies Record<string, ExampleMovement>;

const open = (ratePct: number, year: string): SaveAccount['rates'] => [
  { from: `${year}-01-01`, tiers: [{ upToCents: null, ratePct }], tierMode: 'MARGINAL' },
];

/**
 * Fills an empty household with two invented people, two banks, three accounts and one quarter of their life, so that
 * every screen has something to show. Answers the quarter's date. What it makes is ordinary data, deleted like any, or
 * all at once where it was not edited (`remove-example.ts`).
 */
export async function createExampleHousehold(client: Call, quarter: string): Promise<string> {
  const year = quarter.slice(0, 4);
  const everyday = await client.call(banks.save, {
    body: {
      name: EXAMPLE.banks.everyday,
      guaranteeScheme: 'FITD',
      stampDutyMethod: 'TWELFTHS',
      color: '#b3541e',
    },
  });
  const online = await client.call(banks.save, {
    body: {
      name: EXAMPLE.banks.online,
      guaranteeScheme: 'FITD',
      stampDutyMethod: 'ACTUAL_DAYS',
      color: '#0b6e75',
    },
  });
  const couple = await client.call(accountGroups.save, {
    body: { name: EXAMPLE.groups.couple, holders: [EXAMPLE.persons.chiara, EXAMPLE.persons.luca], order: 0 },
  });
  const hers = await client.call(accountGroups.save, {
    body: { name: EXAMPLE.groups.hers, holders: [EXAMPLE.persons.chiara], order: 1 },
  });
  const joint = await client.call(accounts.save, {
    body: {
      name: EXAMPLE.accounts.joint,
      bankId: everyday.id,
      accountGroupId: couple.id,
      kind: 'CURRENT',
      dutyRegime: 'FIXED',
      rates: open(0, year),
      minBalanceCents: 50_000,
      monthlyFeeCents: 250,
      feeWaiver: { minMonthlyCreditsCents: 150_000 },
    },
  });
  const own = await client.call(accounts.save, {
    body: {
      name: EXAMPLE.accounts.own,
      bankId: online.id,
      accountGroupId: hers.id,
      kind: 'CURRENT',
      dutyRegime: 'FIXED',
      rates: open(1, year),
    },
  });
  const deposit = await client.call(accounts.save, {
    body: {
      name: EXAMPLE.accounts.deposit,
      bankId: online.id,
      accountGroupId: hers.id,
      kind: 'DEPOSIT_FREE',
      dutyRegime: 'PROPORTIONAL',
      rates: open(2.5, year),
      linkedAccountId: own.id,
    },
  });
  await client.call(quarters.init, { body: { date: quarter } });
  await client.call(quarters.saveSetups, {
    body: {
      date: quarter,
      setups: [
        { accountId: joint.id, openingBalanceCents: EXAMPLE_OPENINGS.joint },
        { accountId: own.id, openingBalanceCents: EXAMPLE_OPENINGS.own },
        { accountId: deposit.id, openingBalanceCents: EXAMPLE_OPENINGS.deposit },
      ],
    },
  });
  await client.call(operations.saveBulk, { body: movementsOf(quarter, joint.id) });
  return quarter;
}

/** The rules of the joint account, their movements in the quarter, and a bill that comes once. */
function movementsOf(quarter: string, accountId: string) {
  const end = quarterEnd(quarter);
  const recurrences: NewRecurrence[] = [];
  const movement = (
    date: string,
    { kind, amountCents, description, recurrenceId }: ExampleMovement,
  ): SaveOperation => ({
    quarter,
    kind,
    date,
    valueDate: date,
    accountId: accountId,
    amountCents,
    description,
    origin: recurrenceId === undefined ? 'MANUAL' : 'RECURRENCE',
    ...(recurrenceId === undefined ? {} : { recurrenceId }),
  });
  /** A rule that goes on in later quarters, and its movements in this one. */
  const monthly = (what: ExampleMovement, dayOfMonth: number | 'LAST_BUSINESS'): SaveOperation[] => {
    const recurrenceId = crypto.randomUUID();
    const [shift, onNonBusinessDay] =
      what.kind === 'INCOME' ? (['PREVIOUS', 'BEFORE'] as const) : (['NEXT', 'AFTER'] as const);
    const rhythm = { unit: 'MONTHS', everyMonths: 1, dayOfMonth, shift } as const;
    recurrences.push({
      ...what,
      id: recurrenceId,
      accountId: accountId,
      rule: rruleOf(rhythm),
      onNonBusinessDay,
      from: quarter,
    });
    return recurrenceDays(rhythm, quarter, quarter, end, 'TARGET_AND_ITALY').map((date) =>
      movement(date, { ...what, recurrenceId }),
    );
  };
  const entered = [
    ...monthly(EXAMPLE_MOVEMENTS.salary, 'LAST_BUSINESS'),
    ...monthly(EXAMPLE_MOVEMENTS.rent, 5),
    ...monthly(EXAMPLE_MOVEMENTS.bills, 20),
    movement(addDays(quarter, 45), EXAMPLE_MOVEMENTS.insurance),
  ];
  return { operations: entered, recurrences };
}
