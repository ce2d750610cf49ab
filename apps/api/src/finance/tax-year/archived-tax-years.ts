import { cents, id, nonNegativeCents, type Output, taxAsset, taxPurchase } from '@fibado/contracts';
import { z } from 'zod';

const year = z.int().min(2018).max(2100);

/** What a household keeps of its tax years: daily balances, typed figures, securities, purchases and banks' figures. */
export const archivedTaxYears = z.strictObject({
  accounts: z
    .array(
      z.strictObject({
        accountId: id,
        year,
        valueCents: z.array(cents.nullable()).min(365).max(366).nullable(),
        closingCents: cents.nullable(),
        typedClosingCents: cents.nullable(),
        typedAverageCents: nonNegativeCents.nullable(),
        /** Absent of archives made before it was kept. */
        thirdParty: z.boolean().optional(),
      }),
    )
    .max(20_000),
  assets: z.array(taxAsset.extend({ year })).max(20_000),
  purchases: z.array(taxPurchase.extend({ year })).max(20_000),
  /** Absent of archives made before they were kept. */
  bankFigures: z
    .array(
      z.strictObject({
        accountId: id,
        year,
        grossInterestCents: nonNegativeCents.nullable(),
        withholdingCents: nonNegativeCents.nullable(),
        stampDutyCents: nonNegativeCents.nullable(),
        feesCents: nonNegativeCents.nullable(),
      }),
    )
    .max(20_000)
    .optional(),
});
export type ArchivedTaxYears = Output<typeof archivedTaxYears>;
