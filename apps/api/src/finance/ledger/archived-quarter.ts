import {
  id,
  instant,
  problem,
  quarterDate,
  quarterState,
  setup,
  transfer,
  type Output,
} from '@fibado/contracts';
import { z } from 'zod';
import { contentHashShape } from '../shared/content-hash.js';

export const archivedQuarter = z.strictObject({
  date: quarterDate,
  state: quarterState,
  initializedAt: instant,
  startedAt: instant.optional(),
  closedAt: instant.optional(),
  sealHash: contentHashShape.optional(),
  /** The problem as it was sealed, and as it was closed. */
  sealedProblem: problem.optional(),
  closedProblem: problem.optional(),
  /** The plan taken up last; absent from archives older than it. */
  acceptedPlan: z
    .strictObject({ acceptedAt: instant, runId: id.optional(), transfers: z.array(transfer) })
    .optional(),
  setups: z.array(setup),
  closings: z.array(
    z.strictObject({
      accountId: id,
      plannedClosingCents: z.int(),
      actualClosingCents: z.int(),
      /** Whether the bank reported that balance; archives older than this field hold reported ones only. */
      closingReported: z.boolean().default(true),
      computedNetInterestCents: z.int(),
      actualNetInterestCents: z.int(),
      computedStampDutyCents: z.int(),
      actualStampDutyCents: z.int(),
    }),
  ),
  version: z.int().min(1),
});
export type ArchivedQuarter = Output<typeof archivedQuarter>;
