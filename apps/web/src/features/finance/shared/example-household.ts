import {
  accountGroups,
  accounts,
  banks,
  operations,
  quarters,
  type SaveAccount,
  type SaveOperation,
} from '@fibado/contracts';
import { type Client } from '@fibado/client';
import { addDays, recurrenceDays, quarterEnd } from '@fibado/planning';

type Call = Pick<Client, 'call'>;

const open = (ratePct: number, year: string): SaveAccount['rates'] => [
  { from: `${year}-01-01`, tiers: [{ upToCents: null, ratePct }], tierMode: 'MARGINAL' },
];

/**
 * Fills an empty household with two invented people, two banks, three accounts and one quarter of their life, so that
 * every screen has something to show. Answers the quarter's date. What it makes is ordinary data, deleted like any.
 */
export async function createExampleHousehold(client: Call, quarter: string): Promise<string> {
  const year = quarter.slice(0, 4);
  const everyday = await client.call(banks.save, {
    body: {
      name: 'Banca del Borgo (esempio)',
      guaranteeScheme: 'FITD',
      stampDutyMethod: 'TWELFTHS',
      color: '#b3541e',
    },
  });
  const online = await client.call(banks.save, {
    body: {
      name: 'Banca Aurora Online (esempio)',
      guaranteeScheme: 'FITD',
      stampDutyMethod: 'ACTUAL_DAYS',
      color: '#0b6e75',
    },
  });
  const couple = await client.call(accountGroups.save, {
    body: { name: 'Coppia (esempio)', holders: ['Chiara Conti', 'Luca Conti'], order: 0 },
  });
  const hers = await client.call(accountGroups.save, {
    body: { name: 'Chiara (esempio)', holders: ['Chiara Conti'], order: 1 },
  });
  const joint = await client.call(accounts.save, {
    body: {
      name: 'Conto comune (esempio)',
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
      name: 'Conto Aurora (esempio)',
      bankId: online.id,
      accountGroupId: hers.id,
      kind: 'CURRENT',
      dutyRegime: 'FIXED',
      rates: open(1, year),
    },
  });
  const deposit = await client.call(accounts.save, {
    body: {
      name: 'Deposito Aurora (esempio)',
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
        { accountId: joint.id, openingBalanceCents: 1_240_000 },
        { accountId: own.id, openingBalanceCents: 630_000 },
        { accountId: deposit.id, openingBalanceCents: 500_000 },
      ],
    },
  });
  const end = quarterEnd(quarter);
  const monthly = (dayOfMonth: number | 'LAST_BUSINESS', shift: 'NEXT' | 'PREVIOUS') =>
    recurrenceDays(
      { unit: 'MONTHS', everyMonths: 1, dayOfMonth, shift },
      quarter,
      quarter,
      end,
      'TARGET_AND_ITALY',
    );
  const movement = (
    day: string,
    kind: 'INCOME' | 'EXPENSE',
    amountCents: number,
    description: string,
  ): SaveOperation => ({
    quarter,
    kind,
    date: day,
    valueDate: day,
    accountId: joint.id,
    amountCents,
    description,
    origin: 'RECURRENCE',
  });
  await client.call(operations.saveBulk, {
    body: {
      operations: [
        ...monthly('LAST_BUSINESS', 'PREVIOUS').map((d) => movement(d, 'INCOME', 215_000, 'Stipendio Luca')),
        ...monthly(5, 'NEXT').map((d) => movement(d, 'EXPENSE', 85_000, 'Affitto')),
        ...monthly(20, 'NEXT').map((d) => movement(d, 'EXPENSE', 14_300, 'Luce e gas')),
        movement(addDays(quarter, 45), 'EXPENSE', 62_000, 'Assicurazione auto'),
      ],
    },
  });
  return quarter;
}
