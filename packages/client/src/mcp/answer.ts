import { api } from '@fibado/contracts';
import type { Client } from '../client.js';
import type { Json } from './input-schema.js';

/** One figure a day and account: most of an answer's length, and on no screen a number. */
const LEFT_OUT = 'dailyBalancesCents';
const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

/** Asked for the names of what an answer is about. */
export const NAMES = [
  api.accounts.get,
  api.banks.get,
  api.accountGroups.get,
  api.persons.get,
  api.termOffers.get,
  api.goals.get,
] as const;

/** What the API answered, with the hash of the run it comes from and the names of the ids in it. */
export async function told(client: Client, answer: unknown): Promise<string> {
  const text = JSON.stringify(answer, (key, value: unknown) => (key === LEFT_OUT ? undefined : value));
  const ids = new Set(text.match(UUID));
  const inputHash = hashOf(answer);
  const names = ids.size > 0 ? (await namesIn(client)).filter(([id]) => ids.has(id)) : [];
  return JSON.stringify({
    ...(inputHash === undefined ? {} : { inputHash }),
    names: Object.fromEntries(names),
    answer: JSON.parse(text) as unknown,
  });
}

/** The run's hash, wherever the API's answer has it. */
function hashOf(answer: unknown): string | undefined {
  const { inputHash, result, latestPlan } = answer as Json;
  if (typeof inputHash === 'string') return inputHash;
  const inner = result ?? latestPlan;
  return inner === undefined ? undefined : hashOf(inner);
}

async function namesIn(client: Client): Promise<readonly (readonly [string, string])[]> {
  const lists = await Promise.all(NAMES.map((endpoint) => client.call(endpoint)));
  return lists.flatMap((list) => list.map(({ id, name }) => [id, name] as const));
}
