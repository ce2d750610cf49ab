import { Group, Pagination, Paper, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ScrollTable } from '../../../components/scroll-table';
import type { Household } from '../shared/queries';
import { ChangeRow } from './change-row';
import { type ChangesReviewState, PAGE_ROWS } from './use-changes-review';

interface ChangesTableProps {
  readonly household: Household;
  readonly review: ChangesReviewState;
}

/** The rows of a file, a page at a time. */
export function ChangesTable({ household, review }: ChangesTableProps) {
  const { t } = useTranslation();
  return (
    <Paper withBorder>
      {/* A phone leaves out the row's number and the value date: what it was and how much come first. */}
      <ScrollTable
        minWidth={820}
        phoneMinWidth={420}
        maxHeight="60vh"
        label={t('FINANCE.IMPORT.PREVIEW')}
        stickyHeader
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('FINANCE.IMPORT.TAKE')}</Table.Th>
            <Table.Th scope="col" visibleFrom="sm">
              {t('FINANCE.IMPORT.ROW')}
            </Table.Th>
            <Table.Th scope="col">{t('FINANCE.OPERATION.date')}</Table.Th>
            <Table.Th scope="col" visibleFrom="sm">
              {t('FINANCE.OPERATION.valueDate')}
            </Table.Th>
            <Table.Th scope="col">{t('FINANCE.OPERATION.description')}</Table.Th>
            <Table.Th scope="col" ta="right">
              {t('FINANCE.OPERATION.amount')}
            </Table.Th>
            <Table.Th scope="col">{t('FINANCE.IMPORT.VERDICT')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {review.shown.map((row) => (
            <ChangeRow
              key={row.row}
              row={row}
              household={household}
              isTicked={review.ticks.has(row.row)}
              isAlternative={review.alternatives.has(row.row)}
              planned={review.plannedFor(row)}
              matched={review.matches.get(row.row)}
              onMatch={(operation) => review.match(row.row, operation)}
              onTick={(isOn) => review.tick(row.row, isOn)}
              onAlternative={(isOn) => review.readAlternatively(row.row, isOn)}
            />
          ))}
        </Table.Tbody>
      </ScrollTable>
      <Pages review={review} />
    </Paper>
  );
}

function Pages({ review }: { readonly review: ChangesReviewState }) {
  const { t } = useTranslation();
  if (review.pages === 1) return undefined;
  return (
    <Group justify="space-between" p="xs">
      <Text size="sm" c="dimmed" role="status">
        {t('COMMON.TABLE.RANGE', {
          from: (review.page - 1) * PAGE_ROWS + 1,
          to: (review.page - 1) * PAGE_ROWS + review.shown.length,
          total: review.total,
        })}
      </Text>
      <Pagination
        size="sm"
        total={review.pages}
        value={review.page}
        onChange={review.setPage}
        getItemProps={(at) => ({ 'aria-label': t('COMMON.TABLE.PAGE', { page: at }) })}
        getControlProps={(control) =>
          control === 'previous' || control === 'next'
            ? { 'aria-label': t(`COMMON.TABLE.${control === 'previous' ? 'PREVIOUS' : 'NEXT'}`) }
            : {}
        }
      />
    </Group>
  );
}
