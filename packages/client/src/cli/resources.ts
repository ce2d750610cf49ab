import {
  type Account,
  type AccountGroup,
  api,
  type Bank,
  type EndpointShape,
  type Goal,
  type Person,
} from '@fibado/contracts';
import type { Client } from '../client.js';
import { accountNames } from './household.js';
import { type Column, euros } from './terminal.js';

export interface Row {
  readonly id: string;
  readonly name: string;
}

/** A list that is read whole, saved one at a time and deleted by name or id. */
export interface Resource<T extends Row> {
  readonly command: string;
  readonly what: string;
  readonly list: (client: Client) => Promise<readonly T[]>;
  readonly save: EndpointShape;
  readonly saveOne: (client: Client, body: never) => Promise<T>;
  readonly remove: (client: Client, id: string) => Promise<void>;
  readonly columns: (client: Client) => Promise<readonly Column<T>[]>;
}

const bankColumns: readonly Column<Bank>[] = [
  { title: 'name', value: (bank) => bank.name },
  { title: 'abi', value: (bank) => bank.abi ?? '' },
  { title: 'guarantee', value: (bank) => bank.guaranteeScheme },
  { title: 'stamp duty', value: (bank) => bank.stampDutyMethod },
  { title: 'id', value: (bank) => bank.id },
];

const personColumns: readonly Column<Person>[] = [
  { title: 'name', value: (person) => person.name },
  { title: 'role', value: (person) => person.role },
  { title: 'born on', value: (person) => person.bornOn ?? '' },
  { title: 'id', value: (person) => person.id },
];

const groupColumns: readonly Column<AccountGroup>[] = [
  { title: 'name', value: (group) => group.name },
  { title: 'holders', value: (group) => group.holders.join(', ') },
  { title: 'id', value: (group) => group.id },
];

async function accountColumns(client: Client): Promise<readonly Column<Account>[]> {
  const banks = new Map((await client.call(api.banks.get)).map((bank) => [bank.id, bank.name]));
  return [
    { title: 'name', value: (account) => account.name },
    { title: 'bank', value: (account) => banks.get(account.bankId) ?? '' },
    { title: 'kind', value: (account) => account.kind },
    { title: 'rate %', right: true, value: rateOf },
    { title: 'minimum', right: true, value: (account) => euros(account.minBalanceCents) },
    { title: 'active', value: (account) => (account.active ? 'yes' : 'no') },
    { title: 'id', value: (account) => account.id },
  ];
}

/** The rates of the newest period, lowest band first. */
function rateOf(account: Account): string {
  const newest = [...account.rates].sort((a, b) => (a.from < b.from ? 1 : -1))[0];
  return newest ? newest.tiers.map(({ ratePct }) => String(ratePct)).join(' / ') : '';
}

async function goalColumns(client: Client): Promise<readonly Column<Goal>[]> {
  const nameOf = await accountNames(client);
  return [
    { title: 'name', value: (goal) => goal.name },
    { title: 'by', value: (goal) => goal.date },
    { title: 'amount', right: true, value: (goal) => euros(goal.amountCents) },
    { title: 'on', value: (goal) => goal.accountIds?.map(nameOf).join(', ') ?? '' },
    { title: 'id', value: (goal) => goal.id },
  ];
}

export const BANKS: Resource<Bank> = {
  command: 'banks',
  what: 'bank',
  save: api.banks.save,
  list: (client) => client.call(api.banks.get),
  saveOne: (client, body) => client.call(api.banks.save, { body }),
  remove: (client, id) => client.call(api.banks.delete, { params: { id } }),
  columns: () => Promise.resolve(bankColumns),
};
export const PERSONS: Resource<Person> = {
  command: 'persons',
  what: 'person',
  save: api.persons.save,
  list: (client) => client.call(api.persons.get),
  saveOne: (client, body) => client.call(api.persons.save, { body }),
  remove: (client, id) => client.call(api.persons.delete, { params: { id } }),
  columns: () => Promise.resolve(personColumns),
};
export const GROUPS: Resource<AccountGroup> = {
  command: 'groups',
  what: 'group',
  save: api.accountGroups.save,
  list: (client) => client.call(api.accountGroups.get),
  saveOne: (client, body) => client.call(api.accountGroups.save, { body }),
  remove: (client, id) => client.call(api.accountGroups.delete, { params: { id } }),
  columns: () => Promise.resolve(groupColumns),
};
export const ACCOUNTS: Resource<Account> = {
  command: 'accounts',
  what: 'account',
  save: api.accounts.save,
  list: (client) => client.call(api.accounts.get),
  saveOne: (client, body) => client.call(api.accounts.save, { body }),
  remove: (client, id) => client.call(api.accounts.delete, { params: { id } }),
  columns: accountColumns,
};
export const GOALS: Resource<Goal> = {
  command: 'goals',
  what: 'goal',
  save: api.goals.save,
  list: (client) => client.call(api.goals.get),
  saveOne: (client, body) => client.call(api.goals.save, { body }),
  remove: (client, id) => client.call(api.goals.delete, { params: { id } }),
  columns: goalColumns,
};
