import type { Operation } from '@fibado/contracts';
import type { Query, QueryClient } from '@tanstack/react-query';
import { log } from '../log';
import { reachability } from '../reachability';
import { storedSession } from '../stored-session';
import { answersOf, type KeptAnswer, putAnswer, scopeOf, ticksOf } from './database';
import { keepsData } from './setting';

/** What the pages of today and of the year are made of; nothing else is kept. */
const KEPT = new Set([
  'banks',
  'accountGroups',
  'accounts',
  'settings',
  'termOffers',
  'lots',
  'goals',
  'quarters',
  'quarter',
  'operations',
  'summary',
  'recurrences',
]);

const isKept = ({ queryKey: [area, name] }: Pick<Query, 'queryKey'>): boolean =>
  area === 'finance' && typeof name === 'string' && KEPT.has(name);

/** Writes each answer of the instance down as it comes, and those that came before. @returns ends it. */
export function keepAnswers(client: QueryClient, scope: string): () => void {
  function keep({ queryKey, queryHash, state: { data, dataUpdatedAt: at } }: Query): void {
    const user = storedSession.session()?.userLogged;
    // What a page changes by itself while nothing answers is no answer. Signed out, or switched off: nothing is kept.
    if (data === undefined || !reachability.get() || !keepsData() || !user || scopeOf(user) !== scope) return;
    const answer: KeptAnswer = { queryKey, data, at };
    putAnswer(scope, queryHash, answer).catch((error: unknown) =>
      log.warn('Could not be kept for reading offline', error),
    );
  }
  const cache = client.getQueryCache();
  cache.getAll().filter(isKept).forEach(keep);
  return cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && isKept(event.query))
      keep(event.query as Query);
  });
}

/** Gives the pages what was kept where they have nothing newer, with the ticks that wait. */
export async function restoreAnswers(client: QueryClient, scope: string): Promise<void> {
  for (const { queryKey, data, at } of await answersOf(scope)) {
    const known = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
    if (known < at) client.setQueryData(queryKey, data, { updatedAt: at });
  }
  for (const { operation } of await ticksOf(scope)) {
    const key = ['finance', 'operations', operation.quarter];
    const updatedAt = client.getQueryState(key)?.dataUpdatedAt;
    client.setQueryData(
      key,
      (old: readonly Operation[] | undefined) =>
        old?.map((one) => (one.id === operation.id ? operation : one)),
      updatedAt === undefined ? {} : { updatedAt },
    );
  }
}

/** When the oldest of the data shown were read, milliseconds since the epoch; undefined where none are. */
export function ageOfShown(client: QueryClient): number | undefined {
  const ages = client
    .getQueryCache()
    .findAll({ queryKey: ['finance'], type: 'active' })
    .filter(isKept)
    .map((query) => query.state.dataUpdatedAt)
    .filter((at) => at > 0);
  return ages.length > 0 ? Math.min(...ages) : undefined;
}
