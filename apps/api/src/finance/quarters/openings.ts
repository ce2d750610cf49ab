import { isDeepStrictEqual } from 'node:util';
import type { Quarter, Setup } from '@fibado/contracts';
import { previousQuarter, type QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { QuarterGate } from '../ledger/quarter-gate.js';
import type { QuarterEntity } from '../ledger/quarter.entity.js';
import { type Forward, ProblemService } from '../problem/problem.service.js';
import { SetupWriter } from './setup-writer.js';

/** What a quarter opens with, taken from the one before it. */
@Injectable()
export class Openings {
  constructor(
    private readonly setups: SetupWriter,
    private readonly gate: QuarterGate,
    private readonly problems: ProblemService,
  ) {}

  /** Openings become what the quarter before ends with. */
  async refresh(scope: TenantScope, date: QuarterDate): Promise<Quarter> {
    const quarter = await this.gate.enter(scope, date, 'INITIALIZED');
    const previous = await this.gate.expect(scope, previousQuarter(date));
    const forward = await this.problems.forward(scope, previous);
    const setups = (await this.setups.list(scope, date)).map((setup) =>
      continued(setup, forward.get(setup.accountId)?.next),
    );
    return this.setups.write(scope, quarter, 'quarters.importSetups', setups);
  }

  /** The quarter after a closed one opens with what the banks reported. */
  async followClosed(scope: TenantScope, next: QuarterEntity, closed: QuarterEntity): Promise<void> {
    const forward = await this.problems.forward(scope, closed);
    const setups = await this.setups.list(scope, next.date);
    const moved = setups.flatMap((setup) => {
      const after = continued(setup, forward.get(setup.accountId)?.next);
      return isDeepStrictEqual(after, setup) ? [] : [after];
    });
    if (moved.length > 0) await this.setups.write(scope, next, 'quarters.followOpenings', moved);
  }

  /** What every account takes into the quarter after one. */
  handedOn(scope: TenantScope, quarter: QuarterEntity): Promise<Map<string, Forward>> {
    return this.problems.forward(scope, quarter);
  }

  /**
   * The quarter after one that is open again opens with what is computed; openings a person changed since stay.
   * @param before what the closed quarter handed on.
   */
  async followReopened(
    scope: TenantScope,
    next: QuarterEntity,
    closed: QuarterEntity,
    before: ReadonlyMap<string, Forward>,
  ): Promise<void> {
    const computed = await this.problems.forward(scope, { ...closed, closedProblem: null });
    const moved = (await this.setups.list(scope, next.date)).flatMap((setup) => {
      const followed = setup.openingBalanceCents === before.get(setup.accountId)?.next.openingBalanceCents;
      const after = continued(setup, computed.get(setup.accountId)?.next);
      return !followed || isDeepStrictEqual(after, setup) ? [] : [after];
    });
    if (moved.length > 0) await this.setups.write(scope, next, 'quarters.followOpenings', moved);
  }
}

/**
 * A setup as the quarter before leaves it. History a person typed in stays while that quarter knows fewer days of the
 * running period.
 */
function continued(setup: Setup, forward: Forward['next'] | undefined): Setup {
  if (!forward) return setup;
  const isTyped = setup.carried?.source === 'TYPED';
  const keeps = isTyped && (setup.carried?.days ?? 0) > (forward.carried?.days ?? 0);
  const typed = setup.carried && { ...setup.carried, anticipated: forward.carried?.anticipated };
  return { ...setup, ...forward, carried: keeps ? typed : forward.carried };
}
