/** What is thrown when time ended undecided; apart from the rest, so that knowing it loads no engine. */

/** The message of `NoPlanInTimeError`: of an error, the boundary of a thread keeps no more. */
export const NO_PLAN_IN_TIME = 'No plan was found in time';

/** Neither a plan nor the proof that there is none: feasibility is still undecided. */
export class NoPlanInTimeError extends Error {
  override readonly name = 'NoPlanInTimeError';
  constructor() {
    super(NO_PLAN_IN_TIME);
  }
}
