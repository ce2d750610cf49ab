import type { Account, Summary } from '@fibado/contracts';
import { isForeign, limitsOf, quarterToShow } from '@fibado/planning';
import { Button, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { BalancesChart } from '../../../charts/balances-chart';
import { seriesColor } from '../../../charts/palette';
import { CopyField } from '../../../components/copy-field';
import { Figure } from '../../../components/figure';
import { Money } from '../../../components/money';
import { PageHeader } from '../../../components/page-header';
import { QueryState } from '../../../components/states';
import { formatDay, today as todayOf } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { formatPercent } from '../../../lib/money';
import { useCanWrite } from '../shared/access';
import { Loaded } from '../shared/loaded';
import { NotThere } from '../shared/not-there';
import { nameIn } from '../shared/problem';
import {
  type Household,
  type QuarterData,
  quartersQuery,
  useDashboardData,
  useHousehold,
} from '../shared/queries';
import { balancesOn } from '../today/today-model';
import { AccountDocuments } from './account-documents';
import { rateNow, thresholdDistance } from './account-facts';
import { AccountMovements } from './account-movements';

/** One account: what is on it now, its curve, its movements, its terms and the files it was read from. */
export function Component() {
  const { id } = useParams();
  const household = useHousehold();
  return (
    <Loaded state={household}>
      {(data) => {
        const account = data.accounts.find((one) => one.id === id);
        return account ? (
          <Page key={account.id} household={data} account={account} />
        ) : (
          <NotThere back="/fibado/accounts" />
        );
      }}
    </Loaded>
  );
}

interface AccountProps {
  readonly household: Household;
  readonly account: Account;
}

function Page({ household, account }: AccountProps) {
  const { t } = useTranslation();
  const canWrite = useCanWrite();
  const quarters = useQuery(quartersQuery());
  const today = todayOf();
  const group = household.accountGroups.find(({ id }) => id === account.accountGroupId);
  return (
    <>
      <PageHeader
        title={account.name}
        description={[
          nameIn(household.banks)(account.bankId),
          t(`FINANCE.KIND.${account.kind}`),
          group?.holders.join(', ') ?? '',
        ].join(' · ')}
        actions={
          canWrite && (
            <Button
              component={Link}
              to={`/fibado/accounts/edit/${account.id}`}
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
            >
              {t('COMMON.EDIT')}
            </Button>
          )
        }
      />
      <QueryState query={quarters}>
        {(list) => {
          const date = quarterToShow(list, null, today);
          return (
            <Stack gap="md">
              {date !== undefined && <Now account={account} date={date} today={today} />}
              {account.iban !== undefined && (
                <CopyField label={t('FINANCE.FIELD.IBAN')} value={account.iban} />
              )}
              {isForeign(account) && <Text size="sm">{t('FINANCE.IVAFE_HELP.TEXT')}</Text>}
              <AccountMovements household={household} account={account} quarters={list} />
              <AccountDocuments account={account} />
            </Stack>
          );
        }}
      </QueryState>
    </>
  );
}

function Now({
  account,
  date,
  today,
}: {
  readonly account: Account;
  readonly date: string;
  readonly today: string;
}) {
  const state = useDashboardData(date);
  return (
    <Loaded state={state}>
      {(data) => (
        <>
          <Facts account={account} data={data} today={today} />
          <Curve account={account} data={data} today={today} />
        </>
      )}
    </Loaded>
  );
}

interface NowProps {
  readonly account: Account;
  readonly data: QuarterData & { readonly summary: Summary };
  readonly today: string;
}

function Facts({ account, data, today }: NowProps) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const { evaluation } = data.summary;
  const now = balancesOn(data, evaluation, today).accounts.find((one) => one.accountId === account.id);
  const own = evaluation.accounts.find((one) => one.accountId === account.id);
  const rate = rateNow(account, today);
  const distance = thresholdDistance(account, evaluation, data.quarter.date);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="sm">
      <Card label={t('FINANCE.ACCOUNT_PAGE.BALANCE')} note={formatDay(today)}>
        {now ? <Money cents={now.balanceCents} /> : '–'}
      </Card>
      <Card
        label={t('FINANCE.FIELD.RATE')}
        note={
          rate?.to === undefined
            ? t('FINANCE.ACCOUNT_PAGE.RATE_OPEN')
            : t('FINANCE.ACCOUNT_PAGE.RATE_UNTIL', { day: formatDay(rate.to) })
        }
      >
        {rate ? rate.tiers.map((tier) => formatPercent(tier.ratePct)).join(' / ') : '–'}
      </Card>
      <Card
        label={t('FINANCE.ACCOUNT_PAGE.INTEREST')}
        note={t('FINANCE.ACCOUNT_PAGE.INTEREST_NOTE', { amount: money(own?.stampDutyCents ?? 0) })}
      >
        {own ? <Money cents={own.netInterestCents} /> : '–'}
      </Card>
      {distance && (
        <Card
          label={t('FINANCE.ACCOUNT_PAGE.THRESHOLD')}
          note={t('FINANCE.ACCOUNT_PAGE.THRESHOLD_NOTE', {
            average: money(distance.averageCents),
            threshold: money(distance.thresholdCents),
          })}
        >
          <Money cents={distance.leftCents} sign />
        </Card>
      )}
    </SimpleGrid>
  );
}

function Card({
  label,
  note,
  children,
}: {
  readonly label: string;
  readonly note: string;
  readonly children: ReactNode;
}) {
  return (
    <Paper withBorder p="sm" component="section" aria-label={label}>
      <Figure label={label} note={note}>
        {children}
      </Figure>
    </Paper>
  );
}

function Curve({ account, data, today }: NowProps) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const { evaluation } = data.summary;
  const index = evaluation.accounts.findIndex((one) => one.accountId === account.id);
  const own = evaluation.accounts[index];
  const setup = data.quarter.setups.find((one) => one.accountId === account.id);
  if (!own || !setup) return <Text c="dimmed">{t('FINANCE.ACCOUNT_PAGE.NOT_IN_QUARTER')}</Text>;
  const valuesCents = own.dailyBalancesCents;
  const marks = data.operations
    .filter((one) => one.accountId === account.id || one.toAccountId === account.id)
    .map(({ date, kind, description, amountCents }) => ({
      day: date,
      kind,
      label: description,
      amountCents,
    }));
  return (
    <Paper withBorder p="sm">
      <BalancesChart
        title={t('FINANCE.DASHBOARD.BALANCES')}
        days={evaluation.days}
        series={[{ id: account.id, label: account.name, color: seriesColor(index), valuesCents }]}
        marks={marks}
        minimumCents={limitsOf(account, setup, data.settings).minCents}
        today={today}
        formatMoney={money}
        formatDay={formatDay}
      />
    </Paper>
  );
}
