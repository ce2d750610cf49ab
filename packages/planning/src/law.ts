/**
 * The figures the law sets, in one dated table. No amount of law stands anywhere else in the code.
 *
 * From 1 January 2027 the consolidated text D.Lgs. 123/2025 replaces DPR 642/1972; it is described as keeping the
 * amounts, so the rows simply go on. A change of law is a new row with its first day.
 */

import type { Day } from './problem.js';

/** The figures in force on a day. Money in cents, percentages per year or of the interest. */
export interface Law {
  /** Fixed stamp duty per account and year, natural persons. */
  readonly fixedDutyCents: number;
  /** Fixed stamp duty per account and year, every other holder. */
  readonly fixedDutyOtherHolderCents: number;
  /** Aggregate average up to which, inclusive, a natural person owes no fixed duty. */
  readonly fixedDutyThresholdCents: number;
  /** Proportional stamp duty, percent of the base per year. */
  readonly proportionalDutyPct: number;
  /** Yearly cap of the proportional duty for holders who are not natural persons. */
  readonly proportionalDutyOtherHolderCapCents: number;
  /** Least duty owed, when any is. */
  readonly minimumDutyCents: number;
  /** Withholding on interest, percent. */
  readonly withholdingPct: number;
  /** Deposit guarantee per depositor and bank. */
  readonly guaranteeLimitCents: number;
  /** IVAFE of a current account or savings book abroad, per account and year. */
  readonly ivafeFixedCents: number;
  /** One holder's average at one foreign intermediary up to which, inclusive, no fixed IVAFE is owed. */
  readonly ivafeThresholdCents: number;
  /** IVAFE of other products, percent of their value per year; and in the States of DM 4-5-1999. */
  readonly ivafePct: number;
  readonly ivafeListedStatePct: number;
}

/** One value of the law: in force from `from` until a later row of the same parameter. */
export interface LawRow {
  readonly parameter: keyof Law;
  readonly from: Day;
  readonly value: number;
  readonly source: string;
}

/** Rows of one parameter are in order of their days. */
export const LAW: readonly LawRow[] = [
  {
    parameter: 'fixedDutyCents',
    from: '2012-01-01',
    value: 3420,
    source: 'DPR 642/1972, Tariffa I, art. 13 c. 2-bis lett. a; DL 201/2011 art. 19',
  },
  {
    parameter: 'fixedDutyOtherHolderCents',
    from: '2012-01-01',
    value: 10_000,
    source: 'DPR 642/1972, Tariffa I, art. 13 c. 2-bis lett. b; DL 201/2011 art. 19',
  },
  {
    parameter: 'fixedDutyThresholdCents',
    from: '2012-01-01',
    value: 500_000,
    source: 'DPR 642/1972, Tariffa I, art. 13, nota 3-bis',
  },
  {
    parameter: 'proportionalDutyPct',
    from: '2014-01-01',
    value: 0.2,
    source: 'DPR 642/1972, Tariffa I, art. 13 c. 2-ter; DM 24-5-2012 art. 3',
  },
  {
    parameter: 'proportionalDutyOtherHolderCapCents',
    from: '2014-01-01',
    value: 1_400_000,
    source: 'DPR 642/1972, Tariffa I, art. 13 c. 2-ter',
  },
  { parameter: 'minimumDutyCents', from: '1973-01-01', value: 100, source: 'DPR 642/1972 art. 3 c. 3' },
  { parameter: 'withholdingPct', from: '2014-07-01', value: 26, source: 'DL 66/2014 art. 3' },
  {
    parameter: 'guaranteeLimitCents',
    from: '2011-05-07',
    value: 10_000_000,
    source: 'D.Lgs. 385/1993 art. 96-bis.1: 100,000 euro per depositor and bank',
  },
  {
    parameter: 'ivafeFixedCents',
    from: '2012-01-01',
    value: 3420,
    source: 'DL 201/2011 art. 19 c. 20; DPR 642/1972, Tariffa I, art. 13 c. 2-bis lett. a',
  },
  {
    parameter: 'ivafeThresholdCents',
    from: '2012-01-01',
    value: 500_000,
    source: 'DL 201/2011 art. 19 c. 20; Circ. 28/E of 2-7-2012',
  },
  { parameter: 'ivafePct', from: '2014-01-01', value: 0.2, source: 'DL 201/2011 art. 19 c. 20' },
  { parameter: 'ivafeListedStatePct', from: '2014-01-01', value: 0.2, source: 'DL 201/2011 art. 19 c. 20' },
  {
    parameter: 'ivafeListedStatePct',
    from: '2024-01-01',
    value: 0.4,
    source: 'DL 201/2011 art. 19 c. 20, L. 213/2023 art. 1 c. 91; DM 4-5-1999',
  },
];

/** The value of one parameter on `day`; before its first row, the first row's. */
export function lawValue(parameter: keyof Law, day: Day): number {
  const row =
    LAW.findLast((candidate) => candidate.parameter === parameter && candidate.from <= day) ??
    LAW.find((candidate) => candidate.parameter === parameter);
  if (row === undefined) throw new RangeError(`No row of law for ${parameter}`);
  return row.value;
}

/** Every figure in force on `day`; not kept from call to call, as tests of scaling plan under another law. */
export function lawOn(day: Day): Law {
  return {
    fixedDutyCents: lawValue('fixedDutyCents', day),
    fixedDutyOtherHolderCents: lawValue('fixedDutyOtherHolderCents', day),
    fixedDutyThresholdCents: lawValue('fixedDutyThresholdCents', day),
    proportionalDutyPct: lawValue('proportionalDutyPct', day),
    proportionalDutyOtherHolderCapCents: lawValue('proportionalDutyOtherHolderCapCents', day),
    minimumDutyCents: lawValue('minimumDutyCents', day),
    withholdingPct: lawValue('withholdingPct', day),
    guaranteeLimitCents: lawValue('guaranteeLimitCents', day),
    ivafeFixedCents: lawValue('ivafeFixedCents', day),
    ivafeThresholdCents: lawValue('ivafeThresholdCents', day),
    ivafePct: lawValue('ivafePct', day),
    ivafeListedStatePct: lawValue('ivafeListedStatePct', day),
  };
}
