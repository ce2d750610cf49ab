import { id, instant, optimizeOptions, optimizeResult, quarterDate, type Output } from '@fibado/contracts';
import { z } from 'zod';
import { contentHashShape } from '../shared/content-hash.js';

export const archivedPlan = z.strictObject({
  id,
  quarter: quarterDate,
  createdAt: instant,
  createdBy: z.string().max(200),
  options: optimizeOptions.partial(),
  problemHash: contentHashShape,
  inputHash: contentHashShape,
  result: optimizeResult,
  acceptedAt: instant.optional(),
  staleSince: instant.optional(),
});
export type ArchivedPlan = Output<typeof archivedPlan>;
