import { Button } from '@mantine/core';
import { adminServices, type Service } from '@fibado/contracts';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../components/page-header';
import { QueryState } from '../../../components/states';
import { client } from '../../../lib/client';
import { RowActions } from '../shared/row-actions';
import { useRemoval } from '../shared/use-removal';
import { AppDialog } from './app-dialog';
import { FirstHousehold } from './first-household';
import { HEALTH_REFRESH_MS, SERVICES_KEY } from './service-parts';
import { ServicesTable } from './services-table';

/** The registry of what the instance runs, and the links to other applications. */
export function Component() {
  const { t } = useTranslation();
  const [editing, setEditing] = useState<Service | 'new'>();
  const query = useQuery({
    queryKey: SERVICES_KEY,
    queryFn: () => client.call(adminServices.get),
    refetchInterval: HEALTH_REFRESH_MS,
    meta: { inline: true },
  });
  const ask = useRemoval(
    SERVICES_KEY,
    (service: Service) => client.call(adminServices.delete, { params: { cd: service.cd } }),
    (service) => service.name,
  );
  const actionsOf = (service: Service) =>
    service.kind === 'APP' ? (
      <RowActions
        about={service.name}
        actions={[
          { key: 'edit', label: t('COMMON.EDIT'), icon: IconPencil, onClick: () => setEditing(service) },
          {
            key: 'delete',
            label: t('COMMON.DELETE'),
            icon: IconTrash,
            danger: true,
            onClick: () => ask(service),
          },
        ]}
      />
    ) : null;
  return (
    <>
      <PageHeader
        title={t('SHELL.MENU.SERVICES')}
        description={t('ADMIN.SERVICES.DESCRIPTION')}
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setEditing('new')}>
            {t('ADMIN.SERVICES.ADD_APP')}
          </Button>
        }
      />
      <FirstHousehold />
      <QueryState query={query}>
        {(services) => <ServicesTable services={services} actions={actionsOf} />}
      </QueryState>
      {editing ? (
        <AppDialog app={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
      ) : null}
    </>
  );
}
