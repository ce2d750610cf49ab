import { Badge, SegmentedControl, Text } from '@mantine/core';
import { adminEmailServer, type QueuedMail } from '@fibado/contracts';
import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../components/data-table';
import { SectionCard } from '../../../components/section-card';
import { client } from '../../../lib/client';
import { formatInstant } from '../../../lib/day';
import { PagedTable, usePage } from '../shared/paged-list';
import { RowActions } from '../shared/row-actions';
import { useRemoval } from '../shared/use-removal';
import { useUrlFilters } from '../shared/use-url-filters';
import { EMAIL_SERVER_KEY } from './keys';

const STATES = ['WAITING', 'SENT', 'FAILED'] as const;
const REFRESH_MS = 10_000;
type State = (typeof STATES)[number];
const COLORS = { WAITING: 'blue', SENT: 'green', FAILED: 'red' } as const;

/** Mails waiting, sent and failed. */
export function MailQueue({ waiting, failed }: { readonly waiting: number; readonly failed: number }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const filters = useUrlFilters();
  const { value, page, set } = filters;
  const state = STATES.find((known) => known === value('state'));
  const query = usePage(
    [...EMAIL_SERVER_KEY, 'queue', state],
    page,
    (paging) => client.call(adminEmailServer.queue, { query: { ...paging, ...(state ? { state } : {}) } }),
    REFRESH_MS,
  );
  const refresh = () => queryClient.invalidateQueries({ queryKey: EMAIL_SERVER_KEY });
  const retry = useMutation({
    mutationFn: (id: string) => client.call(adminEmailServer.retry, { params: { id } }),
    onSettled: refresh,
    meta: { confirm: true },
  });
  const askCancel = useRemoval(
    EMAIL_SERVER_KEY,
    (mail: QueuedMail) => client.call(adminEmailServer.cancel, { params: { id: mail.id } }),
    (mail) => mail.subject,
  );
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
              onClick: () => askCancel(mail),
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
      <PagedTable
        label={t('ADMIN.EMAIL.QUEUE')}
        query={query}
        columns={columns}
        rowKey={(mail) => mail.id}
        filters={filters}
      />
    </SectionCard>
  );
}
