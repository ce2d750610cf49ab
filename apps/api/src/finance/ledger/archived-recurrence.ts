import { dropping, newRecurrence } from '@fibado/contracts';
import { z } from 'zod';

/** A stored rule is sound when it is without its version. */
export const archivedRecurrence = z.preprocess(
  (value) => (typeof value === 'object' && value !== null ? dropping('version')(value) : value),
  newRecurrence,
);
