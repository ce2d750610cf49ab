import { Badge, SegmentedControl, Text } from '@mantine/core';
import { adminEmailServer, type QueuedMail } from '@fibado/contracts';
import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../components/confirm';
import { type Column, DataTable } from '../../../components/data-table';
import { SectionCard } from '../../../components/section-card';
import { QueryState } from '../../../components/states';
import { client } from '../../../lib/client';
import { formatInstant } from '../../../lib/day';
import { RowActions } from '../shared/row-actions';
import { PAGE_SIZE, useUrlFilters } from '../shared/use-url-filters';
import { EMAIL_SERVER_KEY } from './keys';

const STATES = ['WAITING', 'SENT', 'FAILED'] as const;
type State = (typeof STATES)[number];
const COLORS = { WAITING: 'blue', SENT: 'green', FAILED: 'red' } as const;

/** Mails waiting, sent and failed. */
export function MailQueue({ waiting, failed }: { readonly waiting: number; readonly failed: number }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { value, page, set } = useUrlFilters();
  const state = STATES.find((known) => known === value('state'));
  const query = useQuery({
    queryKey: [...EMAIL_SERVER_KEY, 'queue', state, page],
    queryFn: () =>
      client.call(adminEmailServer.queue, { query: { page, size: PAGE_SIZE, ...(state ? { state } : {}) } }),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
    meta: { inline: true },
  });
  const refresh = () => queryClient.invalidateQueries({ queryKey: EMAIL_SERVER_KEY });
  const retry = useMutation({
    mutationFn: (id: string) => client.call(adminEmailServer.retry, { params: { id } }),
    onSettled: refresh,
    meta: { confirm: true },
  });
  const cancel = useMutation({
    mutationFn: (id: string) => client.call(adminEmailServer.cancel, { params: { id } }),
    onSettled: refresh,
    meta: { confirm: true },
  });
  const askCancel = async (mail: QueuedMail): Promise<void> => {
    if (await confirm({ message: t('ADMIN.DELETE_CONFIRM', { name: mail.subject }), danger: true }))
      cancel.mutate(mail.id);
  };
  const columns: Column<QueuedMail>[] = [
    {
      key: 'to',
      title: t('ADMIN.EMAIL.TO'),
      render: (mail) => (
        <>
          <Text size="sm">{mail.to}</Text>
          <Text size="xs" c="dimmed">
            {mail.subject}
          </Text>
        </>
      ),
    },
    {
      key: 'state',
      title: t('ADMIN.EMAIL.STATE'),
      render: (mail) => (
        <Badge miw="max-content" variant="outline" color={COLORS[mail.state]}>
          {t(`ADMIN.EMAIL.STATE_${mail.state}`)}
        </Badge>
      ),
    },
    {
      key: 'created',
      title: t('ADMIN.EMAIL.CREATED'),
      wideOnly: true,
      render: (m) => formatInstant(m.createdAt),
    },
    {
      key: 'attempts',
      title: t('ADMIN.EMAIL.ATTEMPTS'),
      wideOnly: true,
      render: (mail) => (
        <>
          <Text size="sm">
            {mail.attempts}
            {mail.nextAttemptAt
              ? ` · ${t('ADMIN.EMAIL.NEXT', { at: formatInstant(mail.nextAttemptAt) })}`
              : ''}
          </Text>
          {mail.lastError ? (
            <Text size="xs" c="var(--mantine-color-error)">
              {mail.lastError}
            </Text>
          ) : null}
        </>
      ),
    },
    {
      key: 'actions',
      title: '',
      align: 'right',
      width: 56,
      render: (mail) => (
        <RowActions
          about={`${mail.to}, ${mail.subject}`}
          actions={[
            ...(mail.state === 'SENT'
              ? []
              : [
                  {
                    key: 'retry',
                    label: t('COMMON.RETRY'),
                    icon: IconRefresh,
                    onClick: () => retry.mutate(mail.id),
                  },
                ]),
            {
              key: 'delete',
              label: t('COMMON.DELETE'),
              icon: IconTrash,
              danger: true,
              onClick: () => void askCancel(mail),
            },
          ]}
        />
      ),
    },
  ];
  return (
    <SectionCard
      title={t('ADMIN.EMAIL.QUEUE')}
      description={t('ADMIN.EMAIL.QUEUE_COUNTS', { waiting, failed })}
      actions={
        <SegmentedControl
          aria-label={t('ADMIN.EMAIL.STATE')}
          size="xs"
          value={state ?? ''}
          onChange={(next) => set({ state: next })}
          data={[
            { value: '', label: t('ADMIN.ALL') },
            ...STATES.map((known: State) => ({ value: known, label: t(`ADMIN.EMAIL.STATE_${known}`) })),
          ]}
        />
      }
    >
      <QueryState query={query}>
        {(data) => (
          <DataTable
            label={t('ADMIN.EMAIL.QUEUE')}
            rows={data.items}
            columns={columns}
            rowKey={(mail) => mail.id}
            paging={{
              page,
              size: PAGE_SIZE,
              total: data.total,
              onPage: (next) => set({ page: String(next), state: state ?? '' }),
            }}
          />
        )}
      </QueryState>
    </SectionCard>
  );
}
