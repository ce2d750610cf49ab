/** Questions as a worker thread's default export; the pool that owns the thread cancels by ending it. */

import { answer, type AnswerTo, type Question } from './questions.js';

export default function run(question: Question): Promise<AnswerTo<Question>> {
  return answer(question);
}
