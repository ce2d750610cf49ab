import { FileError } from './errors.js';
import { readWorkbook } from './read/read-workbook.js';
import { chooseLayout } from './statement/detect.js';
import { interpret } from './statement/interpret.js';
import { previewWorkbook } from './statement/preview.js';
import type { FilePreview, ReadOptions, Statement, Workbook } from './types.js';

/**
 * Bytes → rows → movements. Bound its memory and time by running it in the worker (`@fibado/spreadsheets/worker`).
 * @throws FileError
 */
export async function readStatement(bytes: Uint8Array, options: ReadOptions = {}): Promise<Statement> {
  const workbook = await readWorkbook(bytes);
  const { used, candidates } = chooseLayout(workbook, options);
  return interpret(workbook, used, candidates, options);
}

/**
 * A file's first rows and what is recognised of them.
 * @throws FileError
 */
export async function previewFile(bytes: Uint8Array, options: ReadOptions = {}): Promise<FilePreview> {
  const workbook = await readWorkbook(bytes);
  return { ...previewWorkbook(workbook, options), closing: closingOf(workbook, options) };
}

function closingOf(workbook: Workbook, options: ReadOptions): FilePreview['closing'] {
  try {
    const { used, candidates } = chooseLayout(workbook, options);
    const { period, closingBalanceCents } = interpret(workbook, used, candidates, options);
    return closingBalanceCents === undefined
      ? undefined
      : { date: period.to, balanceCents: closingBalanceCents };
  } catch (error) {
    // A file that needs a person's help to be read, such as one of an unknown layout, has a preview all the same.
    if (error instanceof FileError) return undefined;
    throw error;
  }
}
