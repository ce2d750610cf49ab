import type { Problem, QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { accountsAtFault } from '../problem/accounts-at-fault.js';
import { planStart } from '../problem/plan-start.js';
import { HorizonProblems } from '../problem/horizon-problems.js';
import { QuarterGate } from '../ledger/quarter-gate.js';

/** Quarters about which something can still be planned. */
@Injectable()
export class OpenQuarters {
  constructor(
    private readonly problems: HorizonProblems,
    private readonly gate: QuarterGate,
    private readonly clock: Clock,
  ) {}

  /**
   * The quarter, with as many after it as the horizon has.
   * @throws DomainError NOT_FOUND, QUARTER_STATE, QUARTER_INCOMPLETE
   */
  async problem(scope: TenantScope, quarter: QuarterDate, horizonQuarters = 1): Promise<Problem> {
    const row = await this.gate.expect(scope, quarter);
    if (row.state === 'CLOSED') throw new DomainError('QUARTER_STATE', row.state);
    const problem = await this.problems.of(scope, row, horizonQuarters);
    const incomplete = accountsAtFault(problem);
    if (problem.setups.length === 0 || incomplete.length > 0)
      throw new DomainError('QUARTER_INCOMPLETE', ...incomplete);
    return problem;
  }

  /** When transfers of its plan may leave at the earliest. */
  start(problem: Problem, given?: Parameters<typeof planStart>[2]): ReturnType<typeof planStart> {
    return planStart(this.clock, problem, given);
  }

  /** What is past cannot be moved: a quarter that runs is planned from today on. */
  firstDay(quarter: QuarterDate): string {
    const today = this.clock.today();
    return today > quarter ? today : quarter;
  }
}
