import type { BodyOf, Quarter, quarters } from '@fibado/contracts';
import type { QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { accountsAtFault } from '../problem/accounts-at-fault.js';
import { ProblemService } from '../problem/problem.service.js';
import { QuarterClosing } from './quarter-closing.js';
import { QuarterOpening } from './quarter-opening.js';
import { QuarterStates } from './quarter-states.js';
import { sealOf } from './seal.js';

/** A quarter's life: none → INITIALIZED → STARTED → CLOSED. */
@Injectable()
export class QuarterLife {
  constructor(
    private readonly opening: QuarterOpening,
    private readonly closing: QuarterClosing,
    private readonly states: QuarterStates,
    private readonly problems: ProblemService,
    private readonly clock: Clock,
  ) {}

  canInit(scope: TenantScope, date: QuarterDate) {
    return this.opening.canInit(scope, date);
  }

  init(scope: TenantScope, date: QuarterDate): Promise<Quarter> {
    return this.opening.init(scope, date);
  }

  /** Freezes the openings and seals the plan. */
  async start(scope: TenantScope, date: QuarterDate): Promise<Quarter> {
    const quarter = await this.states.enter(scope, date, 'INITIALIZED');
    await this.states.expectPrevious(scope, date, 'STARTED', 'CLOSED');
    const problem = await this.problems.of(scope, quarter);
    const incomplete = accountsAtFault(problem);
    if (problem.setups.length === 0 || incomplete.length > 0)
      throw new DomainError('QUARTER_INCOMPLETE', ...incomplete);
    return this.states.advance(scope, quarter, {
      action: 'quarters.start',
      event: 'quarter.started',
      fields: {
        state: 'STARTED',
        startedAt: this.clock.now(),
        sealHash: sealOf(problem),
        sealedProblem: problem,
      },
    });
  }

  close(scope: TenantScope, body: BodyOf<typeof quarters.close>): Promise<Quarter> {
    return this.closing.close(scope, body);
  }
}
