import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { adminServices, type ServiceCheck } from '@fibado/contracts';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { type Column, DataTable } from '../../../components/data-table';
import { PageHeader } from '../../../components/page-header';
import { SectionCard } from '../../../components/section-card';
import { QueryState } from '../../../components/states';
import { client } from '../../../lib/client';
import { formatInstant } from '../../../lib/day';
import { HEALTH_REFRESH_MS, HealthBadge, Latency, SERVICES_KEY, useServiceName } from './service-parts';

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="div" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </div>
  );
}

/** One service: its health, its history, and a button that tries the real thing. */
export function Component() {
  const { t } = useTranslation();
  const { cd = '' } = useParams();
  const queryClient = useQueryClient();
  const nameOf = useServiceName();
  const query = useQuery({
    queryKey: [...SERVICES_KEY, cd],
    queryFn: () => client.call(adminServices.getOne, { params: { cd } }),
    refetchInterval: HEALTH_REFRESH_MS,
    meta: { inline: true },
  });
  const probe = useMutation({
    mutationFn: () => client.call(adminServices.probe, { params: { cd } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: SERVICES_KEY }),
    meta: { blocking: false },
  });
  const columns: Column<ServiceCheck>[] = [
    { key: 'at', title: t('ADMIN.SERVICES.AT'), sortBy: (c) => c.at, render: (c) => formatInstant(c.at) },
    { key: 'state', title: t('ADMIN.SERVICES.HEALTH'), render: (c) => <HealthBadge state={c.state} /> },
    {
      key: 'latency',
      title: t('ADMIN.SERVICES.LATENCY'),
      align: 'right',
      sortBy: (c) => c.latencyMs ?? -1,
      render: (c) => <Latency check={c} />,
    },
    { key: 'error', title: t('ADMIN.SERVICES.ERROR'), wideOnly: true, render: (c) => c.error ?? '' },
  ];
  const tried = probe.data;
  return (
    <>
      <PageHeader
        title={query.data ? nameOf(query.data.service) : cd}
        actions={
          <Button
            leftSection={<IconPlayerPlay size={16} aria-hidden="true" />}
            loading={probe.isPending}
            onClick={() => probe.mutate()}
          >
            {t('ADMIN.SERVICES.PROBE')}
          </Button>
        }
      />
      <QueryState query={query}>
        {({ service, history }) => (
          <Stack gap="lg">
            {tried ? (
              <Group role="status" gap="xs">
                <Text>{t('ADMIN.SERVICES.TRIED')}</Text>
                <HealthBadge state={tried.state} />
                <Latency check={tried} />
                {tried.error ? <Text c="var(--mantine-color-error)">{tried.error}</Text> : null}
              </Group>
            ) : null}
            <SectionCard title={t('ADMIN.SERVICES.NOW')}>
              <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
                <Fact name={t('ADMIN.SERVICES.HEALTH')}>
                  <HealthBadge state={service.check.state} />
                </Fact>
                <Fact name={t('ADMIN.SERVICES.ADDRESS')}>{service.address ?? '–'}</Fact>
                <Fact name={t('ADMIN.SERVICES.VERSION')}>{service.check.version ?? '–'}</Fact>
                <Fact name={t('ADMIN.SERVICES.LATENCY')}>
                  <Latency check={service.check} />
                </Fact>
                <Fact name={t('ADMIN.SERVICES.AT')}>{formatInstant(service.check.at)}</Fact>
                <Fact name={t('ADMIN.SERVICES.LAST_FAILURE')}>
                  {service.lastFailure
                    ? `${formatInstant(service.lastFailure.at)} ${service.lastFailure.error ?? ''}`
                    : '–'}
                </Fact>
              </SimpleGrid>
              {service.check.error ? <Text c="var(--mantine-color-error)">{service.check.error}</Text> : null}
            </SectionCard>
            <SectionCard title={t('ADMIN.SERVICES.HISTORY')}>
              <DataTable
                label={t('ADMIN.SERVICES.HISTORY')}
                none={t('ADMIN.SERVICES.HISTORY_NONE')}
                rows={history}
                columns={columns}
                rowKey={(check) => check.at}
              />
            </SectionCard>
          </Stack>
        )}
      </QueryState>
    </>
  );
}
