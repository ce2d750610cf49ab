import type { AnswerTo, Question } from '@fibado/optimizer';
import { Inject, Injectable } from '@nestjs/common';
import { type Env, solvesInApi } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import type { Session } from '../../platform/auth/session.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { RunsService } from '../optimizer/runs.service.js';
import { InsightPool } from './insight-pool.js';

/** Of the places for questions, what one household may have at a time: somebody else always finds one. */
const SHARE = 0.5;

/** Questions about plans: answered in threads of this process, or by workers where the API leaves plans to them. */
@Injectable()
export class Questions {
  /** Questions being asked in this process, by household. */
  readonly #asked = new Map<string, number>();

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly pool: InsightPool,
    private readonly runs: RunsService,
  ) {}

  /** @throws DomainError SOLVER_BUSY, also when the household has its share, or CANCELLED when the caller went away. */
  ask<Q extends Question>(session: Session, question: Q, signal: AbortSignal): Promise<AnswerTo<Q>> {
    return solvesInApi(this.env)
      ? this.here(session.tenantId, question, signal)
      : this.runs.question(session, question, signal);
  }

  private async here<Q extends Question>(
    tenantId: string,
    question: Q,
    signal: AbortSignal,
  ): Promise<AnswerTo<Q>> {
    const own = this.#asked.get(tenantId) ?? 0;
    if (own >= Math.max(1, Math.floor(this.pool.places * SHARE))) throw new DomainError('SOLVER_BUSY');
    this.#asked.set(tenantId, own + 1);
    try {
      return await this.pool.ask(question, signal);
    } finally {
      const left = (this.#asked.get(tenantId) ?? 1) - 1;
      if (left > 0) this.#asked.set(tenantId, left);
      else this.#asked.delete(tenantId);
    }
  }
}
