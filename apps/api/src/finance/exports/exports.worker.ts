import { readFile } from 'node:fs/promises';
import type { QuarterDate } from '@fibado/planning';
import {
  type IseeExport,
  iseeWorkbook,
  type Language,
  quarterWorkbook,
  type QuarterExport,
  setupsTemplate,
  type TemplateSetup,
} from '@fibado/spreadsheets';
import type { ArchiveContent } from './archive-content.js';
import { ArchiveError, readArchive, writeArchive } from './archive-file.js';

/** What the threads that write and read whole files are asked. */
export type ExportTask =
  | { readonly kind: 'workbook'; readonly quarter: QuarterExport; readonly language: Language }
  | {
      readonly kind: 'template';
      readonly quarter: QuarterDate;
      readonly accounts: readonly TemplateSetup[];
      readonly language: Language;
    }
  | { readonly kind: 'isee'; readonly dossier: IseeExport; readonly language: Language }
  | { readonly kind: 'writeArchive'; readonly content: ArchiveContent }
  | { readonly kind: 'readArchive'; readonly path: string };

/** A refused archive is a value: a thread boundary drops an error's own fields. */
export type ExportAnswer =
  | { readonly bytes: Uint8Array }
  | { readonly content: ArchiveContent }
  | { readonly refused: Pick<ArchiveError, 'code' | 'params'> };

export default async function run(task: ExportTask): Promise<ExportAnswer> {
  switch (task.kind) {
    case 'workbook':
      return { bytes: await quarterWorkbook(task.quarter, task.language) };
    case 'template':
      return { bytes: await setupsTemplate(task.quarter, task.accounts, task.language) };
    case 'isee':
      return { bytes: await iseeWorkbook(task.dossier, task.language) };
    case 'writeArchive':
      return { bytes: await writeArchive(task.content) };
    case 'readArchive':
      try {
        return { content: await readArchive(await readFile(task.path)) };
      } catch (error) {
        if (error instanceof ArchiveError) return { refused: { code: error.code, params: error.params } };
        throw error;
      }
  }
}
