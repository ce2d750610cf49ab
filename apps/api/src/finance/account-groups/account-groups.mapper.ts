import type { AccountGroup, accountGroups, BodyOf } from '@fibado/contracts';
import { orAbsent, orNull } from '../shared/absent.js';
import type { AccountGroupEntity } from './account-group.entity.js';

/** A group to save whose holders are known persons: ids and names in the same order. */
export type ResolvedGroup = BodyOf<typeof accountGroups.save> & Pick<AccountGroup, 'holders' | 'holderIds'>;

export function toAccountGroup(row: AccountGroupEntity): AccountGroup {
  return {
    id: row.id,
    name: row.name,
    holders: row.holders.map(({ name }) => name),
    holderIds: row.holders.map(({ id }) => id),
    order: row.order,
    color: orAbsent(row.color),
    version: row.version,
  };
}

export function toAccountGroupRow(
  body: ResolvedGroup,
  key: { tenantId: string; id: string; version: number },
): AccountGroupEntity {
  const holders = body.holderIds.map((id, index) => ({ id, name: body.holders[index] ?? '' }));
  return { ...key, name: body.name, holders, order: body.order, color: orNull(body.color) };
}
