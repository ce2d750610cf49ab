import {
  id,
  instant,
  MAX_SCENARIO_CHANGES,
  quarterDate,
  scenarioChange,
  type Output,
} from '@fibado/contracts';
import { z } from 'zod';

/** The result of a run is not archived: it is computed again from the changes. */
export const archivedScenario = z.strictObject({
  id,
  quarter: quarterDate,
  name: z.string().max(120),
  changes: z.array(scenarioChange).max(MAX_SCENARIO_CHANGES),
  createdAt: instant,
  createdBy: z.string().max(200),
  promotedAt: instant.optional(),
  version: z.int().min(1),
});
export type ArchivedScenario = Output<typeof archivedScenario>;
