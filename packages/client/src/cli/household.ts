import { api, type Account } from '@fibado/contracts';
import type { Client } from '../client.js';
import { usage } from './exit-codes.js';
import { type Lookup, quarterOf } from './fields.js';

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

/** The names of accounts by id, and of lots, which are accounts in an evaluation. */
export async function accountNames(client: Client): Promise<(id: string | undefined) => string> {
  const [accounts, lots, offers] = await Promise.all([
    client.call(api.accounts.get),
    client.call(api.lots.get),
    client.call(api.termOffers.get),
  ]);
  const names = new Map(accounts.map(({ id, name }: Account) => [id, name]));
  for (const { id, offerId, maturityDate } of lots) {
    const offer = offers.find((one) => one.id === offerId);
    names.set(id, `${offer?.name ?? ''} ${maturityDate}`);
  }
  return (id) => (id === undefined ? '' : (names.get(id) ?? id));
}

const NAMED = /^(?:.*A|a)ccountId$|^(bank|accountGroup)Id$/;

/** Names in place of the ids the contract wants, and quarters as people write them. */
export async function withIds(client: Client, content: unknown): Promise<unknown> {
  const lookup = lookupIn(client);
  const resolved = async (key: string, value: unknown): Promise<unknown> => {
    if (Array.isArray(value)) {
      const item = key.endsWith('Ids') ? key.slice(0, -1) : '';
      return Promise.all(value.map((one: unknown) => resolved(item, one)));
    }
    if (typeof value === 'object' && value !== null) {
      const fields = await Promise.all(
        Object.entries(value).map(async ([name, field]) => [name, await resolved(name, field)] as const),
      );
      return Object.fromEntries(fields);
    }
    if (typeof value !== 'string') return value;
    if (key === 'quarter') return quarterOf(value);
    const kind = NAMED.exec(key);
    return kind === null || UUID.test(value) ? value : lookup(kind[1] ?? 'account', value);
  };
  if (typeof content !== 'object' || content === null) throw usage('It is no object.');
  return resolved('', content);
}
