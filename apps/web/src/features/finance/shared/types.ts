import type { quarters, ResponseOf } from '@fibado/contracts';

/** One line of the list of quarters. */
export type QuarterListItem = ResponseOf<typeof quarters.list>[number];
