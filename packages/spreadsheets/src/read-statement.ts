import { readWorkbook } from './read/read-workbook.js';
import { chooseLayout } from './statement/detect.js';
import { interpret } from './statement/interpret.js';
import { previewWorkbook } from './statement/preview.js';
import type { FilePreview, ReadOptions, Statement } from './types.js';

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
  return previewWorkbook(await readWorkbook(bytes), options);
}
