import { z } from 'zod';
import { columnMapping, MAX_ROWS } from './column-mapping.js';
import { endpoint } from './endpoint.js';
import type { ErrorCode } from './errors.js';
import { operation } from './operations.js';
import { byId, cents, day, id, instant, pageOf, paging, quarterDate, text, version } from './primitives.js';
import { MAX_UPLOAD_BYTES } from './quarters.js';
import { access } from './roles.js';
import type { Output } from './readonly.js';

/** `layout` that ignores what is remembered for the account and looks at the file alone. */
export const LAYOUT_AUTO = 'auto';

export const fileFormat = z.enum([
  ...(['XLSX', 'XLS', 'HTML', 'CSV', 'XML'] as const),
  ...(['CAMT', 'MT940', 'OFX', 'QIF', 'CBI'] as const),
  // No file: fetched through a bank connection.
  'BANK',
]);

/** The layout of what was fetched through a bank connection; the account's files keep the one they had. */
export const BANK_LAYOUT = 'bank-connection';

/** One way a bank writes its statements. */
export const importLayout = z
  .strictObject({
    id: z.string(),
    bank: z.string(),
    product: z.string(),
    formats: z.array(fileFormat),
  })
  .meta({ id: 'ImportLayout' });
export type ImportLayout = Output<typeof importLayout>;

/** How well a file fits a layout, 0 to 1; 1 is every expected column in its place. */
const layoutScore = z.strictObject({ layout: z.string(), score: z.number().min(0).max(1) });

const usedLayout = z.strictObject({
  id: z.string(),
  bank: z.string(),
  product: z.string(),
  /** Whose choice it was: the account's last file, the request, columns a person named, or the file itself. */
  chosen: z.enum(['REMEMBERED', 'NAMED', 'MAPPED', 'DETECTED']).optional(),
  score: z.number().min(0).max(1),
  /** The columns as they were read; send it back, changed, to read them otherwise. */
  mapping: columnMapping,
});

const fileFacts = z.strictObject({
  name: z.string(),
  /** SHA-256, hexadecimal. */
  hash: z.string(),
  format: fileFormat,
  sheet: z.string(),
  /** The same bytes were imported before into this account: when. */
  importedAt: instant.optional(),
});

/** A figure the file states about itself, and whether its rows agree. */
export const importCheck = z
  .strictObject({
    kind: z.enum(['BALANCES', 'COUNT', 'TOTAL', 'TOTAL_IN', 'TOTAL_OUT', 'RUNNING_BALANCE']),
    ok: z.boolean(),
    /** The row that states it, or the first that does not fit. */
    row: z.int().optional(),
    /** Cents; for COUNT a number of rows. */
    expected: z.number(),
    actual: z.number(),
  })
  .meta({ id: 'ImportCheck' });

export const rowVerdict = z.enum([
  'NEW',
  'SAME',
  'CHANGED',
  'DUPLICATE_SUSPECT',
  'MATCHES_PLANNED',
  'OUTSIDE_QUARTER',
  'PENDING',
  'ERROR',
]);
export type RowVerdict = Output<typeof rowVerdict>;

/** Why a row has its verdict, for the screen to put into words. */
export const rowMessageCode = z.enum([
  /** params: the column's letter, the text found. */
  'DATE_UNREADABLE',
  'DATE_MISSING',
  'AMOUNT_UNREADABLE',
  'AMOUNT_AMBIGUOUS',
  'AMOUNT_MISSING',
  'AMOUNT_BOTH_SIDES',
  'AMOUNT_TOO_LARGE',
  'FORMULA_WITHOUT_VALUE',
  'CELL_ERROR',
  /** params: the currency. */
  'CURRENCY_NOT_EURO',
  'AMOUNT_ZERO',
  /** The bank restated the value date. */
  'VALUE_DATE_RESTATED',
  /** The bank restated the amount. */
  'AMOUNT_RESTATED',
  /** The household changed what was imported. */
  'EDITED_SINCE_IMPORT',
  /** A planned operation, or a planned transfer of this account, has happened. */
  'PLANNED_HAPPENED',
  /** The other side of a transfer already known from another account's file. */
  'OTHER_LEG',
  /** Pairs with a movement of another own account to one transfer. */
  'PAIRED_TRANSFER',
  /** An operation written by hand looks like this row. */
  'TWIN_BY_HAND',
  /** An imported operation of the same day and amount has another text. */
  'TWIN_OTHER_TEXT',
]);
export type RowMessageCode = Output<typeof rowMessageCode>;

/** What a row is about, by its words. Figures are magnitudes in cents. */
const recognition = z.strictObject({
  kind: z.enum(['STAMP_DUTY', 'FEE', 'INTEREST', 'WITHHOLDING', 'INTERNAL_TRANSFER', 'SALARY']),
  /** The quarter the charge belongs to. */
  quarter: quarterDate.optional(),
  /** What the referee computed for that quarter, where it is known. */
  computedCents: cents.optional(),
  chargedCents: cents,
});

const proposedOperation = operation.partial({ id: true, version: true }).meta({ id: 'ProposedOperation' });
export type ProposedOperation = Output<typeof proposedOperation>;

const difference = z.strictObject({
  field: z.enum(['kind', 'date', 'valueDate', 'amountCents', 'description', 'status', 'toAccountId']),
  before: z.string(),
  after: z.string(),
});

export const changeRow = z
  .strictObject({
    /** The row in the file, 1 is the first. */
    row: z.int(),
    verdict: rowVerdict,
    /** The row as it was read; absent when it could not be. Cents are signed: money out is negative. */
    movement: z
      .strictObject({
        date: day,
        valueDate: day,
        amountCents: cents,
        description: z.string(),
        category: z.string().optional(),
        feeCents: cents.optional(),
        taxCents: cents.optional(),
        balanceCents: cents.optional(),
      })
      .optional(),
    /** Save this to accept the row: a new operation, or an existing one (id and version) as it becomes. */
    operation: proposedOperation.optional(),
    /** The other reading, where there is one: a plain new operation in place of a match, or a match in place of it. */
    alternative: proposedOperation.optional(),
    /** The operation it equals, changes, confirms, or may repeat. */
    existing: operation.optional(),
    differences: z.array(difference),
    message: z.strictObject({ code: rowMessageCode, params: z.array(z.string()) }).optional(),
    recognition: recognition.optional(),
    /** Whether the tick is set before the person decides. */
    selected: z.boolean(),
  })
  .meta({ id: 'ChangeRow' });
export type ChangeRow = Output<typeof changeRow>;

export const changes = z
  .strictObject({
    /** Kept for a day, to be applied; absent for who may not write. */
    comparisonId: id.optional(),
    file: fileFacts,
    layout: usedLayout,
    /** Other layouts the file fits, best first: the person may know better. */
    candidates: z.array(layoutScore),
    /** First and last booking day of the file. */
    period: z.strictObject({ from: day, to: day }),
    /** Accounts the file's account column names; more than one means the file holds several. */
    accountNames: z.array(z.string()),
    checks: z.array(importCheck),
    rows: z.array(changeRow),
    /** How many rows have each verdict. */
    counts: z.partialRecord(rowVerdict, z.int()),
    /** Operations of this account within the file's period that no row of the file shows. */
    missing: z.array(
      z.strictObject({ operation, reason: z.enum(['DONE_NOT_IN_FILE', 'PLANNED_NOT_IN_FILE']) }),
    ),
    balanceEffect: z.strictObject({
      /** What saving the ticked rows adds to the account's projected closing balance. */
      projectedCents: cents,
      /** Opening plus operations done up to the file's last day, before and after saving the ticked rows. */
      bookedBeforeCents: cents,
      bookedAfterCents: cents,
      /** The balance the file states for its last day, where it does. */
      statedCents: cents.optional(),
    }),
  })
  .meta({ id: 'ImportChanges' });
export type ImportChanges = Output<typeof changes>;

export const filePreview = z
  .strictObject({
    file: fileFacts,
    /** The layouts it fits, best first; empty when the person has to map it. */
    candidates: z.array(layoutScore),
    /** IBANs the file names: whose statement it is. */
    ibans: z.array(z.string()).optional(),
    /** The accounts its rows name, at most 20: more than one means that it holds several. */
    accounts: z.array(z.string()).optional(),
    sheets: z.array(
      z.strictObject({
        name: z.string(),
        rowCount: z.int(),
        columnCount: z.int(),
        /** The first rows as text, as a person would see them. */
        rows: z.array(z.array(z.string())),
      }),
    ),
    /** A first guess to start from, as far as the words of the header go. */
    suggestion: columnMapping.optional(),
    /** The balance the file states for its last day, where it can be read without further help and states one. */
    closing: z.strictObject({ date: day, balanceCents: cents }).optional(),
  })
  .meta({ id: 'FilePreview' });
export type FilePreview = Output<typeof filePreview>;

export const importRecord = z
  .strictObject({
    id,
    accountId: id,
    quarter: quarterDate,
    fileName: z.string(),
    fileHash: z.string(),
    layout: z.string(),
    createdAt: instant,
    createdBy: z.string(),
    /** Operations it created, and operations it changed or confirmed. */
    created: z.int(),
    updated: z.int(),
    revertedAt: instant.optional(),
  })
  .meta({ id: 'ImportRecord' });
export type ImportRecord = Output<typeof importRecord>;

/** A field of a multipart body: the value itself, or its JSON text. */
const multipartJson = <T extends z.ZodType>(schema: T) =>
  z.union([
    schema,
    z
      .string()
      .transform((value, ctx): unknown => {
        try {
          return JSON.parse(value);
        } catch {
          ctx.addIssue({ code: 'custom', message: 'not JSON' });
          return z.NEVER;
        }
      })
      .pipe(schema),
  ]);

const rowNumber = z.int().min(1).max(MAX_ROWS);
const rowNumbers = z.array(rowNumber).max(MAX_ROWS).default([]);

const file = { field: 'file', maxBytes: MAX_UPLOAD_BYTES, required: true } as const;

/** What reading a spreadsheet can answer; params are the row and the column's letter where there are any. */
export const FILE_ERRORS = [
  'FILE_EMPTY',
  'FILE_UNREADABLE',
  'FILE_PDF',
  'FILE_ENCRYPTED',
  'FILE_MACROS',
  'FILE_EXTERNAL_LINKS',
  'FILE_TOO_COMPLEX',
  'FILE_NO_ROWS',
  'FILE_CELL',
  'FILE_TIMEOUT',
] as const satisfies readonly ErrorCode[];

export const imports = {
  layouts: endpoint({
    id: 'imports.layouts',
    method: 'GET',
    path: '/api/finance/imports/layouts',
    summary: 'The statement layouts that are recognised',
    access: access.financeRead,
    response: z.array(importLayout),
  }),
  preview: endpoint({
    id: 'imports.preview',
    method: 'POST',
    path: '/api/finance/imports/preview',
    summary: "A file's first rows and what is recognised of them, to map its columns; nothing is stored",
    access: access.financeRead,
    body: z.strictObject({ accountId: id.optional() }),
    file,
    response: filePreview,
    errors: ['NOT_FOUND', ...FILE_ERRORS],
  }),
  computeChanges: endpoint({
    id: 'imports.computeChanges',
    method: 'POST',
    path: '/api/finance/imports/compute-changes',
    summary: "Compare a bank's file with an account's operations in a quarter; no operation is stored",
    access: access.financeRead,
    body: z
      .strictObject({
        quarter: quarterDate,
        accountId: id,
        /** A layout's id; without it the account's remembered one, else the one the file fits best. */
        layout: text(60).optional(),
        mapping: multipartJson(columnMapping).optional(),
        /** Of a file with several accounts (FILE_WRONG_ACCOUNT names them), the one to read, as the file names it. */
        fileAccount: text(120).optional(),
        /** What the signs of a card's amounts mean, when FILE_SIGNS_UNKNOWN asked; remembered for the account. */
        signs: z.enum(['SPENDING_POSITIVE', 'SPENDING_NEGATIVE']).optional(),
        /** Read the file although it does not add up to the figures it states (FILE_CHECKSUM). */
        acceptDifferences: multipartJson(z.boolean()).optional(),
      })
      .meta({ id: 'ComputeChanges' }),
    file,
    response: changes,
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
  apply: endpoint({
    id: 'imports.apply',
    method: 'POST',
    path: '/api/finance/imports/apply',
    summary: 'Save what a comparison proposes, but for what the person decides otherwise',
    access: access.financeWrite,
    body: z
      .strictObject({
        comparisonId: id,
        take: rowNumbers.meta({ description: 'Rows saved although they are not proposed.' }),
        leave: rowNumbers.meta({ description: 'Rows not saved although they are proposed.' }),
        alternatives: rowNumbers.meta({ description: 'Rows saved in their other reading.' }),
        matches: z
          .array(z.strictObject({ row: rowNumber, operationId: id, version }))
          .max(MAX_ROWS)
          .default([])
          .meta({ description: 'Rows that are a planned operation of another amount, by hand.' }),
      })
      .meta({ id: 'ApplyComparison' }),
    response: z.strictObject({
      /** Absent when nothing was to be saved. */
      importId: id.optional(),
      created: z.int(),
      updated: z.int(),
      skipped: z.int(),
    }),
    errors: ['NOT_FOUND', 'STALE_VERSION', 'QUARTER_STATE', 'ALREADY_EXISTS'],
    idempotent: true,
  }),
  remembered: endpoint({
    id: 'imports.remembered',
    method: 'GET',
    path: '/api/finance/imports/remembered/{id}',
    summary: "How an account's files were read the last time",
    access: access.financeRead,
    params: byId,
    response: z.strictObject({ layout: z.string().optional(), mapping: columnMapping.optional() }),
    errors: ['NOT_FOUND'],
  }),
  history: endpoint({
    id: 'imports.history',
    method: 'GET',
    path: '/api/finance/imports/history',
    summary: 'The imports made, newest first',
    access: access.financeRead,
    query: z.strictObject({ ...paging.shape, accountId: id.optional(), quarter: quarterDate.optional() }),
    response: pageOf(importRecord),
  }),
  revert: endpoint({
    id: 'imports.revert',
    method: 'POST',
    path: '/api/finance/imports/revert/{id}',
    summary: 'Take a whole import back: what it created goes, what it changed becomes what it was',
    access: access.financeWrite,
    params: byId,
    response: importRecord,
    errors: ['NOT_FOUND', 'QUARTER_STATE', 'STALE_VERSION'],
  }),
} as const;
