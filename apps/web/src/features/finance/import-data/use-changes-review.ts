import { imports, type ImportChanges, type Operation, type RowVerdict } from '@fibado/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toastUndo } from '../../../components/toasts';
import { useUnsavedChanges } from '../../../components/unsaved-changes';
import { client } from '../../../lib/client';
import { operationsQuery, refreshFinance } from '../shared/queries';
import { bookedAfterCents, decisionsOf, plannedFor, proposedTicks, tickVerdict } from './import-model';

/** Rows drawn at once: a file may hold a hundred thousand, and a browser stands still over a few thousand. */
export const PAGE_ROWS = 100;

export interface ReviewedImport {
  readonly quarter: string;
  readonly accountId: string;
  readonly changes: ImportChanges;
  readonly onDone: () => void;
}

const withOrWithout = (rows: ReadonlySet<number>, row: number, isIn: boolean): ReadonlySet<number> =>
  isIn ? new Set([...rows, row]) : new Set([...rows].filter((one) => one !== row));

/** What a person decides about the rows of a file, which of them are shown, and saving them. */
export function useChangesReview({ quarter, accountId, changes, onDone }: ReviewedImport) {
  const operations = useQuery(operationsQuery(quarter)).data ?? [];
  const [ticks, setTicks] = useState(() => proposedTicks(changes));
  const [alternatives, setAlternatives] = useState<ReadonlySet<number>>(new Set());
  const [matches, setMatches] = useState<ReadonlyMap<number, Operation>>(new Map());
  const [verdict, setVerdict] = useState<string>('');
  const [page, setPage] = useState(1);
  const [isSaved, setSaved] = useState(false);
  const save = useApplyImport(changes, () => setSaved(true), onDone);
  useUnsavedChanges(ticks.size > 0 && !isSaved);

  const tick = (row: number, isOn: boolean) => setTicks((old) => withOrWithout(old, row, isOn));
  const wanted = changes.rows.filter((row) => verdict === '' || row.verdict === verdict);
  return {
    ticks,
    alternatives,
    matches,
    verdict,
    page,
    setPage,
    tick,
    isSaving: save.isPending,
    bookedAfterCents: bookedAfterCents(changes, ticks, alternatives, { quarter, accountId }),
    pages: Math.max(1, Math.ceil(wanted.length / PAGE_ROWS)),
    total: wanted.length,
    shown: wanted.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS),
    /** Operations of the quarter that a row may be matched with by hand. */
    plannedFor: (row: ImportChanges['rows'][number]) =>
      plannedFor(row, changes, operations, accountId, matches),
    show: (next: string) => {
      setVerdict(next);
      setPage(1);
    },
    tickVerdict: (one: RowVerdict, isOn: boolean) => setTicks(tickVerdict(changes, ticks, one, isOn)),
    readAlternatively: (row: number, isOn: boolean) =>
      setAlternatives((old) => withOrWithout(old, row, isOn)),
    match: (row: number, operation: Operation | undefined) => {
      setMatches((old) => {
        const next = new Map(old);
        if (operation) next.set(row, operation);
        else next.delete(row);
        return next;
      });
      if (operation) tick(row, true);
    },
    save: () => save.mutate({ ticks, alternatives, matches }),
  };
}

export type ChangesReviewState = ReturnType<typeof useChangesReview>;

/** Applies the decisions by reference to the computed comparison; the toast takes them back. */
function useApplyImport(changes: ImportChanges, onSaved: () => void, onDone: () => void) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const revert = useMutation({
    meta: { confirm: true },
    mutationFn: (id: string) => client.call(imports.revert, { params: { id } }),
    onSettled: () => refreshFinance(queryClient),
  });
  return useMutation({
    meta: { confirm: true },
    mutationFn: (decisions: Parameters<typeof decisionsOf>[1]) =>
      client.call(imports.apply, {
        body: { comparisonId: changes.comparisonId ?? '', ...decisionsOf(changes, decisions) },
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: async ({ created, updated, importId }) => {
      onSaved();
      await refreshFinance(queryClient);
      if (importId !== undefined)
        toastUndo(t('FINANCE.IMPORT.SAVED', { count: created + updated }), () => revert.mutate(importId));
      onDone();
    },
  });
}
