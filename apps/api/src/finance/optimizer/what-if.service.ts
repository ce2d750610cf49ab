import type { BodyOf, OptimizeResultBody, optimizer, Summary } from '@fibado/contracts';
import type { OptimizeOptions } from '@fibado/optimizer';
import { checkProblem, checkTransfers, evaluate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { Session } from '../../platform/auth/session.js';
import { Trials } from '../solver/trials.js';
import { expectSound } from './expect-sound.js';

/** Problems that come whole with the request. */
@Injectable()
export class WhatIfService {
  constructor(private readonly trials: Trials) {}

  /** Plans a problem given whole; nothing is kept. */
  async whatIf(
    session: Session,
    body: BodyOf<typeof optimizer.whatIf>,
    signal: AbortSignal,
  ): Promise<OptimizeResultBody> {
    const { problem } = body;
    const options: OptimizeOptions = body.options ?? {};
    expectSound(checkProblem(problem), 'problem');
    expectSound(checkTransfers(problem, options.forced ?? []), 'options.forced', 'transfers');
    return this.trials.plan(session, problem, options, signal);
  }

  /** Replays a problem given whole; nothing is kept. */
  evaluate({ problem, transfers }: BodyOf<typeof optimizer.evaluate>): Summary['evaluation'] {
    expectSound(checkProblem(problem), 'problem');
    expectSound(checkTransfers(problem, transfers));
    return evaluate(problem, transfers);
  }
}
