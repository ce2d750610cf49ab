import type { ImportRecord } from '@fibado/contracts';
import type { ImportEntity } from './import.entity.js';

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
