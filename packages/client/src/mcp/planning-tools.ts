import { api, type BodyInputOf, type EndpointShape } from '@fibado/contracts';
import type { Client } from '../client.js';
import { checked } from '../cli/fields.js';
import { withIds } from '../cli/household.js';
import { inputOf, type Json } from './input-schema.js';
import type { Tool } from './tool.js';

/** The body of an endpoint with ids in place of names. @throws CommandError naming every wrong field. */
export async function bodyOf<E extends EndpointShape>(
  client: Client,
  endpoint: E,
  given: Json,
): Promise<BodyInputOf<E>> {
  return checked<BodyInputOf<E>>(endpoint, await withIds(client, given));
}

const { whatIf } = api.optimizer;
const { tryOut } = api.scenarios;
const { whyNot, offer, termOffers, goals } = api.insights;

/** What the optimizer computes and the instance does not store. */
export const PLANNING_TOOLS: readonly Tool[] = [
  {
    name: 'plan',
    title: 'Plan a quarter (dry run)',
    description:
      'The best transfers for a quarter as it is, what each brings, and how far from the best plan they can be at most (gapCents). Stores nothing.',
    input: inputOf(whatIf.body, ['quarter', 'options'], ['quarter']),
    calls: [whatIf],
    run: async (client, given) => client.call(whatIf, { body: await bodyOf(client, whatIf, given) }),
  },
  {
    name: 'what_if',
    title: 'What if',
    description:
      'Plans a quarter, or as many as horizonQuarters says, with changes (another rate, an account opened or closed, an unexpected movement, other limits) and without them. worthCents is what the changes are worth over all of them. Stores nothing.',
    input: inputOf(
      tryOut.body,
      ['quarter', 'changes', 'horizonQuarters', 'timeLimitMs'],
      ['quarter', 'changes'],
    ),
    calls: [tryOut],
    run: async (client, given) => client.call(tryOut, { body: await bodyOf(client, tryOut, given) }),
  },
  {
    name: 'why_not',
    title: 'Why not',
    description:
      'What forcing or forbidding transfers costs against the best plan, or which rule stands in the way. Stores nothing.',
    input: inputOf(whyNot.body, ['quarter', 'forced', 'forbidden', 'options'], ['quarter']),
    calls: [whyNot],
    run: async (client, given) => client.call(whyNot, { body: await bodyOf(client, whyNot, given) }),
  },
  {
    name: 'offer',
    title: 'Value of an offer',
    description:
      'What an account that is not opened yet would be worth this quarter, or over the quarters of options.horizonQuarters, and the rate from which on it is worth anything. Stores nothing.',
    input: inputOf(offer.body, ['quarter', 'offer', 'options'], ['quarter', 'offer']),
    calls: [offer],
    run: async (client, given) => client.call(offer, { body: await bodyOf(client, offer, given) }),
  },
  {
    name: 'term_offers',
    title: 'Ranking of term deposits',
    description:
      'What each stored offer of a term deposit is worth to the household, the best set of up to three, which lots to open when, and what the right to break them is worth. Stores nothing.',
    input: inputOf(termOffers.body, ['quarter', 'options'], ['quarter']),
    calls: [termOffers],
    run: async (client, given) => client.call(termOffers, { body: await bodyOf(client, termOffers, given) }),
  },
  {
    name: 'goal_prices',
    title: 'Price of goals',
    description:
      'What each goal by date costs against the best plan without it, how much is available on its day under the plan, and until when money may be tied and still be there. Stores nothing.',
    input: inputOf(goals.body, ['quarter', 'options'], ['quarter']),
    calls: [goals],
    run: async (client, given) => client.call(goals, { body: await bodyOf(client, goals, given) }),
  },
];
