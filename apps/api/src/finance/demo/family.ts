import type { ClosingActuals, SaveAccount, SaveAccountGroup, SaveBank, SaveGoal } from '@fibado/contracts';
import {
  addDays,
  businessDayOnOrAfter,
  nextQuarter,
  previousQuarter,
  type QuarterDate,
  yearOf,
} from '@fibado/planning';

/**
 * Banks, groups and accounts of the demonstration household, made for the quarter `today` falls into and the one before it. Its people are invented,
 * nor does any bank; the amounts are those of an ordinary family with more on its current accounts than it needs.
 */

export const CALENDAR = 'TARGET_AND_ITALY';
const GIULIA = 'Giulia Bianchi';
const MARCO = 'Marco Bianchi';

export type BankKey = 'lario' | 'aurora' | 'valle' | 'adriatica';
export type GroupKey = 'family' | 'giulia' | 'marco';
export type AccountKey = 'joint' | 'giulia' | 'deposit' | 'marco' | 'term' | 'savings';

type DemoAccount = Omit<SaveAccount, 'bankId' | 'accountGroupId' | 'linkedAccountId'> & {
  readonly bank: BankKey;
  readonly group: GroupKey;
  readonly linked?: AccountKey;
};

export const BANKS: Record<BankKey, SaveBank> = {
  lario: {
    name: 'Banca del Lario',
    abi: '09911',
    guaranteeScheme: 'FITD',
    stampDutyMethod: 'TWELFTHS',
    color: '#1d6a96',
    notes: 'Filiale di famiglia; il canone si azzera con lo stipendio.',
  },
  aurora: {
    name: 'Aurora Online',
    abi: '09922',
    guaranteeScheme: 'FITD',
    stampDutyMethod: 'ACTUAL_DAYS',
    color: '#b3541e',
  },
  valle: {
    name: 'Credito della Valle',
    abi: '09933',
    guaranteeScheme: 'FGD',
    stampDutyMethod: 'ACTUAL_DAYS',
    color: '#3f7d4e',
  },
  adriatica: {
    name: 'Cassa Adriatica',
    abi: '09944',
    guaranteeScheme: 'FITD',
    stampDutyMethod: 'TWELFTHS',
    color: '#7a4fa3',
  },
};

export const GROUPS: Record<GroupKey, SaveAccountGroup> = {
  family: { name: 'Famiglia', holders: [GIULIA, MARCO], order: 0, color: '#1d6a96' },
  giulia: { name: 'Giulia', holders: [GIULIA], order: 1, color: '#b3541e' },
  marco: { name: 'Marco', holders: [MARCO], order: 2, color: '#3f7d4e' },
};

/** What each account holds when the quarter before begins, cents. */
export const OPENINGS: Record<AccountKey, number> = {
  joint: 648_215,
  giulia: 1_874_030,
  deposit: 800_000,
  marco: 612_540,
  term: 2_000_000,
  savings: 1_120_000,
};

/** The accounts; a linked one comes after the account it is linked to. */
export function accountsFor(quarter: QuarterDate): Record<AccountKey, DemoAccount> {
  const since = `${yearOf(previousQuarter(quarter)) - 1}-01-01`;
  const promotionEnds = addDays(quarter, 60);
  const maturityDate = businessDayOnOrAfter(addDays(quarter, 74), CALENDAR);
  const flat = (ratePct: number): SaveAccount['rates'] => [
    { from: since, tiers: [{ upToCents: null, ratePct }], tierMode: 'MARGINAL' },
  ];
  return {
    joint: {
      name: 'Conto di famiglia',
      bank: 'lario',
      group: 'family',
      kind: 'CURRENT',
      dutyRegime: 'FIXED',
      iban: ibanOf('09911', 1),
      rates: flat(0),
      minBalanceCents: 100_000,
      monthlyFeeCents: 600,
      feeWaiver: { minMonthlyCreditsCents: 150_000, minAverageBalanceCents: 500_000 },
    },
    giulia: {
      name: 'Conto Aurora',
      bank: 'aurora',
      group: 'giulia',
      kind: 'CURRENT',
      dutyRegime: 'FIXED',
      iban: ibanOf('09922', 2),
      rates: flat(0.25),
      minBalanceCents: 50_000,
    },
    deposit: {
      name: 'Deposito Aurora',
      bank: 'aurora',
      group: 'giulia',
      linked: 'giulia',
      kind: 'DEPOSIT_FREE',
      dutyRegime: 'PROPORTIONAL',
      rates: [
        {
          from: since,
          tiers: [
            { upToCents: 3_000_000, ratePct: 2.75 },
            { upToCents: null, ratePct: 1.25 },
          ],
          tierMode: 'MARGINAL',
        },
      ],
    },
    marco: {
      name: 'Conto Marco',
      bank: 'valle',
      group: 'marco',
      kind: 'CURRENT',
      dutyRegime: 'FIXED',
      iban: ibanOf('09933', 3),
      rates: flat(0.1),
      minBalanceCents: 30_000,
      monthlyFeeCents: 290,
      feeWaiver: { minAverageBalanceCents: 200_000 },
    },
    term: {
      name: 'Vincolato 6 mesi',
      bank: 'valle',
      group: 'marco',
      linked: 'marco',
      kind: 'DEPOSIT_TERM',
      dutyRegime: 'PROPORTIONAL',
      rates: flat(3),
      openedOn: addDays(maturityDate, -182),
      maturityDate,
      canReceive: false,
    },
    savings: {
      name: 'Conto Risparmio',
      bank: 'adriatica',
      group: 'marco',
      kind: 'CURRENT',
      dutyRegime: 'FIXED',
      iban: ibanOf('09944', 4),
      rates: [
        {
          from: since,
          to: promotionEnds,
          tierMode: 'MARGINAL',
          tiers: [{ upToCents: null, ratePct: 2 }],
        },
        {
          from: addDays(promotionEnds, 1),
          tiers: [{ upToCents: null, ratePct: 0.75 }],
          tierMode: 'MARGINAL',
        },
      ],
    },
  };
}

/** What the family saves for: the middle of the quarter after `quarter`. */
export const goalFor = (quarter: QuarterDate): SaveGoal => ({
  name: 'Bagno nuovo',
  date: addDays(nextQuarter(quarter), 45),
  amountCents: 800_000,
});

/** What the banks reported for the quarter that is over; the other figures were as computed. */
export const ACTUALS: readonly (Omit<ClosingActuals, 'accountId' | 'closingBalanceCents'> & {
  readonly account: AccountKey;
  /** More or less than computed, cents. */
  readonly closingDifferenceCents?: number;
})[] = [
  { account: 'joint', closingDifferenceCents: -1_250 },
  { account: 'savings', closingDifferenceCents: 340 },
];

/** An IBAN of a bank that does not exist, with right check digits. */
function ibanOf(abi: string, number: number): string {
  const bban = `X${abi}10900${String(number).padStart(12, '0')}`;
  const digits = `${bban}IT00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return `IT${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${bban}`;
}
