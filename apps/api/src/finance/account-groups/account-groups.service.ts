import type { AccountGroup, accountGroups, BodyOf } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { HouseholdEntries } from '../shared/household-entries.js';
import { PlanInputs } from '../shared/plan-inputs.js';
import type { AccountGroupEntity } from './account-group.entity.js';
import { toAccountGroup, toAccountGroupRow } from './account-groups.mapper.js';
import { AccountGroupsRepository } from './account-groups.repository.js';

@Injectable()
export class AccountGroupsService extends HouseholdEntries<
  AccountGroupEntity,
  AccountGroup,
  BodyOf<typeof accountGroups.save>
> {
  constructor(
    protected readonly rows: AccountGroupsRepository,
    protected readonly audit: Audit,
    protected readonly inputs: PlanInputs,
  ) {
    super({
      name: 'accountGroups',
      entity: 'accountGroup',
      unique: { account_groups_name: 'name' },
      toValue: toAccountGroup,
      toRow: toAccountGroupRow,
    });
  }
}
