import { ActionIcon, Group, Select, Text, TextInput } from '@mantine/core';
import { adminAudit, type AuditEntry } from '@fibado/contracts';
import { IconListDetails } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../components/data-table';
import { DayInput } from '../../../components/day-input';
import { PageHeader } from '../../../components/page-header';
import { client } from '../../../lib/client';
import { formatInstant } from '../../../lib/day';
import { compareNames } from '../../../lib/names';
import { useHasRole } from '../../../lib/roles';
import { PagedTable, usePage } from '../shared/paged-list';
import { useUrlFilters } from '../shared/use-url-filters';
import { AuditDialog } from './audit-dialog';
import { actionText, ENTITIES, entityText, FAMILIES, rowName } from './entry-text';

/** The moment a day of the person's own clock begins, or ends. */
function momentOf(day: string, end: boolean): string {
  return new Date(`${day}T${end ? '23:59:59.999' : '00:00:00.000'}`).toISOString();
}

const TEXT_FILTERS = ['user', 'entityId'] as const;
/** Chosen from what there is: the page's words, and the API's codes behind them. */
const CHOICES = { action: FAMILIES, entity: ENTITIES } as const;

/** Who did what to which row, and when. */
export function Component() {
  const { t } = useTranslation();
  const isSuper = useHasRole('SADMIN');
  const filters = useUrlFilters();
  const { value, page, set, given } = filters;
  const [shown, setShown] = useState<AuditEntry>();
  const asked = given(...TEXT_FILTERS, 'action', 'entity', ...(isSuper ? ['tenant'] : []));
  const [from, to] = [value('from'), value('to')];
  const query = usePage(['admin', 'audit', asked, from, to], page, (paging) =>
    client.call(adminAudit.get, {
      query: {
        ...paging,
        ...asked,
        ...(from ? { from: momentOf(from, false) } : {}),
        ...(to ? { to: momentOf(to, true) } : {}),
      },
    }),
  );
  const columns: Column<AuditEntry>[] = [
    { key: 'at', title: t('ADMIN.AUDIT.AT'), render: (entry) => formatInstant(entry.at) },
    {
      key: 'actor',
      title: t('ADMIN.AUDIT.ACTOR'),
      render: (entry) => (
        <Text size="sm">
          {entry.actingFor === undefined
            ? entry.actor
            : t('ADMIN.AUDIT.ACTING', { actor: entry.actor, user: entry.actingFor })}
        </Text>
      ),
    },
    {
      key: 'action',
      title: t('ADMIN.AUDIT.ACTION'),
      render: (entry) => (
        <>
          {actionText(entry, t)}
          {/* A phone has no column of its own for the row. */}
          <Text size="xs" c="dimmed" hiddenFrom="sm" style={{ overflowWrap: 'anywhere' }}>
            {rowName(entry, t)}
          </Text>
        </>
      ),
    },
    {
      key: 'entity',
      title: t('ADMIN.AUDIT.ENTITY'),
      wideOnly: true,
      render: (entry) => (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {rowName(entry, t) ?? (
            <Text span size="xs" c="dimmed">
              {entityText(entry.entity, t)}
            </Text>
          )}
        </Text>
      ),
    },
    ...(isSuper
      ? [
          {
            key: 'tenant',
            title: t('ADMIN.TENANT'),
            wideOnly: true,
            render: (e: AuditEntry) => e.tenant ?? '–',
          },
        ]
      : []),
    {
      key: 'actions',
      title: '',
      align: 'right',
      render: (entry) => (
        <ActionIcon
          variant="subtle"
          aria-label={`${t('ADMIN.AUDIT.DETAIL')}: ${actionText(entry, t)} ${formatInstant(entry.at)}`}
          title={t('ADMIN.AUDIT.DETAIL')}
          onClick={() => setShown(entry)}
        >
          <IconListDetails size={18} aria-hidden="true" />
        </ActionIcon>
      ),
    },
  ];
  return (
    <>
      <PageHeader title={t('SHELL.MENU.AUDIT')} description={t('ADMIN.AUDIT.DESCRIPTION')} />
      <Group mb="md" gap="sm" align="flex-end">
        <DayInput
          label={t('ADMIN.AUDIT.FROM')}
          clearable
          value={from || null}
          onChange={(day) => set({ from: day ?? '' })}
          w={150}
        />
        <DayInput
          label={t('ADMIN.AUDIT.TO')}
          clearable
          value={to || null}
          onChange={(day) => set({ to: day ?? '' })}
          w={150}
        />
        {(['action', 'entity'] as const).map((key) => (
          <Select
            key={key}
            label={t(`ADMIN.AUDIT.FILTER.${key.toUpperCase()}`)}
            data={CHOICES[key]
              .map((code) => ({
                value: code,
                label: key === 'action' ? t(`ADMIN.AUDIT.FAMILY.${code}`) : entityText(code, t),
              }))
              .toSorted((a, b) => compareNames(a.label, b.label))}
            clearable
            clearButtonProps={{ 'aria-label': t('COMMON.CLEAR') }}
            searchable
            value={value(key) || null}
            onChange={(code) => set({ [key]: code ?? '' })}
            w={200}
          />
        ))}
        {[...TEXT_FILTERS, ...(isSuper ? (['tenant'] as const) : [])].map((key) => (
          <TextInput
            key={key}
            label={t(`ADMIN.AUDIT.FILTER.${key.toUpperCase()}`)}
            value={value(key)}
            onChange={(event) => set({ [key]: event.currentTarget.value })}
            w={150}
          />
        ))}
      </Group>
      <PagedTable
        label={t('SHELL.MENU.AUDIT')}
        query={query}
        columns={columns}
        rowKey={(entry) => String(entry.id)}
        filters={filters}
      />
      {shown ? <AuditDialog entry={shown} onClose={() => setShown(undefined)} /> : null}
    </>
  );
}
