import { Badge, Button, Group as Row, Text } from '@mantine/core';
import { adminGroups, type Group } from '@fibado/contracts';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../components/data-table';
import { PageHeader } from '../../../components/page-header';
import { SearchInput } from '../../../components/search-input';
import { client } from '../../../lib/client';
import { useHasRole } from '../../../lib/roles';
import { PagedTable, TenantFilter, usePage } from '../shared/paged-list';
import { RowActions } from '../shared/row-actions';
import { useRemoval } from '../shared/use-removal';
import { useUrlFilters } from '../shared/use-url-filters';
import { GroupDialog } from './group-dialog';
import { GROUPS_KEY } from './keys';

function NewGroup({ onClick }: { readonly onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={onClick}>
      {t('ADMIN.GROUPS.CREATE')}
    </Button>
  );
}

/** Roles bundled under a name, and who has them. */
export function Component() {
  const { t } = useTranslation();
  const isSuper = useHasRole('SADMIN');
  const filters = useUrlFilters();
  const { value, page, set, given } = filters;
  const [editing, setEditing] = useState<Group | 'new'>();
  const asked = given('search', 'tenantId');
  const query = usePage([...GROUPS_KEY, asked], page, (paging) =>
    client.call(adminGroups.get, { query: { ...paging, ...asked } }),
  );
  const ask = useRemoval(
    GROUPS_KEY,
    (group: Group) => client.call(adminGroups.delete, { params: { id: group.id } }),
    (group) => group.name,
  );
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
              {t(`ADMIN.ROLE.${role}`)}
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
              onClick: () => ask(group),
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
        actions={<NewGroup onClick={() => setEditing('new')} />}
      />
      <Row mb="md" gap="sm">
        <SearchInput
          flex="1 1 14rem"
          maw={400}
          value={value('search')}
          onChange={(search) => set({ search })}
        />
        <TenantFilter filters={filters} />
      </Row>
      <PagedTable
        label={t('SHELL.MENU.GROUPS')}
        none={value('search') + value('tenantId') ? undefined : t('ADMIN.GROUPS.NONE')}
        query={query}
        columns={columns}
        rowKey={(group) => group.id}
        filters={filters}
      />
      {editing ? (
        <GroupDialog group={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
      ) : null}
    </>
  );
}
