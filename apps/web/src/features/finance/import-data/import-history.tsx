import { imports, type ImportRecord } from '@fibado/contracts';
import { Anchor, Badge, Button, Paper, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { confirm } from '../../../components/confirm';
import { DataTable } from '../../../components/data-table';
import { QueryState } from '../../../components/states';
import { client } from '../../../lib/client';
import { formatInstant } from '../../../lib/day';
import { useCanWrite } from '../shared/access';
import { nameIn } from '../shared/problem';
import { useQuarterText } from '../shared/quarter-text';
import { type Household, refreshFinance } from '../shared/queries';

const PAGE_SIZE = 20;

/** The imports made, newest first, each of which can be taken back whole. */
export function ImportHistory({
  household,
  accountId,
}: {
  readonly household: Household;
  readonly accountId: string;
}) {
  const { t } = useTranslation();
  const quarterText = useQuarterText();
  const canWrite = useCanWrite();
  const queryClient = useQueryClient();
  const [page, setPage] = useState(0);
  const name = nameIn(household.accounts);
  const history = useQuery({
    queryKey: ['finance', 'importHistory', page, accountId],
    queryFn: ({ signal }) =>
      client.call(imports.history, {
        query: { page, size: PAGE_SIZE, ...(accountId === '' ? {} : { accountId }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    meta: { inline: true },
  });
  const revert = useMutation({
    meta: { confirm: true },
    mutationFn: (id: string) => client.call(imports.revert, { params: { id } }),
    onSettled: () => refreshFinance(queryClient),
  });
  const ask = (record: ImportRecord) =>
    void confirm({
      message: t('FINANCE.HISTORY.REVERT_ASK', {
        name: record.fileName,
        created: record.created,
        updated: record.updated,
      }),
      confirmLabel: t('FINANCE.HISTORY.REVERT'),
      danger: true,
    }).then((yes) => {
      if (yes) revert.mutate(record.id);
    });
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="import-history">
      <Heading />
      <QueryState query={history}>
        {(data) =>
          data.total === 0 ? (
            <Text size="sm" c="dimmed">
              {t('FINANCE.HISTORY.NONE')}
            </Text>
          ) : (
            <DataTable<ImportRecord>
              label={t('FINANCE.HISTORY.TITLE')}
              rows={data.items}
              rowKey={(r) => r.id}
              fetching={history.isFetching}
              paging={{ page, size: PAGE_SIZE, total: data.total, onPage: setPage }}
              columns={[
                { key: 'at', title: t('FINANCE.HISTORY.AT'), render: (r) => formatInstant(r.createdAt) },
                {
                  key: 'file',
                  title: t('FINANCE.IMPORT.FILE'),
                  render: (r) => <span title={`SHA-256 ${r.fileHash}`}>{r.fileName}</span>,
                },
                { key: 'account', title: t('FINANCE.FIELD.ACCOUNT'), render: (r) => name(r.accountId) },
                {
                  key: 'quarter',
                  title: t('FINANCE.FIELD.QUARTER'),
                  render: (r) => quarterText(r.quarter),
                  wideOnly: true,
                },
                { key: 'by', title: t('FINANCE.HISTORY.BY'), render: (r) => r.createdBy, wideOnly: true },
                {
                  key: 'counts',
                  title: t('FINANCE.HISTORY.COUNTS'),
                  render: (r) => t('FINANCE.HISTORY.COUNTS_TEXT', { created: r.created, updated: r.updated }),
                  wideOnly: true,
                },
                {
                  key: 'revert',
                  title: t('COMMON.ACTIONS'),
                  align: 'right',
                  render: (r) =>
                    r.revertedAt === undefined ? (
                      canWrite && (
                        <Button
                          size="compact-xs"
                          variant="subtle"
                          leftSection={<IconArrowBackUp size={14} aria-hidden />}
                          onClick={() => ask(r)}
                        >
                          {t('FINANCE.HISTORY.REVERT')}
                        </Button>
                      )
                    ) : (
                      <Badge
                        size="sm"
                        color="gray"
                        autoContrast
                        styles={{ label: { textTransform: 'none' } }}
                      >
                        {t('FINANCE.HISTORY.REVERTED', { at: formatInstant(r.revertedAt) })}
                      </Badge>
                    ),
                },
              ]}
            />
          )
        }
      </QueryState>
    </Paper>
  );
}

/** The title, and the way to what the imported movements say of recurrences. */
function Heading() {
  const { t } = useTranslation();
  return (
    <>
      <Text fw={600} size="sm" mb="xs" id="import-history">
        {t('FINANCE.HISTORY.TITLE')}
      </Text>
      <Anchor component={Link} to="/fibado/recurrences" size="sm">
        {t('FINANCE.HISTORY.RECURRENCES')}
      </Anchor>
    </>
  );
}
