import type { Account, Operation } from '@fibado/contracts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import { formatDay, quarterParts } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { formatAmount } from '../../../lib/money';
import { useHasRole } from '../../../lib/roles';
import { useCanWrite } from './access';
import { nameIn } from './shown';
import { accountsQuery, operationsQuery, quartersQuery } from './queries';

/** Something of the household that the palette leads to. */
export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  /** What else it is found by. */
  readonly keywords: string[];
  readonly to: string;
}

/** The quarters searched: the newest ones. */
const QUARTERS = 2;
const MOST = 500;

const pageOf = (accountId: string): string => `/fibado/accounts/view/${accountId}`;

/** A movement is found by its words, its account, its day and its amount, with and without what groups thousands. */
export function movementEntry(operation: Operation, account: string, shownAmount: string): PaletteEntry {
  const amount = formatAmount(operation.amountCents);
  const { id, description, accountId, date } = operation;
  return {
    id: `movement-${id}`,
    label: description,
    description: `${formatDay(date)} · ${account} · ${shownAmount}`,
    keywords: [amount, amount.replaceAll(/[.,](?=\d{3})/g, ''), operation.category ?? ''],
    to: `${pageOf(accountId)}?search=${encodeURIComponent(description)}`,
  };
}

export const accountEntry = ({ id, name, iban }: Account): PaletteEntry => ({
  id: `account-${id}`,
  label: name,
  description: iban ?? '',
  keywords: iban === undefined ? [] : [iban],
  to: pageOf(id),
});

/** What is done most: a plan and the operations of the quarter under way, and a new account. */
export function actionEntries(quarter: string | undefined, t: TFunction): PaletteEntry[] {
  const entry = (label: string, to: string, description = ''): PaletteEntry => ({
    id: `action-${to}`,
    label: t(label),
    description,
    keywords: [],
    to,
  });
  const account = entry('FINANCE.ACCOUNTS.CREATE', '/fibado/accounts/create');
  if (quarter === undefined) return [account];
  const name = t('FINANCE.QUARTER.NAME', { ...quarterParts(quarter) });
  return [
    entry('FINANCE.OPTION.RUN', `/fibado/dashboard/automatic-planning/${quarter}`, name),
    entry('FINANCE.OPERATIONS.NEW', `/fibado/dashboard/operation/edit/${quarter}`, name),
    account,
  ];
}

interface PaletteEntries {
  readonly actions: PaletteEntry[];
  readonly accounts: PaletteEntry[];
  readonly movements: PaletteEntry[];
}

/** The household's actions, accounts and movements of the newest quarters; nothing for people without its finances. */
export function usePaletteEntries(): PaletteEntries {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const enabled = useHasRole('FBDO_FIBADO', 'FBDO_READ');
  const accounts = useQuery({ ...accountsQuery(), enabled }).data ?? [];
  const quarters = useQuery({ ...quartersQuery(), enabled }).data ?? [];
  const operations = useQueries({
    queries: quarters.slice(-QUARTERS).map(({ date }) => ({ ...operationsQuery(date), enabled })),
  }).flatMap(({ data }) => data ?? []);
  const name = nameIn(accounts);
  const canWrite = useCanWrite();
  const open = quarters.findLast(({ state }) => state !== 'CLOSED')?.date;
  return {
    actions: canWrite ? actionEntries(open, t) : [],
    accounts: accounts.map((one) => {
      const entry = accountEntry(one);
      return { ...entry, description: entry.description || t(`FINANCE.KIND.${one.kind}`) };
    }),
    movements: operations
      .toSorted((a, b) => b.date.localeCompare(a.date))
      .slice(0, MOST)
      .map((one) => movementEntry(one, name(one.accountId), money(one.amountCents))),
  };
}
