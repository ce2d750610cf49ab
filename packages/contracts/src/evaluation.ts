import { z } from 'zod';
import { cents, day, id, quarterDate } from './primitives.js';

/** What the ends of periods booked: net interest less duty and fees. Absent of plans stored before accounts had periods. */
const settledCents = cents.optional();

const figures = {
  grossInterestCents: cents,
  withholdingCents: cents,
  netInterestCents: cents,
  stampDutyCents: cents,
  monthlyFeesCents: cents,
  transferFeesCents: cents,
  overdraftInterestCents: cents,
};

export const violationKind = z.enum([
  'BELOW_MINIMUM',
  'ABOVE_MAXIMUM',
  'GUARANTEE_EXCEEDED',
  'TRANSFER_NOT_ALLOWED',
  'SINGLE_LIMIT_EXCEEDED',
  'DAILY_LIMIT_EXCEEDED',
  'GOAL',
]);

/** What an account, a bank or a year earned and cost. */
export const returnFigures = { ...figures, netReturnCents: cents };

export const violation = z
  .strictObject({
    kind: violationKind,
    accountId: z.string(),
    date: day,
    amountCents: cents,
    holder: z.string().optional(),
    bankId: z.string().optional(),
    goalId: z.string().optional().meta({ description: 'Of GOAL: the goal that is missed.' }),
  })
  .meta({ id: 'Violation' });

export const accountEvaluation = z
  .strictObject({
    accountId: id,
    openingBalanceCents: cents,
    incomeCents: cents,
    expenseCents: cents,
    transfersInCents: cents,
    transfersOutCents: cents,
    settledCents,
    closingBalanceCents: cents,
    averageBalanceCents: cents,
    dailyBalancesCents: z.array(cents),
    ...figures,
    netReturnCents: cents,
  })
  .meta({ id: 'AccountEvaluation' });

/** An account as evaluated now, not read from a stored plan. */
const evaluatedAccount = accountEvaluation.required({ settledCents: true });

/** One statement period of one account: duty and fees are charged at its end. */
const statementEvaluation = z
  .strictObject({
    accountId: id,
    from: day,
    to: day,
    /** It runs past the horizon: the figures are what has accrued. */
    provisional: z.boolean(),
    days: z.int(),
    averageBalanceCents: cents,
    stampDutyCents: cents,
    monthlyFeesCents: cents,
  })
  .meta({ id: 'StatementEvaluation' });

/** IVAFE of one foreign account in a calendar year: paid with the return, never taken from the account. */
const foreignDutyEvaluation = z
  .strictObject({
    accountId: id,
    from: day,
    to: day,
    provisional: z.boolean(),
    days: z.int(),
    averageBalanceCents: cents,
    dutyCents: cents,
  })
  .meta({ id: 'ForeignDutyEvaluation' });

/** One crediting period of one account: interest is credited at its end, which may not be known. */
const creditEvaluation = z
  .strictObject({
    accountId: id,
    from: day,
    to: day.optional(),
    provisional: z.boolean(),
    grossInterestCents: cents,
    withholdingCents: cents,
    dueInReturnCents: cents
      .optional()
      .meta({ description: 'What of it no bank withholds and the return asks for: of foreign accounts.' }),
    netInterestCents: cents,
    overdraftInterestCents: cents,
  })
  .meta({ id: 'CreditEvaluation' });

/** The figures as accrued in one quarter of the horizon: the quarters sum to the horizon. */
const quarterEvaluation = z
  .strictObject({
    quarter: quarterDate,
    netReturnCents: cents,
    accounts: z.array(evaluatedAccount.omit({ dailyBalancesCents: true })),
  })
  .meta({ id: 'QuarterEvaluation' });

export const evaluation = z
  .strictObject({
    netReturnCents: cents,
    days: z.array(day),
    accounts: z.array(evaluatedAccount),
    quarters: z.array(quarterEvaluation),
    statements: z.array(statementEvaluation),
    foreignDuties: z.array(foreignDutyEvaluation),
    credits: z.array(creditEvaluation),
    dutyGroups: z.array(
      z.strictObject({
        tax: z
          .literal('IVAFE')
          .optional()
          .meta({ description: 'Tested by person and calendar year; absent: Italian stamp duty.' }),
        bankId: id,
        holders: z.array(z.string()),
        accountIds: z.array(id),
        aggregateAverageCents: cents,
        due: z.boolean(),
        stampDutyCents: cents,
        marginCentDays: z.int(),
        /** The statement period tested. */
        from: day,
        to: day,
        provisional: z.boolean(),
      }),
    ),
    guarantee: z.array(z.strictObject({ holder: z.string(), bankId: id, peakCents: cents, peakDate: day })),
    violations: z.array(violation),
  })
  .meta({ id: 'Evaluation' });
