import { api } from '@fibado/contracts';
import type { Client } from '../client.js';
import { quarterOf } from '../cli/fields.js';
import { type Json, object, QUARTER } from './input-schema.js';
import type { Tool } from './tool.js';

const YEAR = { type: 'integer', minimum: 2018, maximum: 2100 };

/** The transfers of open quarters that have yet to be made, by day. */
async function toDo(client: Client): Promise<unknown> {
  const open = (await client.call(api.quarters.list)).filter(({ state }) => state !== 'CLOSED');
  const lists = await Promise.all(
    open.map(({ date }) => client.call(api.operations.get, { params: { quarter: date } })),
  );
  const transfers = lists
    .flat()
    .filter(({ kind, status }) => kind === 'TRANSFER' && status === 'PLANNED')
    .sort((a, b) => (a.date < b.date ? -1 : 1));
  return { quarters: open, transfers };
}

/** What the instance knows. */
export const READING_TOOLS: readonly Tool[] = [
  {
    name: 'accounts',
    title: 'Accounts',
    description: "The household's accounts with their rates, limits and fees, their banks and holders.",
    input: object({}),
    calls: [api.accounts.get, api.banks.get, api.accountGroups.get],
    run: async (client) => ({
      accounts: await client.call(api.accounts.get),
      banks: await client.call(api.banks.get),
      accountGroups: await client.call(api.accountGroups.get),
    }),
  },
  {
    name: 'to_do',
    title: 'To-do list',
    description:
      'The quarters that are open, and the transfers planned in them that have yet to be made, by day.',
    input: object({}),
    calls: [api.quarters.list, api.operations.get],
    run: toDo,
  },
  {
    name: 'summary',
    title: 'Summary of a quarter',
    description:
      'Every figure of a quarter (balances, interest, stamp duty, fees, limits broken) and the newest plan.',
    input: object({ quarter: QUARTER }),
    calls: [api.quarters.summary],
    run: (client, given) =>
      client.call(api.quarters.summary, { params: { date: quarterOf(String(given['quarter'])) } }),
  },
  {
    name: 'goals',
    title: 'Goals by date',
    description: 'What the household wants to have freely available by a day, and on which accounts.',
    input: object({}),
    calls: [api.goals.get],
    run: (client) => client.call(api.goals.get),
  },
  {
    name: 'tax_dossier',
    title: 'ISEE dossier',
    description:
      "A calendar year's figures for the Italian ISEE declaration (panel FC2) and the tax on foreign accounts (IVAFE).",
    input: object({ year: YEAR }),
    calls: [api.taxYear.get],
    run: (client, given) => client.call(api.taxYear.get, { params: { year: yearOf(given) } }),
  },
  {
    name: 'year_end',
    title: 'Year end',
    description: 'What a calendar year earned and cost by account, bank and cause, and what the plans added.',
    input: object({ year: YEAR }),
    calls: [api.yearEnd.get],
    run: (client, given) => client.call(api.yearEnd.get, { params: { year: yearOf(given) } }),
  },
];

const yearOf = ({ year }: Json): number => Number(year);
