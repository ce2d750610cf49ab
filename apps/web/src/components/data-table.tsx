import { Box } from '@mantine/core';
import {
  DataTable as MantineDataTable,
  type DataTableColumn,
  type DataTableSortStatus,
} from 'mantine-datatable';
import 'mantine-datatable/styles.css';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compareNames } from '../lib/names';
import classes from './data-table.module.css';

export interface Column<T> {
  readonly key: string;
  readonly title: string;
  readonly render: (row: T) => ReactNode;
  /** Makes the column sortable by this value. */
  readonly sortBy?: (row: T) => string | number;
  readonly align?: 'left' | 'right' | 'center';
  readonly width?: number | string;
  /** Left out on a phone's width. */
  readonly wideOnly?: boolean;
}

/** Paging done by the server: rows are one page of `total`. */
export interface ServerPaging {
  /** Counted from 0. */
  readonly page: number;
  readonly size: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

interface DataTableProps<T> {
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly rowKey: (row: T) => string;
  /** What the table holds, for those who do not see it. */
  readonly label: string;
  /** What it says without rows: why there are none, or what to do. */
  readonly none?: string | undefined;
  readonly onRowClick?: (row: T) => void;
  readonly initialSort?: { readonly key: string; readonly direction: 'asc' | 'desc' };
  readonly paging?: ServerPaging;
  readonly fetching?: boolean;
  readonly selected?: readonly T[];
  readonly onSelect?: (rows: T[]) => void;
}

/** Rows on a page of a list that came whole. */
const PAGE_ROWS = 100;

/** A long list that came whole, in pages like those a server makes. */
function usePages<T>(rows: T[], byServer: ServerPaging | undefined): [rows: T[], paging?: ServerPaging] {
  const [asked, setAsked] = useState(0);
  if (byServer) return [rows, byServer];
  if (rows.length <= PAGE_ROWS) return [rows];
  // A search may have left fewer pages.
  const page = Math.min(asked, Math.ceil(rows.length / PAGE_ROWS) - 1);
  return [
    rows.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS),
    { page, size: PAGE_ROWS, total: rows.length, onPage: setAsked },
  ];
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareNames(String(a), String(b));
}

/** A table with sorting and paging, the server's or its own for many rows. The first cell of a row should hold its link. */
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const { rows, columns, rowKey, label, none, onRowClick, initialSort, fetching, selected, onSelect } = props;
  const { t } = useTranslation();
  const [sort, setSort] = useState<DataTableSortStatus<T>>({
    columnAccessor: initialSort?.key ?? '',
    direction: initialSort?.direction ?? 'asc',
  });

  const sorted = useMemo(() => {
    const by = columns.find((column) => column.key === sort.columnAccessor)?.sortBy;
    if (!by) return [...rows];
    const factor = sort.direction === 'asc' ? 1 : -1;
    return [...rows].sort((a, b) => factor * compare(by(a), by(b)));
  }, [rows, columns, sort]);

  const [records, paging] = usePages(sorted, props.paging);

  const tableColumns = columns.map((column): DataTableColumn<T> => ({
    accessor: column.key,
    title: column.title,
    render: (row) => column.render(row),
    sortable: column.sortBy !== undefined,
    ...(column.align ? { textAlign: column.align } : {}),
    ...(column.width === undefined ? {} : { width: column.width }),
    ...(column.wideOnly ? { visibleMediaQuery: '(min-width: 48em)' } : {}),
  }));

  const common = {
    'aria-label': label,
    records,
    columns: tableColumns,
    idAccessor: (row: T) => rowKey(row),
    sortStatus: sort,
    onSortStatusChange: setSort,
    // Beside rows the library hides it from the eye alone.
    noRecordsText: rows.length > 0 ? '' : (none ?? t('COMMON.TABLE.NONE')),
    highlightOnHover: true,
    verticalSpacing: 'xs' as const,
    minHeight: rows.length === 0 ? 120 : 0,
    fetching: fetching ?? false,
    // Wider than a phone it scrolls within itself, and what scrolls has to be reachable by keyboard.
    scrollAreaProps: {
      viewportProps: { tabIndex: 0, role: 'group', 'aria-label': label, style: { outlineOffset: -2 } },
    },
    ...(onRowClick ? { onRowClick: ({ record }: { record: T }) => onRowClick(record) } : {}),
    ...(onSelect ? { selectedRecords: [...(selected ?? [])], onSelectedRecordsChange: onSelect } : {}),
  };

  return (
    <Box className={classes.frame}>
      {paging ? (
        <MantineDataTable<T>
          {...common}
          page={paging.page + 1}
          recordsPerPage={paging.size}
          totalRecords={paging.total}
          onPageChange={(page) => paging.onPage(page - 1)}
          paginationText={({ from, to, totalRecords }) =>
            t('COMMON.TABLE.RANGE', { from, to, total: totalRecords })
          }
          getPaginationControlProps={(control) => ({
            'aria-label': t(control === 'previous' ? 'COMMON.TABLE.PREVIOUS' : 'COMMON.TABLE.NEXT'),
          })}
        />
      ) : (
        <MantineDataTable<T> {...common} />
      )}
    </Box>
  );
}

/** Rows in which every word of `search` occurs in one of the texts `of` gives, whatever the case and accents. */
export function searchRows<T>(
  rows: readonly T[],
  search: string,
  of: (row: T) => readonly (string | undefined)[],
): T[] {
  const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...rows];
  return rows.filter((row) => {
    const haystack = plain(of(row).filter(Boolean).join(' '));
    return words.every((word) => haystack.includes(word));
  });
}
