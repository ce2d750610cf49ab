import type { Account } from '@fibado/contracts';
import { useMemo, useState } from 'react';
import { searchRows } from '../../../components/data-table';
import { isToConfirm } from '../shared/to-confirm';
import { nameIn } from '../shared/problem';
import { useSearchParam } from '../shared/search-param';
import type { OperationDraft } from './draft';

/** The filters of the list, kept in the address. */
export function useRowFilters() {
  const [search, setSearch] = useSearchParam('q');
  const [account, setAccount] = useSearchParam('account');
  const [kind, setKind] = useSearchParam('kind');
  const [status, setStatus] = useSearchParam('status');
  /** `due`: what is past and waits to be confirmed. */
  const [view, setView] = useSearchParam('view');
  return useMemo(
    () => ({ search, setSearch, account, setAccount, kind, setKind, status, setStatus, view, setView }),
    [search, setSearch, account, setAccount, kind, setKind, status, setStatus, view, setView],
  );
}

export type RowFilters = ReturnType<typeof useRowFilters>;

/**
 * The rows a filter lets through. A row once shown stays until the filter changes, so that editing or ticking it does
 * not take it away from under the pointer.
 */
export function useShownRows(
  rows: readonly OperationDraft[],
  { search, account, kind, status, view }: RowFilters,
  accounts: readonly Account[],
  today: string,
): readonly OperationDraft[] {
  const name = useMemo(() => nameIn(accounts), [accounts]);
  const matching = useMemo(() => {
    const found = searchRows(rows, search, (r) => [
      r.description,
      r.category,
      r.amount,
      r.date,
      name(r.accountId),
    ]);
    return found
      .filter(
        (row) =>
          (account === '' || row.accountId === account || row.toAccountId === account) &&
          (kind === '' || row.kind === kind) &&
          (status === '' || row.status === status) &&
          (view !== 'due' || (row.saved !== undefined && isToConfirm(row.saved, today))),
      )
      .map(({ key }) => key);
  }, [rows, search, account, kind, status, view, name, today]);

  const filter = JSON.stringify([search, account, kind, status, view]);
  const [kept, setKept] = useState({ filter, keys: new Set(matching) });
  if (kept.filter !== filter) setKept({ filter, keys: new Set(matching) });
  else if (matching.some((key) => !kept.keys.has(key)))
    setKept({ filter, keys: new Set([...kept.keys, ...matching]) });
  return useMemo(
    // A row being made stays in sight, whatever the filter.
    () => rows.filter((row) => row.saved === undefined || kept.keys.has(row.key)),
    [rows, kept],
  );
}
