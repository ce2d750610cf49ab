import { Select } from '@mantine/core';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../../components/data-table';
import { QueryState } from '../../../components/states';
import { useHasRole } from '../../../lib/roles';
import { useTenantOptions } from './use-tenants';
import { PAGE_SIZE, type UrlFilters } from './use-url-filters';

interface PageOf<T> {
  readonly items: readonly T[];
  readonly total: number;
}

/** One page of a list the server pages; the page before stays while the next one is fetched. */
export function usePage<T>(
  key: readonly unknown[],
  page: number,
  ask: (paging: { readonly page: number; readonly size: number }) => Promise<PageOf<T>>,
  refetchInterval: number | false = false,
): UseQueryResult<PageOf<T>> {
  return useQuery({
    queryKey: [...key, page],
    queryFn: () => ask({ page, size: PAGE_SIZE }),
    placeholderData: keepPreviousData,
    refetchInterval,
    meta: { inline: true },
  });
}

interface PagedTableProps<T> {
  readonly label: string;
  readonly none?: string | undefined;
  readonly query: UseQueryResult<PageOf<T>>;
  readonly columns: readonly Column<T>[];
  readonly rowKey: (row: T) => string;
  readonly filters: Pick<UrlFilters, 'page' | 'set'>;
}

/** The table of such a list, with its pages in the address. */
export function PagedTable<T extends object>({ label, none, query, ...props }: PagedTableProps<T>) {
  const { columns, rowKey, filters } = props;
  return (
    <QueryState query={query}>
      {(data) => (
        <DataTable<T>
          label={label}
          none={none}
          rows={data.items}
          columns={columns}
          rowKey={rowKey}
          fetching={query.isPlaceholderData}
          paging={{
            page: filters.page,
            size: PAGE_SIZE,
            total: data.total,
            onPage: (next) => filters.set({ page: String(next) }),
          }}
        />
      )}
    </QueryState>
  );
}

/** Keeps the rows of one tenant; only for users who see several. */
export function TenantFilter({ filters }: { readonly filters: Pick<UrlFilters, 'value' | 'set'> }) {
  const { t } = useTranslation();
  const isSuper = useHasRole('SADMIN');
  const tenants = useTenantOptions();
  if (!isSuper) return null;
  return (
    <Select
      aria-label={t('ADMIN.TENANT')}
      placeholder={t('ADMIN.ALL_TENANTS')}
      data={tenants}
      clearable
      clearButtonProps={{ 'aria-label': t('COMMON.CLEAR') }}
      searchable
      value={filters.value('tenantId') || null}
      onChange={(tenantId) => filters.set({ tenantId: tenantId ?? '' })}
    />
  );
}
