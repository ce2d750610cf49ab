import {
  operations as operationsApi,
  quarters as quartersApi,
  type Recurrence,
  recurrences as recurrencesApi,
} from '@fibado/contracts';
import { client } from '../../../lib/client';
import { today } from '../../../lib/day';

/** Which operations of a rule a change reaches: the next one alone, those from a day on, all that are planned. */
export type RuleScope = 'NEXT' | 'FROM' | 'ALL';

export type RuleChange = Partial<Pick<Recurrence, 'description' | 'amountCents' | 'lowCents' | 'highCents'>>;

/** Saves a changed rule; with a day, its operations planned from then on follow. */
export const saveRule = (rule: Recurrence, change: RuleChange, applyFrom: string): Promise<Recurrence> => {
  const amountCents = change.amountCents ?? rule.amountCents;
  const { lowCents, highCents, ...rest } = { ...rule, ...change };
  // A range the new amount lies outside of is no longer known.
  const inside = (lowCents ?? amountCents) <= amountCents && (highCents ?? amountCents) >= amountCents;
  return client.call(recurrencesApi.save, {
    body: { ...rest, ...(inside ? { lowCents, highCents } : {}), applyFrom },
  });
};

/**
 * Changes the next planned operation of a rule and leaves the rule as it is.
 * @returns the day of that operation; `undefined` when none is planned.
 */
export async function saveNextOnly(rule: Recurrence, change: RuleChange): Promise<string | undefined> {
  const open = (await client.call(quartersApi.list)).filter(({ state }) => state !== 'CLOSED');
  for (const { date: quarter } of open.toSorted((a, b) => (a.date < b.date ? -1 : 1))) {
    const all = await client.call(operationsApi.get, { params: { quarter } });
    const next = all.find(
      (one) => one.recurrenceId === rule.id && one.status === 'PLANNED' && !one.locked && one.date >= today(),
    );
    if (!next) continue;
    const { description = next.description, amountCents = next.amountCents } = change;
    const { uncertainty, ...kept } = next;
    const certain = amountCents === next.amountCents && uncertainty ? { uncertainty } : {};
    await client.call(operationsApi.save, { body: { ...kept, ...certain, description, amountCents } });
    return next.date;
  }
  return undefined;
}
