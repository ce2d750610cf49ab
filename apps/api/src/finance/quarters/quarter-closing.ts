import type { BodyOf, Quarter, quarters } from '@fibado/contracts';
import { nextQuarter, quarterEnd } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { QuartersRepository } from '../ledger/quarters.repository.js';
import { ProblemService } from '../problem/problem.service.js';
import { ClosingMovements } from './closing-movements.js';
import { closeWith } from './closing.js';
import { Openings } from './openings.js';
import { QuarterStates } from './quarter-states.js';

/** A quarter's end: the bank's figures, the movements that make up for differences, the next quarter's openings. */
@Injectable()
export class QuarterClosing {
  constructor(
    private readonly rows: QuartersRepository,
    private readonly states: QuarterStates,
    private readonly movements: ClosingMovements,
    private readonly problems: ProblemService,
    private readonly openings: Openings,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError NOT_FOUND, QUARTER_STATE, QUARTER_OPEN_OPERATIONS, QUARTER_NOT_OVER */
  async close(scope: TenantScope, body: BodyOf<typeof quarters.close>): Promise<Quarter> {
    const { date } = body;
    // The next quarter is written too; quarters are locked in the order of their days.
    const quarter = await this.states.enter(scope, date, 'STARTED');
    const next = await this.rows.lock(scope, nextQuarter(date));
    await this.states.expectPrevious(scope, date, 'CLOSED');
    await this.movements.expectNoneOpen(scope, date);
    // What still happens in a closed quarter cannot be written down.
    const lastDay = quarterEnd(date);
    if (!body.early && this.clock.today() <= lastDay) throw new DomainError('QUARTER_NOT_OVER', lastDay);
    const problem = await this.problems.of(scope, quarter);
    const closing = closeWith(problem, quarter.sealedProblem ?? problem, body.actuals);
    await this.rows.insertClosings(
      scope,
      closing.rows.map((row) => ({ ...row, tenantId: scope.tenantId })),
    );
    const adjustments = await this.movements.writeAdjustments(scope, date, closing.adjustments);
    const closedProblem = await this.problems.of(scope, quarter);
    const after = await this.states.advance(scope, quarter, {
      action: 'quarters.close',
      event: 'quarter.closed',
      fields: {
        state: 'CLOSED',
        closedAt: this.clock.now(),
        closedProblem,
        adjustmentIds: adjustments.map(({ id }) => id),
      },
      recorded: { actuals: closing.rows, adjustments },
    });
    if (next) await this.openings.followClosed(scope, next, { ...quarter, closedProblem });
    return after;
  }
}
