import { api, type Goal, type ResponseOf } from '@fibado/contracts';
import type { Command } from 'commander';
import { type Context, print, signedIn } from './context.js';
import { quarterName, quarterOf } from './fields.js';
import { accountNames } from './household.js';
import { horizon } from './horizon-option.js';
import { type Column, euros, table, withProgress } from './terminal.js';

type Prices = ResponseOf<typeof api.insights.goals>;
type Priced = Prices['goals'][number];
type NameOf = (id: string | undefined) => string;

/** What keeping the goals of a horizon costs. */
export function addGoalPrices(program: Command, context: Context): void {
  horizon(
    program
      .command('goal-prices <quarter>')
      .description('what each goal costs, and until when money may be tied and still be there for it'),
  ).action(async (text: string, options: { readonly quarters: number }) => {
    const quarter = quarterOf(text);
    const client = signedIn(context);
    const body = { quarter, options: { horizonQuarters: options.quarters } };
    const prices = await withProgress(context.terminal, `Planning ${quarterName(quarter)}`, () =>
      client.call(api.insights.goals, { body }),
    );
    const goals = new Map((await client.call(api.goals.get)).map((goal) => [goal.id, goal]));
    const nameOf = await accountNames(client);
    print(context, prices, () => pricesText(prices, goals, nameOf));
  });
}

const columnsOf = (goals: ReadonlyMap<string, Goal>, nameOf: NameOf): readonly Column<Priced>[] => [
  { title: 'goal', value: ({ goalId }) => goals.get(goalId)?.name ?? goalId },
  { title: 'by', value: ({ goalId }) => goals.get(goalId)?.date ?? '' },
  { title: 'available', right: true, value: ({ availableCents }) => euros(availableCents) },
  { title: 'costs', right: true, value: ({ priceCents }) => euros(priceCents) },
  { title: 'at least', right: true, value: ({ leastCents }) => euros(leastCents) },
  { title: 'at most', right: true, value: ({ mostCents }) => euros(mostCents) },
  {
    title: 'money back by',
    value: ({ maturities }) =>
      maturities.map(({ accountId, date }) => `${date} (${nameOf(accountId)})`).join(', '),
  },
];

function pricesText(
  { base, goals: priced, unpriced }: Prices,
  goals: ReadonlyMap<string, Goal>,
  nameOf: NameOf,
): string {
  const named = (ids: readonly string[]): string => ids.map((id) => goals.get(id)?.name ?? id).join(', ');
  if (base.status === 'INFEASIBLE') return 'No plan keeps every limit and every goal.';
  return [
    table(columnsOf(goals, nameOf), priced),
    ...(unpriced.length > 0 ? ['', `Without an answer: ${named(unpriced)}.`] : []),
  ].join('\n');
}
