import { Badge, Button, Group, Text } from '@mantine/core';
import { adminTenants, type LinkSent, type Tenant } from '@fibado/contracts';
import {
  IconDownload,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { confirm } from '../../../components/confirm';
import type { Column } from '../../../components/data-table';
import { PageHeader } from '../../../components/page-header';
import { SearchInput } from '../../../components/search-input';
import { client } from '../../../lib/client';
import { formatInstant } from '../../../lib/day';
import { download } from '../shared/download';
import { LinkSentDialog } from '../shared/link-sent-dialog';
import { PagedTable, usePage } from '../shared/paged-list';
import { RowActions } from '../shared/row-actions';
import { useUrlFilters } from '../shared/use-url-filters';
import { TENANTS_KEY } from '../shared/use-tenants';
import { CreateTenantDialog } from './create-tenant-dialog';
import { DeleteTenantDialog } from './delete-tenant-dialog';
import { RenameTenantDialog } from './rename-tenant-dialog';

type Open =
  | { readonly kind: 'create' }
  | { readonly kind: 'rename' | 'delete'; readonly tenant: Tenant }
  | { readonly kind: 'invited'; readonly name: string; readonly sent: LinkSent };

/** The dialog that a link to this page asks to begin with. */
function useAskedFor(): Open | undefined {
  const state = useLocation().state as { readonly create?: boolean } | null;
  return state?.create === true ? { kind: 'create' } : undefined;
}

/** The tenants of the instance: create with a first administrator, rename, suspend, export, delete. */
export function Component() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const filters = useUrlFilters();
  const { value, page, set, given } = filters;
  const [open, setOpen] = useState(useAskedFor());
  const asked = given('search');
  const query = usePage([...TENANTS_KEY, asked], page, (paging) =>
    client.call(adminTenants.get, { query: { ...paging, ...asked } }),
  );
  const refresh = () => queryClient.invalidateQueries({ queryKey: TENANTS_KEY });
  const setState = useMutation({
    mutationFn: ({ id, version, state }: Tenant) =>
      client.call(adminTenants.setState, {
        body: { id, version, state: state === 'ACTIVE' ? 'SUSPENDED' : 'ACTIVE' },
      }),
    onSettled: refresh,
    meta: { confirm: true },
  });
  const exportData = useMutation({
    mutationFn: async (tenant: Tenant) =>
      download(
        await client.call(adminTenants.export, { params: { id: tenant.id } }),
        `fibado-${tenant.code}.json`,
      ),
    onSettled: refresh,
  });
  const askSuspend = async (tenant: Tenant): Promise<void> => {
    const agreed = await confirm({
      message: t(
        tenant.state === 'ACTIVE' ? 'ADMIN.TENANTS.SUSPEND_CONFIRM' : 'ADMIN.TENANTS.RESUME_CONFIRM',
        {
          name: tenant.name,
        },
      ),
      danger: tenant.state === 'ACTIVE',
    });
    if (agreed) setState.mutate(tenant);
  };

  const columns: Column<Tenant>[] = [
    {
      key: 'name',
      title: t('ADMIN.TENANTS.NAME'),
      render: (tenant) => (
        <>
          <Text size="sm" fw={600}>
            {tenant.name}
          </Text>
          <Text size="xs" c="dimmed" ff="monospace">
            {tenant.code}
          </Text>
        </>
      ),
    },
    {
      key: 'state',
      title: t('ADMIN.TENANTS.STATE'),
      render: (tenant) => (
        <Badge miw="max-content" variant="outline" color={tenant.state === 'ACTIVE' ? 'green' : 'orange'}>
          {t(`ADMIN.TENANTS.STATE_${tenant.state}`)}
        </Badge>
      ),
    },
    {
      key: 'users',
      title: t('ADMIN.TENANTS.USERS'),
      align: 'right',
      wideOnly: true,
      render: (tenant) => tenant.users,
    },
    {
      key: 'created',
      title: t('ADMIN.TENANTS.CREATED'),
      wideOnly: true,
      render: (tenant) => formatInstant(tenant.createdAt),
    },
    {
      key: 'exported',
      title: t('ADMIN.TENANTS.EXPORTED'),
      wideOnly: true,
      render: (tenant) => (tenant.exportedAt ? formatInstant(tenant.exportedAt) : '–'),
    },
    {
      key: 'actions',
      title: '',
      align: 'right',
      width: 56,
      render: (tenant) => (
        <RowActions
          about={tenant.name}
          actions={[
            {
              key: 'rename',
              label: t('ADMIN.TENANTS.RENAME'),
              icon: IconPencil,
              onClick: () => setOpen({ kind: 'rename', tenant }),
            },
            tenant.state === 'ACTIVE'
              ? {
                  key: 'suspend',
                  label: t('ADMIN.TENANTS.SUSPEND'),
                  icon: IconPlayerPause,
                  onClick: () => void askSuspend(tenant),
                }
              : {
                  key: 'resume',
                  label: t('ADMIN.TENANTS.RESUME'),
                  icon: IconPlayerPlay,
                  onClick: () => void askSuspend(tenant),
                },
            {
              key: 'export',
              label: t('ADMIN.TENANTS.EXPORT'),
              icon: IconDownload,
              onClick: () => exportData.mutate(tenant),
            },
            {
              key: 'delete',
              label: t('COMMON.DELETE'),
              icon: IconTrash,
              danger: true,
              onClick: () => setOpen({ kind: 'delete', tenant }),
            },
          ]}
        />
      ),
    },
  ];
  const close = (): void => setOpen(undefined);
  return (
    <>
      <PageHeader
        title={t('SHELL.MENU.TENANTS')}
        description={t('ADMIN.TENANTS.DESCRIPTION')}
        actions={
          <Button
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => setOpen({ kind: 'create' })}
          >
            {t('ADMIN.TENANTS.CREATE')}
          </Button>
        }
      />
      <Group mb="md">
        <SearchInput
          flex="1 1 14rem"
          maw={400}
          value={value('search')}
          onChange={(search) => set({ search })}
        />
      </Group>
      <PagedTable
        label={t('SHELL.MENU.TENANTS')}
        query={query}
        columns={columns}
        rowKey={(tenant) => tenant.id}
        filters={filters}
      />
      {open?.kind === 'create' ? (
        <CreateTenantDialog
          onClose={close}
          onDone={({ name, sent }) => (sent ? setOpen({ kind: 'invited', name, sent }) : close())}
        />
      ) : null}
      {open?.kind === 'rename' ? <RenameTenantDialog tenant={open.tenant} onClose={close} /> : null}
      {open?.kind === 'delete' ? <DeleteTenantDialog tenant={open.tenant} onClose={close} /> : null}
      {open?.kind === 'invited' ? <LinkSentDialog name={open.name} sent={open.sent} onClose={close} /> : null}
    </>
  );
}
