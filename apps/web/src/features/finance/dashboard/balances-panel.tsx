import type { Summary } from '@fibado/contracts';
import { Paper } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { BalancesView } from '../shared/balances-view';
import type { QuarterData } from '../shared/queries';

interface BalancesPanelProps {
  readonly data: QuarterData & { readonly summary: Summary };
  readonly today: string;
}

/** The quarter's daily balances, as the server reckons them. */
export function BalancesPanel({ data, today }: BalancesPanelProps) {
  const { t } = useTranslation();
  return (
    <Paper withBorder p="sm">
      <BalancesView
        title={t('FINANCE.DASHBOARD.BALANCES')}
        household={data}
        setups={data.quarter.setups}
        evaluation={data.summary.evaluation}
        operations={data.operations}
        today={today}
      />
    </Paper>
  );
}
