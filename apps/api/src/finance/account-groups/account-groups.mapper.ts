import type { AccountGroup, BodyOf, accountGroups } from '@fibado/contracts';
import { orAbsent, orNull } from '../shared/absent.js';
import type { AccountGroupEntity } from './account-group.entity.js';

export function toAccountGroup(row: AccountGroupEntity): AccountGroup {
  return {
    id: row.id,
    name: row.name,
    holders: row.holders,
    order: row.order,
    color: orAbsent(row.color),
    version: row.version,
  };
}

export function toAccountGroupRow(
  body: BodyOf<typeof accountGroups.save>,
  key: { tenantId: string; id: string; version: number },
): AccountGroupEntity {
  return { ...key, name: body.name, holders: body.holders, order: body.order, color: orNull(body.color) };
}
