import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { evaluation } from './evaluation.js';
import { problemOperation } from './operations.js';
import {
  byDate,
  cents,
  day,
  id,
  instant,
  MAX_CENTS,
  multilineText,
  nonNegativeCents,
  quarterDate,
  version,
} from './primitives.js';
import { access } from './roles.js';
import type { Output } from './readonly.js';

export const MAX_UPLOAD_BYTES = 33_554_432;

/** For how long after its start or its closing a quarter can be put back. */
export const REOPEN_HOURS = 24;

const historyFields = {
  days: z.int().min(0).max(366),
  /** Σ of end-of-day booked balances, in cents·days. */
  sumCentDays: z
    .int()
    .min(-MAX_CENTS * 366)
    .max(MAX_CENTS * 366),
};
/** An exact amount of interest: an integer of cents × ten-thousandths of a percent × days × 365 × 366. */
const accrual = z.string().regex(/^-?\d{1,30}$/);

/** What an account's running periods bring along from before the quarter. */
export const carried = z
  .strictObject({
    /** Earlier quarters of the household, or typed in by a person. */
    source: z.enum(['QUARTERS', 'TYPED']).optional(),
    /** First day of the running statement period on which the account was open. */
    periodFrom: day,
    ...historyFields,
    /** Gross and overdraft interest accrued in the running crediting period. */
    accruedGross: accrual,
    accruedOverdraft: accrual.optional(),
    /** What earlier quarters reported of the running periods, and this one does not report again. */
    counted: z.strictObject({
      grossCents: cents,
      withholdingCents: cents,
      overdraftCents: cents.optional(),
      dutyCents: cents,
      feesCents: cents,
    }),
    /** Balances since other days: of the periods of accounts with the same holders at the same bank. */
    history: z
      .array(z.strictObject({ from: day, ...historyFields }))
      .max(4)
      .optional(),
    /** What the opening balance already has of the periods that ended the day before: the bank may book it later. */
    anticipated: z
      .strictObject({ interestCents: cents, dutyCents: cents, feesCents: cents })
      .optional()
      .meta({
        description:
          'Net interest credited, duty and fees charged by the periods that ended the day before, as the opening balance has them. Imported lines of these amounts are not counted again.',
      }),
  })
  .meta({ id: 'Carried' });

const setupFields = {
  accountId: id,
  openingBalanceCents: cents,
  minBalanceCents: cents.optional(),
  maxBalanceCents: nonNegativeCents.optional(),
  excluded: z.boolean().default(false),
  notes: multilineText(2000).optional(),
  /** Written setups without it keep what is stored; without balances, interest and counted figures it is none. */
  carried: carried.optional(),
};

export const setup = z
  .strictObject(setupFields)
  .refine(
    (s) =>
      s.maxBalanceCents === undefined ||
      s.minBalanceCents === undefined ||
      s.minBalanceCents <= s.maxBalanceCents,
    {
      path: ['maxBalanceCents'],
      message: 'below the minimum',
    },
  )
  .meta({ id: 'Setup' });
export type Setup = Output<typeof setup>;

export const quarterState = z.enum(['INITIALIZED', 'STARTED', 'CLOSED']);
export type QuarterState = Output<typeof quarterState>;

export const quarter = z
  .strictObject({
    date: quarterDate,
    state: quarterState,
    initializedAt: instant,
    startedAt: instant.optional(),
    closedAt: instant.optional(),
    setups: z.array(setup),
    /** Hash of setups, operations and settings as they were when the quarter was started. */
    sealHash: z.string().optional(),
    /** The accounts taken in after the start, which the sealed plan does not know. */
    joined: z.array(id).optional(),
    version,
  })
  .meta({ id: 'Quarter' });
export type Quarter = Output<typeof quarter>;

/** A quarter as a page needs it: with the movements of the one before that end in it, such as a transfer under way. */
export const quarterInFull = quarter
  .extend({ carriedOver: z.array(problemOperation).optional() })
  .meta({ id: 'QuarterInFull' });
export type QuarterInFull = Output<typeof quarterInFull>;

export const quarterListItem = z
  .strictObject({ date: quarterDate, state: quarterState, accounts: z.int(), operations: z.int() })
  .meta({ id: 'QuarterListItem' });

export const canInitReason = z.enum(['ALREADY_EXISTS', 'PREVIOUS_MISSING', 'NO_ACCOUNTS']);

/** What the bank really reported for one account when a quarter is closed; absent figures are the computed ones. */
export const closingActuals = z.strictObject({
  accountId: id,
  closingBalanceCents: cents.optional(),
  netInterestCents: cents.optional(),
  stampDutyCents: cents.optional(),
});
export type ClosingActuals = Output<typeof closingActuals>;

export const summary = z
  .strictObject({
    quarter: quarterDate,
    state: quarterState,
    evaluation,
    /** The plan as it was sealed at the start, while it differs in content from today's. */
    sealed: z
      .strictObject({ sealHash: z.string(), sealedAt: instant, changedSince: z.boolean(), evaluation })
      .optional(),
    /** Closed quarters only: what was planned and what came of it, per account. */
    actuals: z
      .array(
        z.strictObject({
          accountId: id,
          plannedClosingCents: cents,
          actualClosingCents: cents,
          computedNetInterestCents: cents,
          actualNetInterestCents: cents,
          computedStampDutyCents: cents,
          actualStampDutyCents: cents,
        }),
      )
      .optional(),
    /** The newest optimizer result for this quarter, when there is one. */
    latestPlan: z
      .strictObject({
        runId: id,
        /** SHA-256 of problem, options and the optimizer's revision, as the run has it. */
        inputHash: z.string().optional(),
        createdAt: instant,
        gainCents: cents,
        netReturnCents: cents,
        /** It is the plan taken up last. */
        accepted: z.boolean(),
        /** The inputs changed since it was computed. */
        stale: z.boolean(),
      })
      .optional(),
    /** A plan of the quarter is being made. */
    planUnderWay: z.boolean().optional(),
    /** The plan taken up last; `runId` is absent of one that no run made, such as a cautious one. */
    acceptedPlan: z.strictObject({ acceptedAt: instant, runId: id.optional() }).optional(),
  })
  .meta({ id: 'Summary' });
export type Summary = Output<typeof summary>;

const dateBody = z.strictObject({ date: quarterDate });
const stateErrors = ['NOT_FOUND', 'QUARTER_STATE', 'STALE_VERSION'] as const;

export const quarters = {
  list: endpoint({
    id: 'quarters.list',
    method: 'GET',
    path: '/api/finance/quarters/list',
    summary: 'The quarters that exist, oldest first',
    access: access.financeRead,
    response: z.array(quarterListItem),
  }),
  getQuarter: endpoint({
    id: 'quarters.getQuarter',
    method: 'GET',
    path: '/api/finance/quarters/get-quarter/{date}',
    summary: 'One quarter with its setups',
    access: access.financeRead,
    params: byDate,
    response: quarterInFull,
    errors: ['NOT_FOUND'],
  }),
  canInit: endpoint({
    id: 'quarters.canInit',
    method: 'GET',
    path: '/api/finance/quarters/can-init-quarter/{date}',
    summary: 'Whether a quarter can be initialised, and why not',
    access: access.financeRead,
    params: byDate,
    response: z.strictObject({ canInit: z.boolean(), reason: canInitReason.optional() }),
  }),
  init: endpoint({
    id: 'quarters.init',
    method: 'POST',
    path: '/api/finance/quarters/init-quarter',
    summary: "Initialise a quarter: the previous one's accounts, opening with its closing balances",
    access: access.financeWrite,
    body: dateBody,
    response: quarter,
    errors: ['QUARTER_CANNOT_INIT'],
  }),
  getSetups: endpoint({
    id: 'quarters.getSetups',
    method: 'GET',
    path: '/api/finance/quarters/get-setups/{date}',
    summary: "A quarter's setups",
    access: access.financeRead,
    params: byDate,
    response: z.array(setup),
    errors: ['NOT_FOUND'],
  }),
  saveSetups: endpoint({
    id: 'quarters.saveSetups',
    method: 'POST',
    path: '/api/finance/quarters/save-setups',
    summary:
      'Write setups of an initialised quarter, or take accounts into a started one; accounts not named stay as they are',
    access: access.financeWrite,
    body: z
      .strictObject({
        date: quarterDate,
        version: version.optional(),
        setups: z
          .array(setup)
          .max(500)
          .refine((all) => new Set(all.map((s) => s.accountId)).size === all.length, 'an account repeats'),
      })
      .meta({ id: 'SaveSetups' }),
    response: quarter,
    errors: stateErrors,
  }),
  importSetups: endpoint({
    id: 'quarters.importSetups',
    method: 'POST',
    path: '/api/finance/quarters/import-setups',
    summary: 'Refresh the openings from the previous quarter, or read them from a spreadsheet',
    access: access.financeWrite,
    body: dateBody,
    file: { field: 'file', maxBytes: MAX_UPLOAD_BYTES, required: false },
    response: quarter,
    errors: [
      ...stateErrors,
      'FILE_EMPTY',
      'FILE_UNREADABLE',
      'FILE_ENCRYPTED',
      'FILE_MACROS',
      'FILE_EXTERNAL_LINKS',
      'FILE_TOO_COMPLEX',
      'FILE_NO_ROWS',
      'FILE_CELL',
      'FILE_TIMEOUT',
    ],
  }),
  deleteSetup: endpoint({
    id: 'quarters.deleteSetup',
    method: 'DELETE',
    path: '/api/finance/quarters/delete-setup/{date}/{accountId}',
    summary: 'Take an account out of an initialised quarter, or one that joined it after the start',
    access: access.financeWrite,
    params: z.strictObject({ date: quarterDate, accountId: id }),
    errors: ['NOT_FOUND', 'QUARTER_STATE', 'IN_USE'],
  }),
  delete: endpoint({
    id: 'quarters.delete',
    method: 'DELETE',
    path: '/api/finance/quarters/delete-quarter/{date}',
    summary: 'Delete the last quarter with everything in it, while it is not started',
    access: access.financeWrite,
    params: byDate,
    errors: ['NOT_FOUND', 'QUARTER_STATE', 'IN_USE'],
  }),
  start: endpoint({
    id: 'quarters.start',
    method: 'POST',
    path: '/api/finance/quarters/start-quarter',
    summary: 'Start a quarter: freeze its openings and seal its plan',
    access: access.financeWrite,
    body: dateBody,
    response: quarter,
    errors: ['NOT_FOUND', 'QUARTER_STATE', 'QUARTER_INCOMPLETE'],
  }),
  close: endpoint({
    id: 'quarters.close',
    method: 'POST',
    path: '/api/finance/quarters/close-quarter',
    summary: 'Close a quarter with the actual figures; differences become adjustment operations',
    access: access.financeWrite,
    body: z
      .strictObject({
        date: quarterDate,
        actuals: z
          .array(closingActuals)
          .max(500)
          .refine((all) => new Set(all.map((a) => a.accountId)).size === all.length, 'an account repeats')
          .default([]),
        /** Close although the quarter's last day is not over; without it that is refused, for closing is final. */
        early: z.boolean().default(false),
      })
      .meta({ id: 'CloseQuarter' }),
    response: quarter,
    errors: ['NOT_FOUND', 'QUARTER_STATE', 'QUARTER_OPEN_OPERATIONS', 'QUARTER_NOT_OVER'],
  }),
  reopen: endpoint({
    id: 'quarters.reopen',
    method: 'POST',
    path: '/api/finance/quarters/reopen-quarter',
    summary: 'Put a closed quarter back to started, or a started one to initialised, within 24 hours',
    access: access.financeWrite,
    body: dateBody,
    response: quarter,
    errors: ['NOT_FOUND', 'QUARTER_STATE', 'QUARTER_REOPEN_LATE', 'QUARTER_NEXT_ADVANCED'],
  }),
  summary: endpoint({
    id: 'quarters.summary',
    method: 'GET',
    path: '/api/finance/quarters/summary/{date}',
    summary: 'Every figure of a quarter, from the referee',
    access: access.financeRead,
    params: byDate,
    response: summary,
    errors: ['NOT_FOUND'],
  }),
} as const;
