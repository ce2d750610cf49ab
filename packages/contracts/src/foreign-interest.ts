import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { cents, id } from './primitives.js';
import { access } from './roles.js';
import type { Output } from './readonly.js';

const year = z.int().min(2018).max(2100);

export const foreignInterestReport = z
  .strictObject({
    year,
    taxPct: z.number().meta({ description: 'Percent of the gross interest that is due in the return.' }),
    accounts: z.array(
      z.strictObject({
        accountId: id,
        holders: z.int(),
        origin: z.enum(['TYPED', 'BOOKINGS', 'COMPUTED', 'MISSING']),
        grossCents: cents
          .optional()
          .meta({ description: 'Of the whole account; absent while it is not known.' }),
        shareGrossCents: cents.optional().meta({ description: 'Of each holder.' }),
        shareTaxCents: cents.optional(),
      }),
    ),
  })
  .meta({ id: 'ForeignInterestReport' });

export type ForeignInterestReport = Output<typeof foreignInterestReport>;

export const foreignInterest = {
  get: endpoint({
    id: 'foreignInterest.get',
    method: 'GET',
    path: '/api/finance/tax-year/foreign-interest/{year}',
    summary: 'Gross interest of a year on accounts with a foreign IBAN, and the tax due on it in the return',
    access: access.financeRead,
    params: z.strictObject({ year: z.coerce.number().pipe(year) }),
    response: foreignInterestReport,
  }),
} as const;
