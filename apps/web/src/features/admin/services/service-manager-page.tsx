import { Stack } from '@mantine/core';
import { adminServices } from '@fibado/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../components/page-header';
import { QueryState } from '../../../components/states';
import { client } from '../../../lib/client';
import { useHasRole } from '../../../lib/roles';
import { DeadLetters } from './dead-letters';
import { HEALTH_REFRESH_MS, SERVICES_KEY } from './service-parts';
import { ServicesTable } from './services-table';

/** The services to look into, one by one, and the background jobs that failed for good. */
export function Component() {
  const { t } = useTranslation();
  const isSuper = useHasRole('SADMIN');
  const query = useQuery({
    queryKey: SERVICES_KEY,
    queryFn: () => client.call(adminServices.get),
    refetchInterval: HEALTH_REFRESH_MS,
    meta: { inline: true },
  });
  return (
    <>
      <PageHeader
        title={t('SHELL.MENU.SERVICE_MANAGER')}
        description={t('ADMIN.SERVICES.MANAGER_DESCRIPTION')}
      />
      <Stack gap="lg">
        <QueryState query={query}>{(services) => <ServicesTable services={services} />}</QueryState>
        {isSuper ? <DeadLetters /> : null}
      </Stack>
    </>
  );
}
