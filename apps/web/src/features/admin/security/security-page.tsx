import { Badge, Group, Select, Text, TextInput } from '@mantine/core';
import { SECURITY_EVENT_KINDS, type SecurityEvent, securityEvents } from '@fibado/contracts';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../components/data-table';
import { PageHeader } from '../../../components/page-header';
import { client } from '../../../lib/client';
import { formatInstant } from '../../../lib/day';
import { securityEventOrigin, securityEventText } from '../../../lib/security-event-text';
import { PagedTable, usePage } from '../shared/paged-list';
import { useUrlFilters } from '../shared/use-url-filters';
import { SecondFactorPolicy } from './second-factor-policy';

/** Sign-ins, refusals, lock-outs and exports of the tenant's people, or of the instance's. */
export function Component() {
  const { t } = useTranslation();
  const filters = useUrlFilters();
  const { value, page, set, given } = filters;
  const asked = given('kind', 'outcome', 'user');
  const query = usePage(['admin', 'security', asked], page, (paging) =>
    client.call(securityEvents.get, { query: { ...paging, ...asked } }),
  );
  const columns: Column<SecurityEvent>[] = [
    { key: 'at', title: t('SECURITY.AT'), render: (event) => formatInstant(event.at) },
    {
      key: 'what',
      title: t('SECURITY.WHAT'),
      render: (event) => (
        <>
          <Text size="sm">{securityEventText(event, t)}</Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {securityEventOrigin(event)}
          </Text>
        </>
      ),
    },
    {
      key: 'who',
      title: t('SECURITY.WHO'),
      render: ({ username, actor }) => [actor, username].filter(Boolean).join(' → ') || '–',
    },
    {
      key: 'outcome',
      title: t('SECURITY.OUTCOME'),
      wideOnly: true,
      render: ({ outcome }) => (
        <Badge miw="max-content" variant="outline" color={outcome === 'OK' ? 'green' : 'red'}>
          {t(outcome === 'OK' ? 'SECURITY.DONE' : 'SECURITY.REFUSED')}
        </Badge>
      ),
    },
  ];
  return (
    <>
      <PageHeader title={t('SHELL.MENU.SECURITY')} description={t('SECURITY.DESCRIPTION')} />
      <SecondFactorPolicy />
      <Group mb="md" gap="sm" align="flex-end">
        <Select
          label={t('SECURITY.WHAT')}
          clearable
          searchable
          clearButtonProps={{ 'aria-label': t('COMMON.CLEAR') }}
          data={SECURITY_EVENT_KINDS.map((kind) => ({ value: kind, label: t(`SECURITY.KIND.${kind}`) }))}
          value={value('kind') || null}
          onChange={(kind) => set({ kind: kind ?? '' })}
        />
        <Select
          label={t('SECURITY.OUTCOME')}
          clearable
          clearButtonProps={{ 'aria-label': t('COMMON.CLEAR') }}
          data={[
            { value: 'OK', label: t('SECURITY.DONE') },
            { value: 'REFUSED', label: t('SECURITY.REFUSED') },
          ]}
          value={value('outcome') || null}
          onChange={(outcome) => set({ outcome: outcome ?? '' })}
        />
        <TextInput
          label={t('SECURITY.WHO')}
          value={value('user')}
          onChange={(event) => set({ user: event.currentTarget.value })}
        />
      </Group>
      <PagedTable
        label={t('SHELL.MENU.SECURITY')}
        query={query}
        columns={columns}
        rowKey={(event) => String(event.id)}
        filters={filters}
      />
    </>
  );
}
