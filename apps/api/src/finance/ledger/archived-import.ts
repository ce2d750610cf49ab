import { columnMapping, id, instant, operation, quarterDate, type Output } from '@fibado/contracts';
import { z } from 'zod';
import { contentHashShape } from '../shared/content-hash.js';

export const archivedImport = z.strictObject({
  id,
  accountId: id,
  quarter: quarterDate,
  fileName: z.string().max(255),
  fileHash: contentHashShape,
  layout: z.string().max(60),
  createdAt: instant,
  createdBy: z.string().max(200),
  created: z.int().min(0),
  updated: z.int().min(0),
  revertedAt: instant.optional(),
  changes: z.array(
    z.strictObject({ operationId: id, before: operation.optional(), versionAfter: z.int().min(1) }),
  ),
});
export type ArchivedImport = Output<typeof archivedImport>;

export const archivedMapping = z.strictObject({
  accountId: id,
  layout: z.string().max(60),
  mapping: columnMapping.optional(),
});
export type ArchivedMapping = Output<typeof archivedMapping>;
