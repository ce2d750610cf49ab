import {
  type Account,
  accountGroups as accountGroupsApi,
  accounts as accountsApi,
  type AccountGroup,
  type Bank,
  banks as banksApi,
  type Operation,
  operations as operationsApi,
  type Person,
  persons as personsApi,
  type Quarter,
  quarters as quartersApi,
  type Recurrence,
  recurrences as recurrencesApi,
} from '@fibado/contracts';
import type { Client } from '@fibado/client';
import { EXAMPLE_MOVEMENTS, EXAMPLE_OPENINGS } from './example-household';
import { EXAMPLE } from './example-names';

type Call = Pick<Client, 'call'>;

/** Everything of a household that the example may be part of; operations of the quarters that are not closed. */
export interface ExampleSurroundings {
  readonly banks: readonly Bank[];
  readonly persons: readonly Person[];
  readonly accountGroups: readonly AccountGroup[];
  readonly accounts: readonly Account[];
  /** Oldest first. */
  readonly quarters: readonly Quarter[];
  readonly operations: readonly Operation[];
  readonly recurrences: readonly Recurrence[];
}

/** What of the example goes and what of it stays. */
export interface ExampleRemoval {
  readonly operations: readonly Operation[];
  readonly recurrences: readonly Recurrence[];
  /** The quarter's date. */
  readonly quarter: string | undefined;
  /** In the order in which they can be deleted. */
  readonly accounts: readonly Account[];
  readonly accountGroups: readonly AccountGroup[];
  readonly persons: readonly Person[];
  readonly banks: readonly Bank[];
  /** Names of what was edited or is in use. */
  readonly keeps: readonly string[];
}

interface Versioned {
  readonly name: string;
  readonly version: number;
}

const ofExample = <T extends Versioned>(all: readonly T[], names: Record<string, string>): T[] =>
  all.filter(({ name }) => Object.values(names).includes(name));

const unedited = ({ version }: { readonly version: number }): boolean => version === 1;

const isExampleMovement = (movement: Pick<Operation, 'kind' | 'amountCents' | 'description'>): boolean =>
  Object.values(EXAMPLE_MOVEMENTS).some(
    (one) =>
      one.kind === movement.kind &&
      one.amountCents === movement.amountCents &&
      one.description === movement.description,
  );

/**
 * What can be removed: what the example made and was not edited since, and the transfers computed between its accounts
 * that are still planned. What is used by anything that stays, stays as well.
 */
export function planRemoval(household: ExampleSurroundings): ExampleRemoval {
  const mine = ofExample(household.accounts, EXAMPLE.accounts);
  const ids = new Set(mine.map(({ id }) => id));
  const recurrences = household.recurrences.filter(
    (rule) => unedited(rule) && ids.has(rule.accountId) && isExampleMovement(rule),
  );
  const operations = household.operations.filter(isRemovable(ids, new Set(recurrences.map(({ id }) => id))));
  const quarter = removableQuarter(household, mine, operations);
  const accounts = removableAccounts(household, mine, quarter);
  const left = household.accounts.filter((account) => !accounts.includes(account));
  const groups = ofExample(household.accountGroups, EXAMPLE.groups);
  const banks = ofExample(household.banks, EXAMPLE.banks);
  const goingGroups = groups.filter((g) => unedited(g) && !left.some((a) => a.accountGroupId === g.id));
  const goingBanks = banks.filter((b) => unedited(b) && !left.some((a) => a.bankId === b.id));
  const persons = ofExample(household.persons, EXAMPLE.persons);
  const leftGroups = household.accountGroups.filter((group) => !goingGroups.includes(group));
  const held = new Set(leftGroups.flatMap(({ holderIds }) => holderIds));
  // A person who stays for a group goes by the group's name among what is kept.
  const keptPersons = persons.filter((person) => !unedited(person) && !held.has(person.id));
  const staying = [...mine, ...groups, ...keptPersons, ...banks].filter(
    (one) => ![...accounts, ...goingGroups, ...goingBanks].some(({ id }) => id === one.id),
  );
  return {
    operations,
    recurrences,
    quarter,
    accounts,
    accountGroups: goingGroups,
    persons: persons.filter((person) => unedited(person) && !held.has(person.id)),
    banks: goingBanks,
    keeps: staying.map(({ name }) => name),
  };
}

const isRemovable =
  (accounts: ReadonlySet<string>, rules: ReadonlySet<string>) =>
  (operation: Operation): boolean => {
    const { accountId, toAccountId, recurrenceId, origin, locked, status } = operation;
    const within = accounts.has(accountId) && (toAccountId === undefined || accounts.has(toAccountId));
    if (!within || status === 'DONE') return false;
    if (origin === 'OPTIMIZER') return !locked;
    return (
      unedited(operation) &&
      (isExampleMovement(operation) || (recurrenceId !== undefined && rules.has(recurrenceId)))
    );
  };

/** The example's quarter where it is as it was made: not started, the last one, with the example's openings alone. */
function removableQuarter(
  { quarters, operations }: ExampleSurroundings,
  mine: readonly Account[],
  going: readonly Operation[],
): string | undefined {
  const last = quarters.at(-1);
  if (last?.state !== 'INITIALIZED') return undefined;
  const opening = new Map(
    (['joint', 'own', 'deposit'] as const).map((key) => [EXAMPLE.accounts[key], EXAMPLE_OPENINGS[key]]),
  );
  const names = new Map<string, string>(mine.map(({ id, name }) => [id, name]));
  const asMade = last.setups.every(
    ({ accountId, openingBalanceCents, minBalanceCents, maxBalanceCents, excluded, notes }) => {
      const name = names.get(accountId) as (typeof EXAMPLE.accounts)['joint'] | undefined;
      const plain = minBalanceCents === undefined && maxBalanceCents === undefined && notes === undefined;
      return name !== undefined && plain && !excluded && opening.get(name) === openingBalanceCents;
    },
  );
  const emptied = operations.every((one) => one.quarter !== last.date || going.includes(one));
  return asMade && emptied ? last.date : undefined;
}

/** An account goes after those that are linked to it. */
function removableAccounts(
  { accounts, quarters, operations, recurrences }: ExampleSurroundings,
  mine: readonly Account[],
  quarter: string | undefined,
): Account[] {
  const used = new Set(
    quarters.filter(({ date }) => date !== quarter).flatMap(({ setups }) => setups.map((s) => s.accountId)),
  );
  for (const rule of recurrences)
    if (!(unedited(rule) && isExampleMovement(rule))) {
      used.add(rule.accountId);
      if (rule.toAccountId !== undefined) used.add(rule.toAccountId);
    }
  for (const one of operations)
    if (one.quarter !== quarter) {
      used.add(one.accountId);
      if (one.toAccountId !== undefined) used.add(one.toAccountId);
    }
  const going: Account[] = [];
  for (const account of mine.toSorted((a, b) => Number(!a.linkedAccountId) - Number(!b.linkedAccountId))) {
    const linked = accounts.some((one) => one.linkedAccountId === account.id && !going.includes(one));
    if (unedited(account) && !used.has(account.id) && !linked) going.push(account);
  }
  return going;
}

/** Reads what `planRemoval` decides on. */
export async function readSurroundings(client: Call): Promise<ExampleSurroundings> {
  const [banks, persons, accountGroups, accounts, listed, recurrences] = await Promise.all([
    client.call(banksApi.get),
    client.call(personsApi.get),
    client.call(accountGroupsApi.get),
    client.call(accountsApi.get),
    client.call(quartersApi.list),
    client.call(recurrencesApi.get),
  ]);
  const quarters = await Promise.all(
    listed.map(({ date }) => client.call(quartersApi.getQuarter, { params: { date } })),
  );
  const open = quarters.filter(({ state }) => state !== 'CLOSED');
  const operations = await Promise.all(
    open.map(({ date }) => client.call(operationsApi.get, { params: { quarter: date } })),
  );
  return { banks, persons, accountGroups, accounts, quarters, operations: operations.flat(), recurrences };
}

/** Each step leaves a household that is whole, and the rest can be removed by asking again. */
export async function removeExample(client: Call, going: ExampleRemoval): Promise<void> {
  const { operations, recurrences, quarter, accounts, accountGroups, persons, banks } = going;
  if (operations.length > 0)
    await client.call(operationsApi.saveBulk, {
      body: { operations: [], deleteIds: operations.map(({ id }) => id) },
    });
  for (const { id } of recurrences) await client.call(recurrencesApi.delete, { params: { id }, query: {} });
  if (quarter !== undefined) await client.call(quartersApi.delete, { params: { date: quarter } });
  for (const { id } of accounts) await client.call(accountsApi.delete, { params: { id } });
  for (const { id } of accountGroups) await client.call(accountGroupsApi.delete, { params: { id } });
  for (const { id } of persons) await client.call(personsApi.delete, { params: { id } });
  for (const { id } of banks) await client.call(banksApi.delete, { params: { id } });
}
