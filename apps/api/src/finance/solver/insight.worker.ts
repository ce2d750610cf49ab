import { lowerThreadPriority } from '../../platform/jobs/thread-priority.js';

/** Steps of niceness of the threads that answer questions: a question computes for up to two minutes. */
const NICENESS = 5;

lowerThreadPriority(NICENESS);

/** What the threads that answer questions run. */
export { default } from '@fibado/optimizer/insight-worker';
