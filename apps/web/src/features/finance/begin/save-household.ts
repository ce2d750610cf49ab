import type { Client } from '@fibado/client';
import {
  accountGroups,
  accounts,
  banks,
  imports,
  operations,
  quarters,
  recurrences,
  type NewRecurrence,
} from '@fibado/contracts';
import { quarterOf } from '@fibado/planning';
import {
  accountBody,
  type AccountDraft,
  bankBody,
  type BeginDraft,
  inSavingOrder,
  type ItemKey,
  itemRule,
  linkedOf,
} from './begin-model';

type Call = Pick<Client, 'call'>;

export interface BeginTexts {
  readonly group: string;
  /** Who owns the accounts until the household says otherwise. */
  readonly holder: string;
  readonly items: Readonly<Record<ItemKey, string>>;
}

const idsByName = (all: readonly { readonly id: string; readonly name: string }[]) =>
  new Map(all.map(({ id, name }) => [name, id]));

/**
 * Saves what the guided start asked for. What is there by its name is kept as it is, so that a start that failed half
 * way is taken up where it stopped. @returns the quarter's date.
 */
export async function saveHousehold(
  client: Call,
  draft: BeginDraft,
  today: string,
  texts: BeginTexts,
): Promise<string> {
  const quarter = quarterOf(today);
  const bankIds = await saveBanks(client, draft);
  const accountGroupId = await saveGroup(client, texts);
  const accountIds = await saveAccounts(client, draft, bankIds, accountGroupId, today);
  const existing = await client.call(quarters.list);
  if (!existing.some(({ date }) => date === quarter))
    await client.call(quarters.init, { body: { date: quarter } });
  const idOf = (account: AccountDraft) => accountIds.get(account.name.trim()) ?? '';
  const setups = draft.accounts.map((account) => ({
    accountId: idOf(account),
    openingBalanceCents: account.balanceCents ?? 0,
  }));
  await client.call(quarters.saveSetups, { body: { date: quarter, setups } });
  for (const account of draft.accounts)
    if (account.statement) await importStatement(client, quarter, account, idOf(account));
  await saveItems(client, draft, idOf, today, texts);
  return quarter;
}

async function saveBanks(client: Call, draft: BeginDraft): Promise<Map<string, string>> {
  const ids = idsByName(await client.call(banks.get));
  for (const bank of draft.banks)
    if (!ids.has(bank.name)) ids.set(bank.name, (await client.call(banks.save, { body: bankBody(bank) })).id);
  return ids;
}

async function saveGroup(client: Call, { group, holder }: BeginTexts): Promise<string> {
  const [first] = await client.call(accountGroups.get);
  if (first) return first.id;
  return (await client.call(accountGroups.save, { body: { name: group, holders: [holder], order: 0 } })).id;
}

async function saveAccounts(
  client: Call,
  draft: BeginDraft,
  bankIds: ReadonlyMap<string, string>,
  accountGroupId: string,
  today: string,
): Promise<Map<string, string>> {
  const ids = idsByName(await client.call(accounts.get));
  for (const account of inSavingOrder(draft.accounts)) {
    const name = account.name.trim();
    if (ids.has(name)) continue;
    const linkedAccountId = ids.get(linkedOf(account, draft.accounts)?.name.trim() ?? '');
    const body = accountBody(
      account,
      {
        bankId: bankIds.get(account.bank) ?? '',
        accountGroupId,
        ...(linkedAccountId === undefined ? {} : { linkedAccountId }),
      },
      today,
    );
    ids.set(name, (await client.call(accounts.save, { body })).id);
  }
  return ids;
}

/** Takes the file's movements of the quarter in, and opens the quarter with what makes them end at the balance. */
async function importStatement(
  client: Call,
  quarter: string,
  { statement, balanceCents }: AccountDraft,
  accountId: string,
): Promise<void> {
  if (!statement) return;
  const changes = await client.call(imports.computeChanges, {
    body: { quarter, accountId },
    file: statement,
    fileName: statement.name,
  });
  const { bookedBeforeCents, bookedAfterCents } = changes.balanceEffect;
  const openingBalanceCents = (balanceCents ?? 0) - (bookedAfterCents - bookedBeforeCents);
  if (changes.file.importedAt !== undefined || changes.comparisonId === undefined) return;
  await client.call(quarters.saveSetups, {
    body: { date: quarter, setups: [{ accountId, openingBalanceCents }] },
  });
  await client.call(imports.apply, {
    body: { comparisonId: changes.comparisonId, take: [], leave: [], alternatives: [] },
  });
}

async function saveItems(
  client: Call,
  draft: BeginDraft,
  idOf: (account: AccountDraft) => string,
  today: string,
  texts: BeginTexts,
): Promise<void> {
  const known = new Set((await client.call(recurrences.get)).map(({ description }) => description));
  const rules: NewRecurrence[] = [];
  for (const item of draft.items) {
    const { amountCents } = item;
    const account = draft.accounts.find(({ key }) => key === item.account) ?? firstOf(draft.accounts);
    const description = texts.items[item.key];
    if (amountCents === null || !account || known.has(description)) continue;
    rules.push(itemRule({ ...item, amountCents }, idOf(account), description, today));
  }
  if (rules.length > 0)
    await client.call(operations.saveBulk, { body: { operations: [], recurrences: rules } });
}

/** Where salaries and bills go unless it is said otherwise: the first current account, else the first of all. */
export const firstOf = (all: readonly AccountDraft[]): AccountDraft | undefined =>
  all.find(({ kind }) => kind === 'CURRENT') ?? all[0];
