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
  /** Files of an archive of statements: one a day of a quarter, and some. */
  archiveDocuments: 120,
  /** Bytes of all statements of an archive, unpacked: as much as one file may have. */
  archiveBytes: 33_554_432,
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

/** `resourceLimits` of a thread that reads files: beyond them it ends by itself, and the file was FILE_TOO_COMPLEX. */
export const WORKER_RESOURCE_LIMITS = {
  maxOldGenerationSizeMb: 512,
  maxYoungGenerationSizeMb: 64,
  stackSizeMb: 4,
} as const;

const BASE_TIME_MS = 4_000;
const BYTES_PER_MS = 2_048;

/**
 * How long a file of this size may take: 4 seconds and half a second more for each MiB. Beyond it the thread has to be
 * ended and the file was FILE_TIMEOUT; one of the readers never returns from some corrupt files.
 */
export const workerTimeMs = (fileBytes: number): number => BASE_TIME_MS + Math.ceil(fileBytes / BYTES_PER_MS);
