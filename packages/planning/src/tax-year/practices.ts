/** Practices of banks that may explain why a bank's figure is not the referee's: each is tried by evaluating with it. */
import type {
  Account,
  Bank,
  DutyBase,
  Operation,
  Problem,
  StampDutyMethod,
  StatementPeriod,
} from '../problem.js';
import { periodsOf } from '../periods.js';
import type { Readings } from '../readings.js';
import type { BankFigure } from './period-figures.js';
import type { ProblemChange } from './replay.js';

export const PRACTICES = [
  'ROUNDING',
  'DUTY_DAYS',
  'DUTY_TWELFTHS',
  'DUTY_AT_THRESHOLD',
  'DUTY_NO_MINIMUM',
  'DUTY_BASE_CLOSING',
  'DUTY_BASE_AVERAGE',
  'DUTY_BASE_LARGER',
  'DUTY_VALUE_DATES',
  'DUTY_PERIOD_MONTHLY',
  'DUTY_PERIOD_QUARTERLY',
  'DUTY_PERIOD_HALF_YEARLY',
  'DUTY_PERIOD_YEARLY',
  'INTEREST_YEAR_360',
  'INTEREST_YEAR_365',
  'INTEREST_YEAR_366',
  'INTEREST_BOOKED_DATES',
  'WITHHOLDING_26',
  'WITHHOLDING_12_5',
  'WITHHOLDING_NONE',
  'FEES_NOT_WAIVED',
  'FEES_OWN_TRANSFERS',
] as const;
export type PracticeId = (typeof PRACTICES)[number];

export interface Practice {
  readonly id: Exclude<PracticeId, 'ROUNDING'>;
  /** The figures it may explain. */
  readonly figures: readonly BankFigure[];
  readonly change: ProblemChange;
  readonly readings?: Readings | undefined;
  /** It cuts a year into other periods: only whole years compare. */
  readonly isOfYear?: boolean | undefined;
  /** What it answers: two practices of one topic exclude each other. */
  readonly topic: string;
}

const DUTY = ['STAMP_DUTY'] as const;
const INTEREST = ['GROSS_INTEREST', 'WITHHOLDING', 'NET_INTEREST'] as const;
const FEES = ['FEES'] as const;

const same: ProblemChange = (problem) => problem;

const accountsAs =
  (change: (account: Account) => Partial<Account>): ProblemChange =>
  (problem) => ({
    ...problem,
    accounts: problem.accounts.map((account) => ({ ...account, ...change(account) })),
  });

const banksAs =
  (fields: Partial<Bank>): ProblemChange =>
  (problem) => ({ ...problem, banks: problem.banks.map((bank) => ({ ...bank, ...fields })) });

/** Transfers keep their days: they leave and arrive in both balances at once. */
const operationsAs =
  (change: (operation: Operation) => Partial<Operation>): ProblemChange =>
  (problem): Problem => ({
    ...problem,
    operations: problem.operations.map((operation) =>
      operation.kind === 'TRANSFER' ? operation : { ...operation, ...change(operation) },
    ),
  });

const method = (id: Practice['id'], stampDutyMethod: StampDutyMethod): Practice => ({
  id,
  topic: 'METHOD',
  figures: DUTY,
  change: banksAs({ stampDutyMethod }),
});

const base = (id: Practice['id'], dutyBase: DutyBase): Practice => ({
  id,
  topic: 'BASE',
  figures: DUTY,
  change: accountsAs(() => ({ dutyBase })),
});

/** Interest keeps its own periods, which may have followed the statement's. */
const period = (id: Practice['id'], statementPeriod: StatementPeriod): Practice => ({
  id,
  topic: 'PERIOD',
  figures: DUTY,
  isOfYear: true,
  change: accountsAs((account) => ({
    statementPeriod,
    interestCredit: periodsOf(account).interestCredit,
  })),
});

const interestYear = (id: Practice['id'], interestYearDays: 360 | 365 | 366): Practice => ({
  id,
  topic: 'YEAR',
  figures: INTEREST,
  change: same,
  readings: { interestYearDays },
});

/** What is withheld leaves the balance, so that the next period's interest follows. */
const withheld = (id: Practice['id'], withholdingPct: number): Practice => ({
  id,
  topic: 'WITHHOLDING',
  figures: INTEREST,
  change: accountsAs(() => ({ withholdingPct })),
});

/** Each is tried alone, and two of them together where none explains a figure (see {@link PRACTICE_PAIRS}). */
export const TRIED_PRACTICES: readonly Practice[] = [
  method('DUTY_DAYS', 'ACTUAL_DAYS'),
  method('DUTY_TWELFTHS', 'TWELFTHS'),
  {
    id: 'DUTY_AT_THRESHOLD',
    topic: 'THRESHOLD',
    figures: DUTY,
    change: same,
    readings: { thresholdOwes: true },
  },
  { id: 'DUTY_NO_MINIMUM', topic: 'MINIMUM', figures: DUTY, change: same, readings: { minimumDutyCents: 0 } },
  base('DUTY_BASE_CLOSING', 'CLOSING'),
  base('DUTY_BASE_AVERAGE', 'AVERAGE'),
  base('DUTY_BASE_LARGER', 'PRUDENT'),
  {
    id: 'DUTY_VALUE_DATES',
    topic: 'DATES',
    figures: DUTY,
    change: operationsAs(({ valueDate }) => ({ date: valueDate })),
  },
  period('DUTY_PERIOD_MONTHLY', 'MONTHLY'),
  period('DUTY_PERIOD_QUARTERLY', 'QUARTERLY'),
  period('DUTY_PERIOD_HALF_YEARLY', 'HALF_YEARLY'),
  period('DUTY_PERIOD_YEARLY', 'YEARLY'),
  interestYear('INTEREST_YEAR_360', 360),
  interestYear('INTEREST_YEAR_365', 365),
  interestYear('INTEREST_YEAR_366', 366),
  {
    id: 'INTEREST_BOOKED_DATES',
    topic: 'DATES',
    figures: INTEREST,
    change: operationsAs(({ date }) => ({ valueDate: date })),
  },
  withheld('WITHHOLDING_26', 26),
  withheld('WITHHOLDING_12_5', 12.5),
  withheld('WITHHOLDING_NONE', 0),
  {
    id: 'FEES_NOT_WAIVED',
    topic: 'WAIVER',
    figures: FEES,
    change: accountsAs(() => ({ feeWaiver: undefined })),
  },
  {
    id: 'FEES_OWN_TRANSFERS',
    topic: 'WAIVER',
    figures: FEES,
    change: accountsAs(({ feeWaiver }) => ({
      feeWaiver: feeWaiver && { ...feeWaiver, ownTransfersCount: feeWaiver.ownTransfersCount !== true },
    })),
  },
];

/** Every two practices that answer different questions about the same figure: some seventy. */
export const PRACTICE_PAIRS: readonly (readonly [Practice, Practice])[] = TRIED_PRACTICES.flatMap(
  (first, index) =>
    TRIED_PRACTICES.slice(index + 1)
      .filter(
        ({ topic, figures }) =>
          topic !== first.topic && figures.some((figure) => first.figures.includes(figure)),
      )
      .map((second) => [first, second] as const),
);
