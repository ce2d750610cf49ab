import type { Operation, UserLogged } from '@fibado/contracts';
import type { QueryKey } from '@tanstack/react-query';
import { clear, createStore, delMany, entries, keys, set, type UseStore } from 'idb-keyval';

/** An answer of the instance, as it was when it came. */
export interface KeptAnswer {
  readonly queryKey: QueryKey;
  readonly data: unknown;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** An operation as a person left it while the instance did not answer. */
export interface KeptTick {
  readonly operation: Operation;
  readonly at: number;
}

type Kind = 'answer' | 'tick';
type Kept = KeptAnswer | KeptTick;

/** Data that were not asked for again for so long are erased, milliseconds. */
export const KEEP_MS = 7 * 24 * 3_600_000;

/** Whose data they are: the person in a household. */
export const scopeOf = ({ tenant, username }: Pick<UserLogged, 'tenant' | 'username'>): string =>
  JSON.stringify([tenant, username]);

let opened: UseStore | undefined;
const store = (): UseStore => (opened ??= createStore('fibado-offline', 'kept'));

const keyOf = (kind: Kind, scope: string, id: string): string => `${kind} ${scope} ${id}`;
const belongs = (key: IDBValidKey, kind: Kind, scope: string): boolean =>
  typeof key === 'string' && key.startsWith(`${kind} ${scope} `);

export const putAnswer = (scope: string, id: string, answer: KeptAnswer): Promise<void> =>
  set(keyOf('answer', scope, id), answer, store());

export const putTick = (scope: string, tick: KeptTick): Promise<void> =>
  set(keyOf('tick', scope, tick.operation.id), tick, store());

export const dropTick = (scope: string, id: string): Promise<void> =>
  delMany([keyOf('tick', scope, id)], store());

async function all(kind: Kind, scope: string): Promise<Kept[]> {
  const rows = await entries<string, Kept>(store());
  return rows.flatMap(([key, value]) => (belongs(key, kind, scope) ? [value] : []));
}

export const answersOf = async (scope: string): Promise<KeptAnswer[]> =>
  (await all('answer', scope)) as KeptAnswer[];

/** In the order in which they were made. */
export const ticksOf = async (scope: string): Promise<KeptTick[]> =>
  ((await all('tick', scope)) as KeptTick[]).toSorted((a, b) => a.at - b.at);

/** Erases the rows of other users, and those that are too old. */
export async function eraseForeign(scope: string, now: number): Promise<void> {
  const rows = await entries<string, Kept>(store());
  const gone = rows.flatMap(([key, { at }]) => {
    const isOwn = belongs(key, 'tick', scope) || belongs(key, 'answer', scope);
    return isOwn && now - at <= KEEP_MS ? [] : [key];
  });
  await delMany(gone, store());
}

/** Erases all but the ticks that wait to be sent. */
export async function eraseAnswers(): Promise<void> {
  const rows = await keys<string>(store());
  await delMany(
    rows.filter((key) => !key.startsWith('tick ')),
    store(),
  );
}

/** Erases everything. */
export const eraseAll = (): Promise<void> => clear(store());
