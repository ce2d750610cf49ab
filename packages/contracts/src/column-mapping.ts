import { z } from 'zod';
import { id, text } from './primitives.js';
import type { Output } from './readonly.js';

/** The columns a sheet can have; a wider one is refused. */
const MAX_COLUMNS = 256;
/** The rows a sheet can have; a longer one is refused. */
export const MAX_ROWS = 100_000;

const column = z
  .int()
  .min(0)
  .max(MAX_COLUMNS - 1)
  .meta({ description: 'A column, 0 is the first.' });

/** How the columns of a statement are read: what a known layout stands for, and what a person says of an unknown one. */
export const columnMapping = z
  .strictObject({
    sheet: z.int().min(0).max(99).default(0).meta({ description: 'The sheet, 0 is the first.' }),
    headerRow: z
      .int()
      .min(0)
      .max(MAX_ROWS)
      .meta({ description: 'The last row of the header, 1 is the first row; 0 when there is none.' }),
    headerTexts: z.array(z.string().max(200)).max(MAX_COLUMNS).optional().meta({
      description:
        "The header's texts by column: finds the header again when more or fewer lines stand before it.",
    }),
    columns: z.strictObject({
      bookingDate: column,
      valueDate: column.optional(),
      /** One column with a sign. */
      amount: column.optional(),
      /** Two columns, whichever sign they are written with. */
      in: column.optional(),
      out: column.optional(),
      /** Joined in this order; a text that repeats another is left out. */
      text: z.array(column).max(8),
      status: column.optional(),
      currency: column.optional(),
      category: column.optional(),
      balance: column.optional(),
      /** Charged on top of the amount. */
      fee: column.optional(),
      /** Withheld from the amount or, where the column has signs, paid back. */
      tax: column.optional(),
      /** Names the account of each row, where a file holds several. */
      account: column.optional(),
    }),
    dateOrder: z.enum(['DMY', 'MDY', 'YMD']).default('DMY'),
    /** AUTO takes the other rows of the file as witness for a number like `1.234`. */
    decimal: z.enum(['AUTO', 'COMMA', 'POINT']).default('AUTO'),
    /** The single amount column is written from the bank's side. */
    invertSign: z.boolean().default(false),
    /** A person said what the signs of a card's amounts mean; `invertSign` is the answer. */
    signsConfirmed: z.boolean().optional(),
    /** A status other than these is pending; empty: only the well-known words for pending are. */
    bookedWords: z.array(text(60)).max(10).default([]),
    /** Of a file with several accounts, the one to read, as its account column names it. */
    accountName: text(120).optional(),
  })
  .refine(({ columns: c }) => (c.amount === undefined) !== (c.in === undefined && c.out === undefined), {
    path: ['columns', 'amount'],
    message: 'either one amount column or columns for in and out',
  })
  .meta({ id: 'ColumnMapping' });
export type ColumnMapping = Output<typeof columnMapping>;

/** The file that operations saved together come from; keeps the history of imports and makes a revert possible. */
export const importSource = z
  .strictObject({
    accountId: id,
    fileName: text(255),
    /** SHA-256 of the file, hexadecimal. */
    fileHash: z.string().regex(/^[0-9a-f]{64}$/),
    layout: text(60),
    /** Remembered for the account, with the layout. */
    mapping: columnMapping.optional(),
    /** Rows of the file that were left out, because they were known, refused or unticked. */
    skipped: z.int().min(0).max(MAX_ROWS).default(0),
  })
  .meta({ id: 'ImportSource' });
export type ImportSource = Output<typeof importSource>;
