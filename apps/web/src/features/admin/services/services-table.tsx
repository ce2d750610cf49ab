import { Anchor } from '@mantine/core';
import type { Service } from '@fibado/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type Column, DataTable } from '../../../components/data-table';
import { formatInstant } from '../../../lib/day';
import { HealthBadge, Latency, useServiceName } from './service-parts';

interface ServicesTableProps {
  readonly services: readonly Service[];
  readonly actions?: (service: Service) => React.ReactNode;
}

/** What the instance runs, with its health of this moment. */
export function ServicesTable({ services, actions }: ServicesTableProps) {
  const { t } = useTranslation();
  const nameOf = useServiceName();
  const columns: Column<Service>[] = [
    {
      key: 'name',
      title: t('ADMIN.SERVICES.NAME'),
      sortBy: nameOf,
      render: (service) => (
        <Anchor component={Link} to={`/admin/service-manager/${service.cd}`} size="sm">
          {nameOf(service)}
        </Anchor>
      ),
    },
    {
      key: 'state',
      title: t('ADMIN.SERVICES.HEALTH'),
      sortBy: (service) => service.check.state,
      render: (service) => <HealthBadge state={service.check.state} />,
    },
    {
      key: 'version',
      title: t('ADMIN.SERVICES.VERSION'),
      wideOnly: true,
      render: (s) => s.check.version ?? '–',
    },
    {
      key: 'latency',
      title: t('ADMIN.SERVICES.LATENCY'),
      align: 'right',
      wideOnly: true,
      sortBy: (service) => service.check.latencyMs ?? -1,
      render: (service) => <Latency check={service.check} />,
    },
    {
      key: 'failure',
      title: t('ADMIN.SERVICES.LAST_FAILURE'),
      wideOnly: true,
      render: (s) => (s.lastFailure ? formatInstant(s.lastFailure.at) : '–'),
    },
    ...(actions ? [{ key: 'actions', title: '', align: 'right' as const, width: 56, render: actions }] : []),
  ];
  return (
    <DataTable label={t('SHELL.MENU.SERVICES')} rows={services} columns={columns} rowKey={(s) => s.cd} />
  );
}
