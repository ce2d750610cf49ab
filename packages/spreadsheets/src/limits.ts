/** What a file may ask of the machine. Every limit is far above a real statement and far below what hurts. */
export const LIMITS = {
  /** Bytes of the file as uploaded: 32 MiB. */
  fileBytes: 33_554_432,
  /** Entries of a zip archive. */
  zipEntries: 2_000,
  /** Bytes of all entries of a zip archive, unpacked. */
  unpackedBytes: 400 * 1024 * 1024,
  /** Unpacked to packed size of one entry; only entries above `ratioFromBytes` are judged. */
  zipRatio: 200,
  ratioFromBytes: 8 * 1024 * 1024,
  /** Sheets read; further ones are ignored. */
  sheets: 20,
  /** Rows of a sheet: 50 years of ten movements a day would be 182,500, a year of a shop fits many times. */
  rows: 100_000,
  columns: 256,
  /** Cells of all sheets that hold something. */
  cells: 2_000_000,
  /** Characters of one cell: what a spreadsheet allows. */
  cellCharacters: 32_767,
  /** Distinct shared texts of a workbook. */
  sharedStrings: 2_000_000,
} as const;

/** What a worker that reads a file may use, for whoever starts it. */
export const WORKER_LIMITS = {
  /** Beyond this the worker is ended and the file answers FILE_TIMEOUT: one reader hangs on some corrupt files. */
  timeMs: 20_000,
  /** `resourceLimits` of the thread; beyond them it ends by itself and the file answers FILE_TOO_COMPLEX. */
  resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
} as const;
