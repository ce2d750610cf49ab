import type { BodyOf, optimizer } from '@fibado/contracts';
import type { OptimizeOptions } from '@fibado/optimizer';
import { checkTransfers, type Problem } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { QuarterGate } from '../ledger/quarter-gate.js';
import { accountsAtFault } from '../problem/accounts-at-fault.js';
import { HorizonProblems } from '../problem/horizon-problems.js';
import { planStart } from '../problem/plan-start.js';
import type { Wanted } from '../solver/run-requests.js';
import { expectSound } from './expect-sound.js';

type OptimizeBody = BodyOf<typeof optimizer.optimize>;

/** The plan that is wanted of a quarter: its problem as it is now, and the options asked for. */
@Injectable()
export class QuarterPlan {
  constructor(
    private readonly problems: HorizonProblems,
    private readonly gate: QuarterGate,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError NOT_FOUND, QUARTER_STATE, QUARTER_INCOMPLETE, VALIDATION */
  async wanted(scope: TenantScope, { quarter, options: given }: OptimizeBody): Promise<Wanted> {
    const problem = await this.problemOf(scope, quarter, given?.horizonQuarters);
    const options: OptimizeOptions = { ...given, ...planStart(this.clock, problem, given) };
    expectSound(checkTransfers(problem, options.forced ?? []), 'options.forced', 'transfers');
    return { kind: 'PLAN', problem, options };
  }

  private async problemOf(scope: TenantScope, quarter: string, quarters = 1): Promise<Problem> {
    const row = await this.gate.expect(scope, quarter);
    if (row.state === 'CLOSED') throw new DomainError('QUARTER_STATE', row.state);
    const problem = await this.problems.of(scope, row, quarters);
    const incomplete = accountsAtFault(problem);
    if (problem.setups.length === 0 || incomplete.length > 0)
      throw new DomainError('QUARTER_INCOMPLETE', ...incomplete);
    return problem;
  }
}
