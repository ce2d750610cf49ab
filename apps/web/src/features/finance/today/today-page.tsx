import type { Summary } from '@fibado/contracts';
import { quarterToShow } from '@fibado/planning';
import { Anchor, Button, Group, List, Stack, Text } from '@mantine/core';
import { IconSun } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Sparkline } from '../../../charts/sparkline';
import { seriesColor } from '../../../charts/palette';
import { Money } from '../../../components/money';
import { PageHeader } from '../../../components/page-header';
import { SectionCard } from '../../../components/section-card';
import { EmptyState, LoadingState, QueryState } from '../../../components/states';
import { formatDay, formatDayShort, today as todayOf } from '../../../lib/day';
import { useUser } from '../../../lib/stored-session';
import { useDashboardAtOnce } from '../shared/dashboard-query';
import { Loaded } from '../shared/loaded';
import { accountNameIn, nameIn } from '../shared/shown';
import { type QuarterData, quartersQuery, useDashboardData } from '../shared/queries';
import { NextTransferCard } from './next-transfer-card';
import { balancesOn, type Changes, changesSince, nextTransfer } from './today-model';
import { recordVisit } from './visits';

const YearLineChart = lazy(async () => ({ default: (await import('../year/year-line')).YearLineChart }));

type TodayData = QuarterData & { readonly summary: Summary };

/** Oggi: the next thing to do at the bank, what there is on every account, and what moved since last time. */
export function Component() {
  const { t } = useTranslation();
  const today = todayOf();
  const isReady = useDashboardAtOnce(null, today);
  const quarters = useQuery({ ...quartersQuery(), enabled: isReady });
  return (
    <>
      <PageHeader title={t('FINANCE.TODAY.TITLE', { day: formatDay(today) })} />
      <QueryState query={quarters}>
        {(list) => {
          const date = quarterToShow(list, null, today);
          return date === undefined ? <Nothing /> : <Quarter date={date} today={today} />;
        }}
      </QueryState>
    </>
  );
}

function Nothing() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={IconSun}
      title={t('FINANCE.FIRST.TITLE')}
      actions={
        <Button component={Link} to="/fibado/begin">
          {t('FINANCE.FIRST.BEGIN')}
        </Button>
      }
    >
      {t('FINANCE.FIRST.BEGIN_TEXT')}
    </EmptyState>
  );
}

function Quarter({ date, today }: { readonly date: string; readonly today: string }) {
  const state = useDashboardData(date);
  return <Loaded state={state}>{(data) => <Today data={data} today={today} />}</Loaded>;
}

function Today({ data, today }: { readonly data: TodayData; readonly today: string }) {
  const { t } = useTranslation();
  const transfer = nextTransfer(data.operations);
  const tenant = useUser()?.tenant ?? '';
  const [since] = useState(() => recordVisit(tenant, today));
  const changes = since === undefined ? undefined : changesSince(since, today, data, data.summary.evaluation);
  return (
    <Stack gap="md" maw="48rem">
      {transfer && data.quarter.state !== 'CLOSED' ? (
        <NextTransferCard key={transfer.id} data={data} transfer={transfer} today={today} />
      ) : (
        <SectionCard title={t('FINANCE.TODAY.NEXT')}>
          <Text size="sm">{t('FINANCE.TODAY.NO_TRANSFER')}</Text>
          <Anchor
            component={Link}
            to={`/fibado/dashboard/automatic-planning/${data.quarter.date}`}
            size="sm"
            underline="always"
          >
            {t('FINANCE.NEXT.GO_OPTIMIZE')}
          </Anchor>
        </SectionCard>
      )}
      <Balances data={data} today={today} />
      {changes && <Changed data={data} changes={changes} />}
      <SectionCard title={t('FINANCE.TODAY.YEAR')}>
        <Suspense fallback={<LoadingState height="20rem" />}>
          <YearLineChart household={data} today={today} />
        </Suspense>
      </SectionCard>
    </Stack>
  );
}

const lotIn = ({ lots = [] }: TodayData, id: string) => lots.find((lot) => lot.id === id);

function Balances({ data, today }: { readonly data: TodayData; readonly today: string }) {
  const { t } = useTranslation();
  const now = balancesOn(data, data.summary.evaluation, today);
  const name = accountNameIn(data);
  const bankOf = (accountId: string) => {
    const offerId = lotIn(data, accountId)?.offerId;
    const owner =
      data.accounts.find(({ id }) => id === accountId) ?? data.offers?.find(({ id }) => id === offerId);
    return nameIn(data.banks)(owner?.bankId);
  };
  return (
    <SectionCard title={t('FINANCE.TODAY.BALANCES')}>
      <Text fz="1.75rem" fw={700}>
        <Money cents={now.totalCents} />
      </Text>
      {now.underWayCents !== 0 && (
        <Text size="sm" c="dimmed">
          {t('FINANCE.TODAY.UNDER_WAY')} <Money cents={now.underWayCents} />
        </Text>
      )}
      {now.isToDo && (
        <Text size="sm" c="dimmed">
          {t('FINANCE.TODAY.TO_DO')}
        </Text>
      )}
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {now.accounts.map(({ accountId, balanceCents, dailyBalancesCents }, index) => (
          <Group key={accountId} component="li" justify="space-between" wrap="nowrap">
            <div style={{ minWidth: 0 }}>
              <Anchor
                component={Link}
                to={lotIn(data, accountId) ? '/fibado/term-deposits' : `/fibado/accounts/view/${accountId}`}
                size="sm"
                fw={500}
              >
                {name(accountId)}
              </Anchor>
              <Text size="xs" c="dimmed">
                {bankOf(accountId)}
              </Text>
            </div>
            <Group gap="sm" wrap="nowrap">
              <Sparkline values={dailyBalancesCents} color={seriesColor(index)} width={64} />
              <Text fw={600} miw="6.5rem" ta="right">
                <Money cents={balanceCents} />
              </Text>
            </Group>
          </Group>
        ))}
      </Stack>
    </SectionCard>
  );
}

function Changed({ data, changes }: { readonly data: TodayData; readonly changes: Changes }) {
  const { t } = useTranslation();
  const name = accountNameIn(data);
  return (
    <SectionCard title={t('FINANCE.TODAY.CHANGED', { day: formatDay(changes.since) })}>
      <List size="sm" listStyleType="none">
        {changes.accounts.map(({ accountId, byCents }) => (
          <List.Item key={accountId}>
            {name(accountId)}: <Money cents={byCents} sign colored />
          </List.Item>
        ))}
      </List>
      {changes.movements.length > 0 && (
        <List size="sm" listStyleType="none" c="dimmed">
          {changes.movements.map((one) => (
            <List.Item key={one.id}>
              {formatDayShort(one.date)} {one.description}{' '}
              <Money cents={one.kind === 'EXPENSE' ? -one.amountCents : one.amountCents} />
            </List.Item>
          ))}
        </List>
      )}
    </SectionCard>
  );
}
