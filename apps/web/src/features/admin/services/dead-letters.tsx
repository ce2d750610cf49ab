import { Text } from '@mantine/core';
import { adminDeadLetters, type DeadLetter } from '@fibado/contracts';
import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../components/confirm';
import type { Column } from '../../../components/data-table';
import { SectionCard } from '../../../components/section-card';
import { client } from '../../../lib/client';
import { formatInstant } from '../../../lib/day';
import { PagedTable, usePage } from '../shared/paged-list';
import { RowActions } from '../shared/row-actions';
import { useUrlFilters } from '../shared/use-url-filters';

const KEY = ['admin', 'dead-letters'] as const;
const REFRESH_MS = 15_000;

const nameOf = ({ queue, topic }: DeadLetter, t: TFunction): string =>
  [t(`ADMIN.DEAD_LETTERS.QUEUE.${queue}`), topic].filter(Boolean).join(' · ');

const columnsOf = (t: TFunction): Column<DeadLetter>[] => [
  {
    key: 'job',
    title: t('ADMIN.DEAD_LETTERS.JOB'),
    render: (letter) => (
      <>
        <Text size="sm">{nameOf(letter, t)}</Text>
        <Text size="xs" c="dimmed">
          {letter.tenant ?? t('ADMIN.DEAD_LETTERS.INSTANCE')}
        </Text>
      </>
    ),
  },
  {
    key: 'died',
    title: t('ADMIN.DEAD_LETTERS.DIED'),
    wideOnly: true,
    render: (letter) => formatInstant(letter.diedAt),
  },
  {
    key: 'attempts',
    title: t('ADMIN.DEAD_LETTERS.ATTEMPTS'),
    align: 'right',
    wideOnly: true,
    render: (letter) => letter.attempts,
  },
  {
    key: 'reason',
    title: t('ADMIN.DEAD_LETTERS.REASON'),
    render: (letter) => (
      <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
        {letter.reason ?? '–'}
      </Text>
    ),
  },
];

function useDecisions() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const after = {
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
    meta: { confirm: true },
  };
  const retry = useMutation({
    mutationFn: (id: string) => client.call(adminDeadLetters.retry, { params: { id } }),
    ...after,
  });
  const discard = useMutation({
    mutationFn: (id: string) => client.call(adminDeadLetters.discard, { params: { id } }),
    ...after,
  });
  const askDiscard = async (letter: DeadLetter) => {
    const message = t('ADMIN.DEAD_LETTERS.DISCARD_CONFIRM', { name: nameOf(letter, t) });
    if (await confirm({ message, danger: true })) discard.mutate(letter.id);
  };
  return { retry: (letter: DeadLetter) => retry.mutate(letter.id), askDiscard };
}

/** Background jobs that failed for good, to be enqueued again or discarded. */
export function DeadLetters() {
  const { t } = useTranslation();
  const filters = useUrlFilters();
  const { retry, askDiscard } = useDecisions();
  const query = usePage(
    KEY,
    filters.page,
    (paging) => client.call(adminDeadLetters.list, { query: paging }),
    REFRESH_MS,
  );
  const actions: Column<DeadLetter> = {
    key: 'actions',
    title: '',
    align: 'right',
    width: 56,
    render: (letter) => (
      <RowActions
        about={nameOf(letter, t)}
        actions={[
          { key: 'retry', label: t('COMMON.RETRY'), icon: IconRefresh, onClick: () => retry(letter) },
          {
            key: 'discard',
            label: t('ADMIN.DEAD_LETTERS.DISCARD'),
            icon: IconTrash,
            danger: true,
            onClick: () => void askDiscard(letter),
          },
        ]}
      />
    ),
  };
  return (
    <SectionCard title={t('ADMIN.DEAD_LETTERS.TITLE')} description={t('ADMIN.DEAD_LETTERS.DESCRIPTION')}>
      <PagedTable
        label={t('ADMIN.DEAD_LETTERS.TITLE')}
        none={t('ADMIN.DEAD_LETTERS.NONE')}
        query={query}
        columns={[...columnsOf(t), actions]}
        rowKey={(letter) => letter.id}
        filters={filters}
      />
    </SectionCard>
  );
}
