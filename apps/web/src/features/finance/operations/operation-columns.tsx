import type { Account } from '@fibado/contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDayShort, parseDay } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import type { GridColumn } from '../shared/editable-grid/editable-grid';
import type { DraftField, DraftReading, OperationDraft } from './draft';

/** The grid's columns, in the order in which an operation is told: when, what, how much, from where, to where. */
export function useOperationColumns(
  accounts: readonly Account[],
  read: (draft: OperationDraft) => DraftReading,
  locked: boolean,
  quarter: string,
): readonly GridColumn<OperationDraft>[] {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  return useMemo(() => {
    const choices = accounts.map((a) => ({ value: a.id, label: a.name }));
    const column = (
      id: DraftField,
      width: string,
      rest: Partial<GridColumn<OperationDraft>> = {},
    ): GridColumn<OperationDraft> => ({
      id,
      header: t(`FINANCE.OPERATION.${id}`),
      width,
      kind: 'text',
      text: (row) => String(row[id]),
      issue: (row) => {
        const issue = read(row).issues[id];
        return issue === undefined ? undefined : t(`FINANCE.ISSUE.${issue}`);
      },
      locked: () => locked,
      ...rest,
    });
    const sign = { INCOME: 1, EXPENSE: -1, TRANSFER: 1 } as const;
    return [
      column('date', '4rem', {
        show: (row) => {
          const date = parseDay(row.date, quarter);
          return date === undefined ? row.date : formatDayShort(date);
        },
      }),
      column('description', 'minmax(8.5rem, 1fr)'),
      column('amount', '6rem', {
        align: 'end',
        inputMode: 'decimal',
        show: (row) => {
          const cents = read(row).operation?.amountCents;
          return cents === undefined ? row.amount : money(cents * sign[row.kind]);
        },
      }),
      column('kind', '4.6rem', {
        kind: 'choice',
        options: (['EXPENSE', 'INCOME', 'TRANSFER'] as const).map((kind) => ({
          value: kind,
          label: t(`FINANCE.OPERATION_KIND.${kind}`),
        })),
      }),
      column('accountId', 'minmax(7.4rem, 0.6fr)', { kind: 'choice', options: choices }),
      column('toAccountId', 'minmax(6.6rem, 0.6fr)', { kind: 'choice', options: choices }),
      column('status', '3rem', {
        kind: 'check',
        align: 'center',
        text: (row) => String(row.status === 'DONE'),
      }),
      column('valueDate', '4.4rem', {
        show: (row) => {
          const operation = read(row).operation;
          if (!operation) return row.valueDate;
          return operation.valueDate === operation.date ? '' : formatDayShort(operation.valueDate);
        },
      }),
      column('uncertainty', '6.8rem'),
      column('category', 'minmax(5.8rem, 0.4fr)'),
      column('locked', '4.8rem', { kind: 'check', align: 'center', text: (row) => String(row.locked) }),
    ];
  }, [accounts, read, locked, money, t, quarter]);
}
