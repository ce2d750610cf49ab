import { quarterOf } from '@fibado/planning';
import { Button, Stack } from '@mantine/core';
import { IconPlus, IconStairs } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PageHeader } from '../../../components/page-header';
import { SectionCard } from '../../../components/section-card';
import { EmptyState, QueryState } from '../../../components/states';
import { today as todayOf } from '../../../lib/day';
import { useCanWrite } from '../shared/access';
import { Loaded } from '../shared/loaded';
import { nameIn } from '../shared/problem';
import { type Household, quartersQuery, summaryQuery, useHousehold } from '../shared/queries';
import { DatesList } from './dates-list';
import { datesOf, depositsOf, running, type TermDeposits } from './deposits-model';
import { LadderChart } from './ladder-chart';
import { LotChoices } from './lot-choices';
import { LotList } from './lot-list';
import { OfferList } from './offer-list';
import { OfferRanking } from './offer-ranking';
import { OfferSources } from './offer-sources';
import { lotsQuery, termOffersQuery } from '../shared/queries';

/** Depositi vincolati: the ladder, what comes when, the lots, and what banks offer. */
export function Component() {
  const { t } = useTranslation();
  const canWrite = useCanWrite();
  const household = useHousehold();
  const offers = useQuery(termOffersQuery());
  const lots = useQuery(lotsQuery());
  return (
    <>
      <PageHeader
        title={t('FINANCE.TERM.TITLE')}
        description={t('FINANCE.TERM.TEXT')}
        actions={
          canWrite && (
            <Button component={Link} to="offers/create" leftSection={<IconPlus size={16} aria-hidden />}>
              {t('FINANCE.TERM.OFFERS.CREATE')}
            </Button>
          )
        }
      />
      <Loaded state={household}>
        {(data) => (
          <QueryState query={offers}>
            {(all) => (
              <QueryState query={lots}>
                {(opened) => <TermDepositsView household={data} offers={all} lots={opened} />}
              </QueryState>
            )}
          </QueryState>
        )}
      </Loaded>
    </>
  );
}

interface ViewProps extends Pick<TermDeposits, 'offers' | 'lots'> {
  readonly household: Household;
}

function TermDepositsView({ household, offers, lots }: ViewProps) {
  const { t } = useTranslation();
  const today = todayOf();
  const bankName = nameIn(household.banks);
  const balanceOf = useBalances(today);
  const data = { offers, lots, accounts: household.accounts, balanceOf, today };
  const deposits = depositsOf(data);
  const shown = running(deposits, today);
  return (
    <Stack>
      {deposits.length === 0 && (
        <EmptyState icon={IconStairs} title={t('FINANCE.TERM.EMPTY')}>
          {t('FINANCE.TERM.EMPTY_TEXT')}
        </EmptyState>
      )}
      {shown.length > 0 && (
        <SectionCard title={t('FINANCE.TERM.RUNNING')}>
          <LadderChart deposits={shown} bankName={bankName} today={today} />
        </SectionCard>
      )}
      {deposits.length > 0 && <DatesList dates={datesOf(data, deposits)} />}
      {lots.length > 0 && <LotList lots={lots} offers={offers} bankName={bankName} />}
      {lots.some(({ state }) => state === 'OPEN') && <LotChoices lots={lots} offers={offers} />}
      <OfferList offers={offers} bankName={bankName} />
      <OfferRanking offers={offers} />
      <OfferSources />
    </Stack>
  );
}

/** What is on each account today, by the quarter of today. */
function useBalances(today: string): TermDeposits['balanceOf'] {
  const date = quarterOf(today);
  const { data: quarters = [] } = useQuery(quartersQuery());
  const isThere = quarters.some((quarter) => quarter.date === date);
  const { data: summary } = useQuery({ ...summaryQuery(date), enabled: isThere });
  return (accountId) => {
    const { accounts, days } = summary?.evaluation ?? {};
    return accounts?.find((one) => one.accountId === accountId)?.dailyBalancesCents[
      days?.indexOf(today) ?? -1
    ];
  };
}
