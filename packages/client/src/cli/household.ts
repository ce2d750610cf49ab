import { api, type Account } from '@fibado/contracts';
import type { Client } from '../client.js';
import { usage } from './exit-codes.js';
import type { Lookup } from './fields.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The one of that id or name, whatever its case. @throws CommandError */
export function find<T extends Named>(rows: readonly T[], wanted: string, what: string): T {
  const lower = wanted.toLowerCase();
  const found = rows.filter(
    ({ id, name }) => id.toLowerCase() === lower || (!UUID.test(wanted) && name.toLowerCase() === lower),
  );
  if (found.length > 1) throw usage(`${what} ${wanted} is not unique; use the id.`);
  const [one] = found;
  if (!one) throw usage(`There is no ${what} ${wanted}.`);
  return one;
}

/** Finds ids by name, asking the instance for each list once. */
export function lookupIn(client: Client): Lookup {
  const asked = new Map<string, Promise<readonly Named[]>>();
  const lists: Record<string, () => Promise<readonly Named[]>> = {
    bank: () => client.call(api.banks.get),
    accountGroup: () => client.call(api.accountGroups.get),
    account: () => client.call(api.accounts.get),
  };
  return async (field, name) => {
    const kind = field in lists ? field : 'account';
    const list = asked.get(kind) ?? lists[kind]?.() ?? Promise.resolve([]);
    asked.set(kind, list);
    return find(await list, name, kind === 'accountGroup' ? 'group' : kind).id;
  };
}

/** The names of accounts by id. */
export async function accountNames(client: Client): Promise<(id: string | undefined) => string> {
  const names = new Map((await client.call(api.accounts.get)).map(({ id, name }: Account) => [id, name]));
  return (id) => (id === undefined ? '' : (names.get(id) ?? id));
}
