import type { BodyOf, OptimizeResultBody, optimizer, Summary } from '@fibado/contracts';
import type { OptimizeOptions } from '@fibado/optimizer';
import { checkProblem, checkTransfers, evaluate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { Session } from '../../platform/auth/session.js';
import { TenantTransactions } from '../../platform/database/tenant-transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import type { PlanInput } from '../ledger/optimizer-run.entity.js';
import { Trials } from '../solver/trials.js';
import { expectSound } from './expect-sound.js';
import { QuarterPlan } from './quarter-plan.js';

/** Problems that come whole with the request. */
@Injectable()
export class WhatIfService {
  constructor(
    private readonly trials: Trials,
    private readonly transactions: TenantTransactions,
    private readonly plans: QuarterPlan,
  ) {}

  /** Plans a problem given whole, or a quarter as it is; nothing is kept. */
  async whatIf(
    session: Session,
    body: BodyOf<typeof optimizer.whatIf>,
    signal: AbortSignal,
  ): Promise<OptimizeResultBody> {
    const { problem, options } = await this.wanted(session, body);
    return this.trials.plan(session, problem, options, signal);
  }

  /** @throws DomainError VALIDATION, and of a quarter NOT_FOUND, QUARTER_STATE, QUARTER_INCOMPLETE */
  private async wanted(session: Session, body: BodyOf<typeof optimizer.whatIf>): Promise<PlanInput> {
    const { problem, quarter } = body;
    if (quarter !== undefined)
      return this.transactions.snapshot(session, (scope) =>
        this.plans.wanted(scope, { quarter, options: body.options }),
      );
    const options: OptimizeOptions = body.options ?? {};
    if (!problem) throw new DomainError('VALIDATION', 'problem');
    expectSound(checkProblem(problem), 'problem');
    expectSound(checkTransfers(problem, options.forced ?? []), 'options.forced', 'transfers');
    return { problem, options };
  }

  /** Replays a problem given whole; nothing is kept. */
  evaluate({ problem, transfers }: BodyOf<typeof optimizer.evaluate>): Summary['evaluation'] {
    expectSound(checkProblem(problem), 'problem');
    expectSound(checkTransfers(problem, transfers));
    return evaluate(problem, transfers);
  }
}
