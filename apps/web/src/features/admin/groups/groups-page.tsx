import { Badge, Button, Group as Row, Select, Text } from '@mantine/core';
import { adminGroups, type Group } from '@fibado/contracts';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../components/confirm';
import { type Column, DataTable } from '../../../components/data-table';
import { PageHeader } from '../../../components/page-header';
import { SearchInput } from '../../../components/search-input';
import { QueryState } from '../../../components/states';
import { client } from '../../../lib/client';
import { useHasRole } from '../../../lib/roles';
import { RowActions } from '../shared/row-actions';
import { PAGE_SIZE, useUrlFilters } from '../shared/use-url-filters';
import { useTenantOptions } from '../shared/use-tenants';
import { GroupDialog } from './group-dialog';
import { GROUPS_KEY } from './keys';

/** Roles bundled under a name, and who has them. */
export function Component() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const isSuper = useHasRole('SADMIN');
  const tenants = useTenantOptions();
  const { value, page, set, given } = useUrlFilters();
  const [editing, setEditing] = useState<Group | 'new'>();
  const filters = given('search', 'tenantId');
  const query = useQuery({
    queryKey: [...GROUPS_KEY, filters, page],
    queryFn: () => client.call(adminGroups.get, { query: { page, size: PAGE_SIZE, ...filters } }),
    placeholderData: keepPreviousData,
    meta: { inline: true },
  });
  const remove = useMutation({
    mutationFn: (group: Group) => client.call(adminGroups.delete, { params: { id: group.id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: GROUPS_KEY }),
    meta: { confirm: true },
  });
  const ask = async (group: Group): Promise<void> => {
    if (await confirm({ message: t('ADMIN.DELETE_CONFIRM', { name: group.name }), danger: true }))
      remove.mutate(group);
  };
  const columns: Column<Group>[] = [
    {
      key: 'name',
      title: t('ADMIN.GROUPS.NAME'),
      render: (group) => (
        <>
          <Text size="sm" fw={600}>
            {group.name}
          </Text>
          <Text size="xs" c="dimmed">
            {[isSuper ? group.tenant : undefined, group.description].filter(Boolean).join(' · ')}
          </Text>
        </>
      ),
    },
    {
      key: 'roles',
      title: t('ADMIN.GROUPS.ROLES'),
      wideOnly: true,
      render: (group) => (
        <Row gap={4}>
          {group.roles.map((role) => (
            <Badge key={role} size="sm" variant="outline" color="gray" tt="none">
              {role}
            </Badge>
          ))}
        </Row>
      ),
    },
    {
      key: 'members',
      title: t('ADMIN.GROUPS.MEMBERS'),
      render: (group) => (
        <Text size="sm">
          {group.members.length === 0 ? '–' : group.members.map((member) => member.name).join(', ')}
        </Text>
      ),
    },
    {
      key: 'actions',
      title: '',
      align: 'right',
      width: 56,
      render: (group) => (
        <RowActions
          about={group.name}
          actions={[
            { key: 'edit', label: t('COMMON.EDIT'), icon: IconPencil, onClick: () => setEditing(group) },
            {
              key: 'delete',
              label: t('COMMON.DELETE'),
              icon: IconTrash,
              danger: true,
              onClick: () => void ask(group),
            },
          ]}
        />
      ),
    },
  ];
  return (
    <>
      <PageHeader
        title={t('SHELL.MENU.GROUPS')}
        description={t('ADMIN.GROUPS.DESCRIPTION')}
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setEditing('new')}>
            {t('ADMIN.GROUPS.CREATE')}
          </Button>
        }
      />
      <Row mb="md" gap="sm">
        <SearchInput
          flex="1 1 14rem"
          maw={400}
          value={value('search')}
          onChange={(search) => set({ search })}
        />
        {isSuper ? (
          <Select
            aria-label={t('ADMIN.TENANT')}
            placeholder={t('ADMIN.ALL_TENANTS')}
            data={tenants}
            clearable
            clearButtonProps={{ 'aria-label': t('COMMON.CLEAR') }}
            searchable
            value={value('tenantId') || null}
            onChange={(tenantId) => set({ tenantId: tenantId ?? '' })}
          />
        ) : null}
      </Row>
      <QueryState query={query}>
        {(data) => (
          <DataTable
            label={t('SHELL.MENU.GROUPS')}
            rows={data.items}
            columns={columns}
            rowKey={(group) => group.id}
            fetching={query.isPlaceholderData}
            paging={{
              page,
              size: PAGE_SIZE,
              total: data.total,
              onPage: (next) => set({ page: String(next) }),
            }}
          />
        )}
      </QueryState>
      {editing ? (
        <GroupDialog group={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
      ) : null}
    </>
  );
}
