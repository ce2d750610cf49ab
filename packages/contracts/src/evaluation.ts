import { z } from 'zod';
import { cents, day, id } from './primitives.js';

const figures = {
  grossInterestCents: cents,
  withholdingCents: cents,
  netInterestCents: cents,
  stampDutyCents: cents,
  monthlyFeesCents: cents,
  transferFeesCents: cents,
  overdraftInterestCents: cents,
};

export const violation = z
  .strictObject({
    kind: z.enum(['BELOW_MINIMUM', 'ABOVE_MAXIMUM', 'GUARANTEE_EXCEEDED', 'TRANSFER_NOT_ALLOWED']),
    accountId: z.string(),
    date: day,
    amountCents: cents,
    holder: z.string().optional(),
    bankId: z.string().optional(),
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
    closingBalanceCents: cents,
    averageBalanceCents: cents,
    dailyBalancesCents: z.array(cents),
    ...figures,
    netReturnCents: cents,
  })
  .meta({ id: 'AccountEvaluation' });

export const evaluation = z
  .strictObject({
    netReturnCents: cents,
    days: z.array(day),
    accounts: z.array(accountEvaluation),
    dutyGroups: z.array(
      z.strictObject({
        bankId: id,
        holders: z.array(z.string()),
        accountIds: z.array(id),
        aggregateAverageCents: cents,
        due: z.boolean(),
        stampDutyCents: cents,
        marginCentDays: z.int(),
      }),
    ),
    guarantee: z.array(z.strictObject({ holder: z.string(), bankId: id, peakCents: cents, peakDate: day })),
    violations: z.array(violation),
  })
  .meta({ id: 'Evaluation' });
