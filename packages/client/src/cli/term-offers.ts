import { api, type ResponseOf } from '@fibado/contracts';
import type { Command } from 'commander';
import { type Context, print, signedIn } from './context.js';
import { quarterName, quarterOf } from './fields.js';
import { horizon } from './horizon-option.js';
import { type Column, euros, table, withProgress } from './terminal.js';

type Ranking = ResponseOf<typeof api.insights.termOffers>;
type Ranked = Ranking['offers'][number];
type Names = ReadonlyMap<string, string>;

/** What the stored offers of term deposits are worth to the household. */
export function addTermOffers(program: Command, context: Context): void {
  horizon(
    program
      .command('term-offers <quarter>')
      .description(
        'what each stored offer of a term deposit is worth to the household, and which lots to open',
      ),
  ).action(async (text: string, options: { readonly quarters: number }) => {
    const quarter = quarterOf(text);
    const client = signedIn(context);
    const body = { quarter, options: { horizonQuarters: options.quarters } };
    const ranking = await withProgress(context.terminal, `Planning ${quarterName(quarter)}`, () =>
      client.call(api.insights.termOffers, { body }),
    );
    const offers = await client.call(api.termOffers.get);
    const names = new Map(offers.map(({ id, name }) => [id, name]));
    print(context, ranking, () => rankingText(ranking, names));
  });
}

const columnsOf = (names: Names): readonly Column<Ranked>[] => [
  { title: 'offer', value: ({ offerId }) => names.get(offerId) ?? offerId },
  { title: 'worth', right: true, value: ({ gainCents }) => euros(gainCents) },
  { title: 'at most', right: true, value: ({ mostCents }) => euros(mostCents) },
  {
    title: 'worth something from',
    right: true,
    value: ({ breakEven }) => (breakEven ? `${String(breakEven.ratePct)} %` : ''),
  },
  { title: 'right to break', right: true, value: ({ exit }) => (exit ? euros(exit.worthCents) : '') },
];

function rankingText({ offers, sets, unranked }: Ranking, names: Names): string {
  const named = (ids: readonly string[]): string => ids.map((id) => names.get(id) ?? id).join(', ');
  const best = sets.at(-1);
  return [
    table(columnsOf(names), offers),
    ...(best
      ? [
          '',
          `Best together: ${named(best.offerIds)}, worth ${euros(best.gainCents)}.`,
          ...lotLines(best, names),
        ]
      : []),
    ...(unranked.length > 0 ? ['', `Without an answer: ${named(unranked)}.`] : []),
  ].join('\n');
}

function lotLines({ lots }: Pick<Ranked, 'lots'>, names: Names): string[] {
  return lots.map(({ offerId, amountCents, openedOn, maturityDate, brokenOn, netReturnCents }) => {
    const until = brokenOn === undefined ? `until ${maturityDate}` : `broken on ${brokenOn}`;
    const name = names.get(offerId) ?? offerId;
    return `  ${openedOn}  ${euros(amountCents)} on ${name}, ${until}: ${euros(netReturnCents)} net`;
  });
}
