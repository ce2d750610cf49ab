import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { returnFigures, violation } from './evaluation.js';
import { cents, day, id, quarterDate } from './primitives.js';
import { access } from './roles.js';
import type { Output } from './readonly.js';

const year = z.int().min(2018).max(2100);

const yearQuarter = z
  .strictObject({
    quarter: quarterDate,
    state: z.enum(['MISSING', 'INITIALIZED', 'STARTED', 'CLOSED']),
    projected: z.boolean().meta({ description: 'Days of it are still to come: planned movements count.' }),
    netReturnCents: cents.optional().meta({ description: 'Absent of a quarter that is missing.' }),
    withoutPlanCents: cents
      .optional()
      .meta({ description: 'The same without any transfer of a plan since the first known quarter.' }),
    planTransfers: z.int().optional(),
  })
  .meta({ id: 'YearQuarter' });

const yearDuty = z
  .strictObject({
    cause: z.enum(['FIXED', 'PROPORTIONAL']),
    tax: z.literal('IVAFE').optional().meta({ description: 'Absent: Italian stamp duty.' }),
    bankId: id,
    holders: z.array(z.string()),
    accountIds: z.array(id),
    from: day,
    to: day,
    provisional: z.boolean().meta({ description: 'The statement period is not over.' }),
    averageCents: cents.meta({ description: 'The average that was tested, or the own one of a deposit.' }),
    stampDutyCents: cents,
  })
  .meta({ id: 'YearDuty' });

const lawRow = z
  .strictObject({
    parameter: z.enum([
      'withholdingPct',
      'fixedDutyCents',
      'fixedDutyThresholdCents',
      'proportionalDutyPct',
      'minimumDutyCents',
      'ivafeFixedCents',
      'ivafeThresholdCents',
      'ivafePct',
      'ivafeListedStatePct',
    ]),
    value: z.number(),
    from: day.meta({ description: 'In force since.' }),
    source: z.string(),
  })
  .meta({ id: 'LawRow' });

export const yearEndReport = z
  .strictObject({
    year,
    today: day,
    quarters: z.array(yearQuarter),
    total: z.strictObject(returnFigures).meta({ id: 'ReturnFigures' }),
    banks: z.array(z.strictObject({ bankId: id, name: z.string(), ...returnFigures })),
    accounts: z.array(z.strictObject({ accountId: id, name: z.string(), bankId: id, ...returnFigures })),
    duties: z.array(yearDuty),
    withoutPlanCents: cents,
    addedCents: cents.meta({ description: 'Net return with the plans’ transfers less that without them.' }),
    /** Limits broken without the plans' transfers and kept with them. */
    keptByPlan: z.array(violation),
    law: z.array(lawRow).meta({ description: 'The law in force on the last day of the year.' }),
  })
  .meta({ id: 'YearEndReport' });

export type YearEndReport = Output<typeof yearEndReport>;

export const yearEnd = {
  get: endpoint({
    id: 'yearEnd.get',
    method: 'GET',
    path: '/api/finance/tax-year/year-end/{year}',
    summary: 'What a calendar year earned and cost, by account, bank and cause, and what the plans added',
    access: access.financeRead,
    params: z.strictObject({ year: z.coerce.number().pipe(year) }),
    response: yearEndReport,
  }),
} as const;
