import type { BodyOf, ResponseOf, Scenario, ScenarioChange, scenarios } from '@fibado/contracts';
import { differenceOf } from '@fibado/optimizer/insight';
import type { Problem, QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { Session } from '../../platform/auth/session.js';
import { Clock } from '../../platform/clock.js';
import { TenantTransactions } from '../../platform/database/tenant-transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { OpenQuarters } from '../insights/open-quarters.js';
import { firstQuarters } from '../problem/horizon-problems.js';
import { Trials } from '../solver/trials.js';
import { changesOf, expectSoundChanges, promiseOf, scenarioBasis } from './scenario-changes.js';
import type { KeptOutcome } from './scenario.entity.js';
import { ScenariosRepository } from './scenarios.repository.js';
import { ScenariosService } from './scenarios.service.js';

/** How a what-if is planned. */
type Asked = Pick<BodyOf<typeof scenarios.run>, 'timeLimitMs' | 'horizonQuarters'>;

/** Plans what-ifs of a quarter, stored or not, and of as many quarters after it as are asked for. */
@Injectable()
export class ScenarioRuns {
  constructor(
    private readonly transactions: TenantTransactions,
    private readonly rows: ScenariosRepository,
    private readonly scenarios: ScenariosService,
    private readonly open: OpenQuarters,
    private readonly trials: Trials,
    private readonly clock: Clock,
  ) {}

  /**
   * Plans with the changes and without. No transaction is open meanwhile; what changed in the quarters since shows as
   * stale.
   * @throws DomainError STALE_VERSION when the scenario itself was changed meanwhile, or run by another user.
   */
  async run(
    session: Session,
    { id, ...asked }: BodyOf<typeof scenarios.run>,
    signal: AbortSignal,
  ): Promise<Scenario> {
    const row = await this.transactions.snapshot(session, (scope) => this.rows.find(scope, id));
    if (!row) throw new DomainError('NOT_FOUND');
    const prepare = () => this.question(session, row.quarter, () => row.changes, asked);
    const { question, answer } = await this.trials.question(session, prepare, signal);
    const { problem, options } = question;
    const outcome: KeptOutcome = {
      ...answer,
      ranAt: this.clock.now().toISOString(),
      basis: scenarioBasis(problem, row.changes),
      options,
      own: promiseOf(problem, row.changes, options, answer.plan),
    };
    return this.transactions.run(session, (scope) => this.scenarios.keep(scope, row, outcome));
  }

  /** The same for changes that are not stored, and nothing is kept. */
  async tryOut(
    session: Session,
    { quarter, changes, ...asked }: BodyOf<typeof scenarios.tryOut>,
    signal: AbortSignal,
  ): Promise<ResponseOf<typeof scenarios.tryOut>> {
    const prepare = () =>
      this.question(session, quarter, (problem) => this.scenarios.completed(problem, changes), asked);
    const { answer } = await this.trials.question(session, prepare, signal);
    const { inputHash, plan, reference, worthCents, exact } = answer;
    return { inputHash, plan, reference, worthCents, exact, difference: differenceOf(reference, plan) };
  }

  /** @throws DomainError NOT_FOUND, QUARTER_STATE, QUARTER_INCOMPLETE, or VALIDATION naming the change. */
  private async question(
    session: Session,
    quarter: QuarterDate,
    changesTo: (problem: Problem) => readonly ScenarioChange[],
    asked: Asked,
  ) {
    const problem = await this.transactions.snapshot(session, (scope) =>
      this.open.problem(scope, quarter, asked.horizonQuarters),
    );
    // However far it is judged, a scenario changes what can be adopted into its quarter.
    const own = firstQuarters(problem, 1);
    const changes = changesTo(own);
    expectSoundChanges(own, changes);
    const options = { ...this.open.start(problem), ...asked };
    return { kind: 'SCENARIO', problem, changes: changesOf(changes), options } as const;
  }
}
