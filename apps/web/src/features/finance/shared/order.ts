import type { Account } from '@fibado/contracts';
import { byName } from '../../../lib/names';

/** Accounts as they are shown everywhere: the groups in the order the API gives them, in each the accounts by name. */
export function inGroups(accounts: readonly Account[]): Account[] {
  const groups = [...new Set(accounts.map((account) => account.accountGroupId))];
  const at = ({ accountGroupId }: Account): number => groups.indexOf(accountGroupId);
  return accounts.toSorted((a, b) => at(a) - at(b) || byName(a, b));
}

/** Rows about accounts, in the order of these. */
export function inOrderOf<T extends { readonly accountId: string }>(
  accounts: readonly Account[],
  rows: readonly T[],
): T[] {
  const places = new Map(accounts.map(({ id }, index) => [id, index]));
  const at = ({ accountId }: T): number => places.get(accountId) ?? places.size;
  return rows.toSorted((a, b) => at(a) - at(b));
}
