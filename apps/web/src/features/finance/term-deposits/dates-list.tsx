import { List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '../../../components/section-card';
import { formatDay } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import type { Deposit, DepositDate } from './deposits-model';

/** The maturity calendar: notices to give, renewals and money that comes back, by day. */
export function DatesList({ dates }: { readonly dates: readonly DepositDate[] }) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const named = ({ name, amountCents }: Deposit): string =>
    amountCents === undefined ? name : `${name}, ${money(amountCents)}`;
  return (
    <SectionCard title={t('FINANCE.TERM.DATES')} description={t('FINANCE.TERM.DATES_TEXT')}>
      {dates.length === 0 && <Text size="sm">{t('FINANCE.TERM.NO_DATES')}</Text>}
      <List size="sm" spacing={4} listStyleType="none">
        {dates.map(({ day, kind, deposit }) => (
          <List.Item key={`${kind}${deposit.id}`}>
            <Text span size="sm" fw={600}>
              {formatDay(day)}
            </Text>{' '}
            {t(`FINANCE.TERM.DATE.${kind}`, { deposit: named(deposit) })}
          </List.Item>
        ))}
      </List>
    </SectionCard>
  );
}
