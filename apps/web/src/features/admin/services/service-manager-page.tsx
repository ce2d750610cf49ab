import { adminServices } from '@fibado/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../components/page-header';
import { QueryState } from '../../../components/states';
import { client } from '../../../lib/client';
import { HEALTH_REFRESH_MS, SERVICES_KEY } from './service-parts';
import { ServicesTable } from './services-table';

/** The services to look into, one by one. */
export function Component() {
  const { t } = useTranslation();
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
      <QueryState query={query}>{(services) => <ServicesTable services={services} />}</QueryState>
    </>
  );
}
