/** Questions as a worker thread's default export; the pool that owns the thread cancels by ending it. */

import { stoppableRun } from '../stopping.js';
import { type Answer, answer, type Question } from './questions.js';

export interface QuestionJob {
  readonly question: Question;
  /** Set from outside, the question ends with what it has; see `newStopFlag`. */
  readonly stop?: SharedArrayBuffer | undefined;
}

export default async function answerJob({ question, stop }: QuestionJob): Promise<Answer> {
  const { clock, engines } = await stoppableRun(stop);
  return answer(question, { clock, engines });
}
