import type { AnswerTo, Question } from '@fibado/optimizer';
import { Inject, Injectable } from '@nestjs/common';
import { type Env, solvesInApi } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import type { Session } from '../../platform/auth/session.js';
import { RunsService } from '../optimizer/runs.service.js';
import { InsightPool } from './insight-pool.js';

/** Questions about plans: answered in threads of this process, or by workers where the API leaves plans to them. */
@Injectable()
export class Questions {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly pool: InsightPool,
    private readonly runs: RunsService,
  ) {}

  /** @throws DomainError SOLVER_BUSY, or CANCELLED when the caller went away. */
  ask<Q extends Question>(session: Session, question: Q, signal: AbortSignal): Promise<AnswerTo<Q>> {
    return solvesInApi(this.env)
      ? this.pool.ask(question, signal)
      : this.runs.question(session, question, signal);
  }
}
