import type { BodyOf, Goal, goals } from '@fibado/contracts';
import { MAX_GOALS } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { HouseholdEntries } from '../shared/household-entries.js';
import { PlanInputs } from '../shared/plan-inputs.js';
import type { GoalEntity } from './goal.entity.js';
import { toGoal, toGoalRow } from './goals.mapper.js';
import { GoalsRepository } from './goals.repository.js';

type Body = BodyOf<typeof goals.save>;

@Injectable()
export class GoalsService extends HouseholdEntries<GoalEntity, Goal, Body> {
  constructor(
    protected readonly rows: GoalsRepository,
    protected readonly audit: Audit,
    protected readonly inputs: PlanInputs,
  ) {
    super({ name: 'goals', entity: 'goal', unique: {}, toValue: toGoal, toRow: toGoalRow });
  }

  /**
   * @throws DomainError as for every entry; NOT_FOUND `accountIds` of an account that is not there or is a term deposit,
   *   VALIDATION `goals` where there are as many as a plan takes
   */
  override async save(scope: TenantScope, body: Body): Promise<Goal> {
    const { id, accountIds } = body;
    if (accountIds && (await this.rows.countFree(scope, accountIds)) < new Set(accountIds).size)
      throw new DomainError('NOT_FOUND', 'accountIds');
    if (id === undefined && (await this.rows.list(scope)).length >= MAX_GOALS)
      throw new DomainError('VALIDATION', 'goals');
    return super.save(scope, body);
  }

  override async delete(scope: TenantScope, id: string): Promise<void> {
    await super.delete(scope, id);
    await this.inputs.changed(scope);
  }
}
