import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { FILE_ERRORS } from './imports.js';
import { cents, day, id, nonNegativeCents, text } from './primitives.js';
import { MAX_UPLOAD_BYTES } from './quarters.js';
import { personName } from './persons.js';
import { access } from './roles.js';
import type { Output } from './readonly.js';

/** The year whose balances are asked for. */
const year = z.int().min(2018).max(2100);
export const pathYear = z.strictObject({ year: z.coerce.number().pipe(year) });

export const taxPerson = z
  .strictObject({
    id: id
      .optional()
      .meta({ description: 'Always in an answer; absent for a new person or one found by name.' }),
    name: personName,
    role: z.enum(['DECLARANT', 'SPOUSE', 'CHILD', 'OTHER', 'PARENT']),
    bornOn: day.optional(),
  })
  .meta({ id: 'TaxPerson' });

const span = z.strictObject({ from: day, to: day });
const origin = z.enum(['BALANCES', 'TYPED', 'MISSING']);
const euro = z.int();

const iseeLine = z
  .strictObject({
    accountId: id,
    personId: text(120).meta({ description: 'Id of the person.' }),
    type: z.enum(['01', '03', '09']).meta({ description: 'Code of panel FC2 of the DSU.' }),
    parts: z.int(),
    totalParts: z.int(),
    balanceEuro: euro.optional(),
    balanceOrigin: origin,
    averageEuro: euro.optional(),
    averageOrigin: origin,
    exemptEuro: euro,
    missing: z.array(span).meta({ description: 'Days of the year without data.' }),
  })
  .meta({ id: 'IseeLine' });

const assetFields = {
  personId: id,
  type: z.enum(['02', '06', '07']).meta({
    description:
      'Code of panel FC2: deposited securities, managed portfolio, deposit certificates and postal bonds.',
  }),
  operator: text(120),
  description: text(200),
  valueCents: nonNegativeCents.meta({ description: 'Nominal value on 31 December, in cents.' }),
  stateBacked: z.boolean().meta({ description: 'State paper or postal bond, which the exemption covers.' }),
};
export const taxAsset = z.strictObject({ id, ...assetFields }).meta({ id: 'TaxAsset' });
/** What a person bought in the year, less what was sold: real estate and other assets of the panel. */
export const taxPurchase = z
  .strictObject({ personId: id, cents: nonNegativeCents })
  .meta({ id: 'TaxPurchase' });

const iseeAssetLine = z
  .strictObject({
    assetId: id,
    personId: id,
    type: assetFields.type,
    valueEuro: euro,
    exemptEuro: euro,
  })
  .meta({ id: 'IseeAssetLine' });

const iseePerson = z
  .strictObject({
    personId: text(120),
    balanceEuro: euro.optional(),
    averageEuro: euro.optional(),
    basis: z.enum(['BALANCE', 'AVERAGE', 'BALANCE_AFTER_PURCHASES']).optional(),
    countedEuro: euro.optional(),
    assetsEuro: euro,
    exemptEuro: euro,
  })
  .meta({ id: 'IseePersonTotal' });

const iseeDossier = z
  .strictObject({
    declarationYear: z.int(),
    referenceYear: z.int(),
    divisor: z.union([z.literal(365), z.literal(366)]),
    lines: z.array(iseeLine),
    assets: z.array(iseeAssetLine),
    persons: z.array(iseePerson),
    countedEuro: euro.optional(),
    allowanceEuro: euro,
    aboveAllowanceEuro: euro.optional(),
    source: z.string(),
  })
  .meta({ id: 'IseeDossier' });

/** What a sheet of a year says an account is. */
export const yearAccountHead = {
  accountId: id,
  name: z.string(),
  bankName: z.string(),
  iban: z.string().optional(),
  holders: z.array(z.string()),
};

const taxAccount = z
  .strictObject({
    ...yearAccountHead,
    /** Why it is not in the dossier. */
    leftOut: z.enum(['CASH', 'CARD_WITHOUT_IBAN']).optional(),
    foreign: z.boolean(),
    thirdParty: z.boolean().optional().meta({ description: 'Held for third parties: code 09 of panel FC2.' }),
    missing: z.array(span),
    typedClosingCents: cents.optional(),
    typedAverageCents: nonNegativeCents.optional(),
  })
  .meta({ id: 'TaxYearAccount' });

const ivafeSheet = z
  .strictObject({
    personId: text(120),
    lines: z.array(
      z.strictObject({
        accountId: id,
        days: z.int(),
        openingCents: cents,
        closingCents: cents,
        peakCents: cents,
        dueCents: cents,
      }),
    ),
    intermediaries: z.array(z.strictObject({ name: z.string(), averageCents: cents, isDue: z.boolean() })),
    dueCents: cents,
    jointPeakCents: cents,
    needsMonitoring: z.boolean(),
  })
  .meta({ id: 'IvafeSheet' });

export const taxYearReport = z
  .strictObject({
    year,
    persons: z.array(taxPerson),
    accounts: z.array(taxAccount),
    assets: z.array(taxAsset),
    purchases: z.array(taxPurchase),
    isee: iseeDossier,
    /** The averages over 366 days, for a leap year of reference. */
    iseeOver366: iseeDossier.optional(),
    weight: z.strictObject({
      scaleHundredths: z.int().meta({ description: 'Equivalence scale of the household, hundredths.' }),
      iseePer1000EuroCents: cents.meta({
        description: 'Change of the ISEE per 1,000 euro of assets above the allowance.',
      }),
      allowanceYear: z.int().meta({ description: 'Year of the table of the family allowance.' }),
      /** Monthly allowance of one minor child at some values of the ISEE, and with 1,000 euro of assets less. */
      allowance: z.array(
        z.strictObject({ iseeCents: cents, monthlyCents: cents, withLessAssetsCents: cents }),
      ),
    }),
    /** One a holder of accounts with a foreign IBAN, of complete data only. */
    ivafe: z.array(ivafeSheet),
  })
  .meta({ id: 'TaxYearReport' });

export type TaxPerson = Output<typeof taxPerson>;
export type TaxAsset = Output<typeof taxAsset>;
export type TaxPurchase = Output<typeof taxPurchase>;
export type TaxYearReport = Output<typeof taxYearReport>;
export type TaxYearAccount = Output<typeof taxAccount>;

export const taxYear = {
  get: endpoint({
    id: 'taxYear.get',
    method: 'GET',
    path: '/api/finance/tax-year/get/{year}',
    summary: "A calendar year's figures for the ISEE declaration and the tax on foreign accounts",
    access: access.financeRead,
    params: pathYear,
    response: taxYearReport,
  }),
  savePersons: endpoint({
    id: 'taxYear.savePersons',
    method: 'POST',
    path: '/api/finance/tax-year/save-persons',
    summary:
      'Say who the household is, all persons at once: one that is left out is deleted, or, where it holds account groups, becomes OTHER',
    access: access.financeWrite,
    body: z.strictObject({
      persons: z
        .array(taxPerson)
        .max(20)
        .refine(
          (all) => new Set(all.map(({ name }) => name.toLocaleLowerCase('it'))).size === all.length,
          'a name repeats',
        )
        .refine((all) => all.filter(({ role }) => role === 'DECLARANT').length <= 1, 'two declarants'),
    }),
    response: z.array(taxPerson),
    errors: ['NOT_FOUND', 'ALREADY_EXISTS'],
  }),
  saveTyped: endpoint({
    id: 'taxYear.saveTyped',
    method: 'POST',
    path: '/api/finance/tax-year/save-typed',
    summary: "Figures copied from the bank's paper; each replaces the computed one, absent takes it away",
    access: access.financeWrite,
    body: z.strictObject({
      accountId: id,
      year,
      closingCents: cents.optional(),
      averageCents: nonNegativeCents.optional(),
      thirdParty: z
        .boolean()
        .optional()
        .meta({ description: 'Held for third parties in that year; absent: as saved before.' }),
    }),
    errors: ['NOT_FOUND'],
  }),
  saveAssets: endpoint({
    id: 'taxYear.saveAssets',
    method: 'POST',
    path: '/api/finance/tax-year/save-assets',
    summary: "A year's securities on 31 December and net purchases, in place of those saved before",
    access: access.financeWrite,
    body: z.strictObject({
      year,
      assets: z.array(z.strictObject(assetFields)).max(200),
      purchases: z
        .array(taxPurchase)
        .max(100)
        .refine(
          (all) => new Set(all.map(({ personId }) => personId)).size === all.length,
          'a person repeats',
        ),
    }),
    errors: ['NOT_FOUND'],
  }),
  readStatement: endpoint({
    id: 'taxYear.readStatement',
    method: 'POST',
    path: '/api/finance/tax-year/read-statement',
    summary:
      "Take an account's daily balances of a year from a bank's file; no quarter is needed, no operation stored",
    access: access.financeWrite,
    body: z.strictObject({
      accountId: id,
      year: z.coerce.number().pipe(year),
      from: day.optional().meta({ description: 'First day the file covers; absent: 1 January.' }),
      to: day.optional().meta({ description: 'Last day the file covers; absent: 31 December.' }),
      openingCents: z.coerce
        .number()
        .pipe(cents)
        .optional()
        .meta({ description: 'Balance before the first movement, for files that state none.' }),
      fileAccount: text(120).optional(),
    }),
    file: { field: 'file', maxBytes: MAX_UPLOAD_BYTES, required: true },
    response: z.strictObject({ movements: z.int(), missing: z.array(span) }),
    errors: [
      'NOT_FOUND',
      ...FILE_ERRORS,
      'FILE_LAYOUT_UNKNOWN',
      'FILE_LAYOUT_UNSIGNED',
      'FILE_SIGNS_UNKNOWN',
      'FILE_CURRENCY',
      'FILE_CHECKSUM',
      'FILE_WRONG_ACCOUNT',
    ],
  }),
} as const;
