import type { ChangeRow, ColumnMapping, FilePreview, ImportChanges, ImportRecord } from '@fibado/contracts';
import type * as spreadsheets from '@fibado/spreadsheets';
import type { ImportEntity } from '../ledger/import.entity.js';

export function toImportRecord(row: ImportEntity): ImportRecord {
  return {
    id: row.id,
    accountId: row.accountId,
    quarter: row.quarter,
    fileName: row.fileName,
    fileHash: row.fileHash,
    layout: row.layout,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    created: row.created,
    updated: row.updated,
    revertedAt: row.revertedAt?.toISOString(),
  };
}

const toColumnMapping = (mapping: spreadsheets.ColumnMapping): ColumnMapping => ({
  ...mapping,
  headerTexts: mapping.headerTexts && [...mapping.headerTexts],
  columns: { ...mapping.columns, text: [...mapping.columns.text] },
  bookedWords: [...mapping.bookedWords],
});

const toChangeRow = (row: spreadsheets.ChangeRow): ChangeRow => ({
  ...row,
  differences: [...row.differences],
  message: row.message && { ...row.message, params: [...row.message.params] },
});

/** What a file would change, as it is answered. */
export function toImportChanges(
  file: ImportChanges['file'],
  { layout, candidates, period, accountNames, checks }: spreadsheets.Statement,
  { rows, counts, missing, balanceEffect }: spreadsheets.Changes,
): ImportChanges {
  return {
    file,
    layout: { ...layout, mapping: toColumnMapping(layout.mapping) },
    candidates: [...candidates],
    period,
    accountNames: [...accountNames],
    checks: [...checks],
    rows: rows.map(toChangeRow),
    counts,
    missing: [...missing],
    balanceEffect,
  };
}

export function toFilePreview(
  file: FilePreview['file'],
  { candidates, ibans, accounts, sheets, suggestion, closing }: spreadsheets.FilePreview,
): FilePreview {
  return {
    file,
    candidates: [...candidates],
    ibans: [...ibans],
    accounts: [...accounts],
    sheets: sheets.map((sheet) => ({ ...sheet, rows: sheet.rows.map((cells) => [...cells]) })),
    suggestion: suggestion && toColumnMapping(suggestion),
    closing,
  };
}
