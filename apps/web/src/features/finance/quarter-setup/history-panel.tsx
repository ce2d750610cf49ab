import type { Quarter } from '@fibado/contracts';
import { Alert, Box, Button, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/money';
import { ScrollTable } from '../../../components/scroll-table';
import { SectionCard } from '../../../components/section-card';
import { formatDay } from '../../../lib/day';
import type { QuarterData } from '../shared/queries';
import { HistoryDialog } from './history-dialog';
import { type HistoryRow, historyRows } from './history-model';

interface HistoryPanelProps {
  readonly data: QuarterData;
  readonly canWrite: boolean;
  /** Unsaved rows of the grid would take the history they were read with along. */
  readonly isDirty: boolean;
  readonly onSaved: (quarter: Quarter) => Promise<void>;
}

const T = 'FINANCE.HISTORY_OF_PERIODS';

/** What the running periods of accounts bring along from before the quarter, where it comes from, and what is missing. */
export function HistoryPanel({ data, canWrite, isDirty, onSaved }: HistoryPanelProps) {
  const { t } = useTranslation();
  const [edited, setEdited] = useState<HistoryRow>();
  const rows = historyRows(data);
  if (rows.length === 0) return null;
  const missing = rows.filter(({ isMissing }) => isMissing).length;
  return (
    <Box mt="sm">
      <SectionCard title={t(`${T}.TITLE`)} description={t(`${T}.TEXT`)}>
        {missing > 0 && <Alert color="yellow">{t(`${T}.MISSING`, { count: missing })}</Alert>}
        <ScrollTable minWidth={640} label={t(`${T}.TITLE`)}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('FINANCE.FIELD.ACCOUNT')}</Table.Th>
              {canWrite && <Table.Th aria-label={t('COMMON.ACTIONS')} />}
              <Table.Th>{t(`${T}.PERIOD`)}</Table.Th>
              <Table.Th>{t(`${T}.KNOWN`)}</Table.Th>
              <Table.Th ta="right">{t(`${T}.AVERAGE`)}</Table.Th>
              <Table.Th ta="right">{t(`${T}.INTEREST`)}</Table.Th>
              <Table.Th>{t(`${T}.SOURCE`)}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.setup.accountId}>
                <Table.Th scope="row" fw={500}>
                  {row.name}
                </Table.Th>
                {canWrite && (
                  <Table.Td>
                    <Button
                      size="compact-xs"
                      variant={row.isMissing ? 'filled' : 'default'}
                      disabled={isDirty}
                      aria-label={t(`${T}.EDIT_NAMED`, { name: row.name })}
                      onClick={() => setEdited(row)}
                    >
                      {t(`${T}.EDIT`)}
                    </Button>
                  </Table.Td>
                )}
                <HistoryCells row={row} />
              </Table.Tr>
            ))}
          </Table.Tbody>
        </ScrollTable>
        {canWrite && isDirty && (
          <Text size="xs" c="dimmed">
            {t(`${T}.SAVE_FIRST`)}
          </Text>
        )}
        {edited && (
          <HistoryDialog data={data} row={edited} onClose={() => setEdited(undefined)} onSaved={onSaved} />
        )}
      </SectionCard>
    </Box>
  );
}

function HistoryCells({ row }: { readonly row: HistoryRow }) {
  const { t } = useTranslation();
  const { known, missingDays } = row;
  return (
    <>
      <Table.Td>{t(`${T}.FROM_TO`, { from: formatDay(row.from), to: formatDay(row.to) })}</Table.Td>
      <Table.Td>
        {[
          ...(known ? [t(`${T}.DAYS_FROM`, { count: known.days, from: formatDay(known.from) })] : []),
          ...(missingDays > 0 ? [t(`${T}.DAYS_MISSING`, { count: missingDays })] : []),
        ].join('; ') || '–'}
      </Table.Td>
      <Table.Td ta="right">{known ? <Money cents={known.averageCents} /> : '–'}</Table.Td>
      <Table.Td ta="right">{row.source === 'NONE' ? '–' : <Money cents={row.interestCents} />}</Table.Td>
      <Table.Td>{t(`${T}.SOURCE_${row.source}`)}</Table.Td>
    </>
  );
}
