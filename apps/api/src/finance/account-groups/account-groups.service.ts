import type { AccountGroup, accountGroups, BodyOf } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { type NamedHolders, PersonsService } from '../persons/persons.service.js';
import { HouseholdEntries } from '../shared/household-entries.js';
import { PlanInputs } from '../shared/plan-inputs.js';
import type { AccountGroupEntity } from './account-group.entity.js';
import { type ResolvedGroup, toAccountGroup, toAccountGroupRow } from './account-groups.mapper.js';
import { AccountGroupsRepository } from './account-groups.repository.js';

/** A group as an archive has it: those from before there were persons name their holders alone. */
export type ArchivedGroup = Omit<AccountGroup, 'holderIds'> & Pick<NamedHolders, 'holderIds'>;

@Injectable()
export class AccountGroupsService extends HouseholdEntries<AccountGroupEntity, AccountGroup, ResolvedGroup> {
  constructor(
    protected readonly rows: AccountGroupsRepository,
    private readonly persons: PersonsService,
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

  /** @throws DomainError as for every entry, and as `PersonsService.resolve`. */
  override async save(scope: TenantScope, body: BodyOf<typeof accountGroups.save>): Promise<AccountGroup> {
    return super.save(scope, await this.resolved(scope, body));
  }

  override async restore(scope: TenantScope, all: readonly ArchivedGroup[]): Promise<void> {
    const groups: AccountGroup[] = [];
    for (const group of all) groups.push(await this.resolved(scope, group));
    await super.restore(scope, groups);
  }

  private async resolved<T extends NamedHolders>(scope: TenantScope, group: T) {
    const persons = await this.persons.resolve(scope, group);
    return {
      ...group,
      holders: persons.map(({ name }) => name),
      holderIds: persons.map(({ id }) => id),
    };
  }
}
