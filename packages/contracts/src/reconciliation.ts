import { BANK_FIGURES, PRACTICES } from '@fibado/planning';
import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { cents, day, id, nonNegativeCents, quarterDate } from './primitives.js';
import { access } from './roles.js';
import type { Output } from './readonly.js';
import { yearAccountHead } from './tax-year.js';

const year = z.int().min(2018).max(2100);

/** Of the whole year, as the bank's paper has them; a figure that is absent is taken from the bank's bookings. */
const typedFigures = {
  grossInterestCents: nonNegativeCents.optional(),
  withholdingCents: nonNegativeCents.optional(),
  stampDutyCents: nonNegativeCents.optional(),
  feesCents: nonNegativeCents.optional(),
};

const reconciledFigure = z
  .strictObject({
    figure: z.enum(BANK_FIGURES),
    origin: z
      .enum(['BOOKINGS', 'TYPED', 'UNKNOWN'])
      .meta({ description: "Where the bank's figure is from." }),
    lawCents: cents.optional().meta({ description: 'Absent while a part of it cannot be computed.' }),
    bankCents: cents
      .optional()
      .meta({ description: 'Absent when nothing is known of the bank: never 0 instead.' }),
    differenceCents: cents.optional().meta({ description: 'Bank less law, of the periods known of both.' }),
    comparedPeriods: z.int(),
    yearCents: cents.optional().meta({ description: 'By the rules, of the whole year.' }),
    periods: z.array(
      z.strictObject({ from: day, to: day, lawCents: cents.optional(), bankCents: cents.optional() }),
    ),
    verdict: z.enum(['AGREES', 'EXPLAINED', 'ERROR', 'NOT_KNOWN']),
    /** Practices that give the bank's figures: to the cent, or to one cent a period. */
    explanations: z.array(
      z.strictObject({
        practice: z.enum(PRACTICES),
        with: z.enum(PRACTICES).optional().meta({ description: 'A second practice that is needed as well.' }),
        exact: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'ReconciledFigure' });

const reconciledAccount = z
  .strictObject({
    ...yearAccountHead,
    basis: z.enum(['BALANCES', 'NOTHING']).optional().meta({
      description:
        'Of an account in no started quarter: what the rules were applied to. Absent: its quarters.',
    }),
    figures: z.array(reconciledFigure),
    bookings: z.array(
      z.strictObject({
        date: day,
        kind: z.enum(['INTEREST', 'WITHHOLDING', 'STAMP_DUTY', 'FEE']),
        amountCents: cents,
        description: z.string(),
      }),
    ),
    typed: z.strictObject(typedFigures),
    letter: z
      .string()
      .optional()
      .meta({ description: 'To the bank, in Italian; of an account with a difference.' }),
  })
  .meta({ id: 'ReconciledAccount' });

export const reconciliationReport = z
  .strictObject({
    year,
    quarters: z.array(
      z.strictObject({
        quarter: quarterDate,
        counted: z.boolean().meta({ description: 'It was kept here and is over.' }),
      }),
    ),
    accounts: z.array(reconciledAccount),
  })
  .meta({ id: 'ReconciliationReport' });

export type ReconciliationReport = Output<typeof reconciliationReport>;
export type ReconciledAccountBody = Output<typeof reconciledAccount>;
export type ReconciledFigureBody = Output<typeof reconciledFigure>;

export const reconciliation = {
  get: endpoint({
    id: 'reconciliation.get',
    method: 'GET',
    path: '/api/finance/tax-year/reconciliation/{year}',
    summary:
      "A year's interest, withholding, duty and fees of each account: the rules' figures and the bank's",
    access: access.financeRead,
    params: z.strictObject({ year: z.coerce.number().pipe(year) }),
    response: reconciliationReport,
  }),
  saveTyped: endpoint({
    id: 'reconciliation.saveTyped',
    method: 'POST',
    path: '/api/finance/tax-year/save-bank-figures',
    summary: "An account's figures of a year from the bank's paper; they replace those typed before",
    access: access.financeWrite,
    body: z.strictObject({ accountId: id, year, ...typedFigures }),
    errors: ['NOT_FOUND'],
  }),
} as const;
