import type { OptimizeResultBody } from '@fibado/contracts';
import { isInQuarter } from '@fibado/planning';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '../../../components/section-card';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { QuarterFigures } from '../shared/quarter-figures';
import { useQuarterText } from '../shared/quarter-text';
import type { Household } from '../shared/queries';
import { QuarterMoves } from '../year/horizon-outline';
import type { ProposedTransfer } from './plan-model';

interface LaterQuartersProps {
  readonly household: Household;
  readonly horizon: NonNullable<OptimizeResultBody['horizon']>;
  readonly later: readonly ProposedTransfer[];
  /** Whether the plan may open and break term deposits. */
  readonly withLots: boolean;
}

/** Of a plan over several quarters: what looking at one at a time would lose, and what is intended after this one. */
export function LaterQuarters({ household, horizon, later, withLots }: LaterQuartersProps) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const quarterText = useQuarterText();
  const price = horizon.myopia?.priceCents;
  return (
    <SectionCard
      title={t('FINANCE.PLANNING.LATER.TITLE')}
      description={t('FINANCE.PLANNING.LATER.TEXT', { count: horizon.quarters.length })}
    >
      {price !== undefined && (
        <Text size="sm" fw={500}>
          {price > 0
            ? t('FINANCE.YEAR.PLAN.MYOPIA', { amount: money(price) })
            : t('FINANCE.YEAR.PLAN.MYOPIA_NONE')}
        </Text>
      )}
      {price === undefined && withLots && <Text size="sm">{t('FINANCE.YEAR.PLAN.MYOPIA_LOTS')}</Text>}
      <QuarterFigures
        label={t('FINANCE.PLANNING.LATER.TITLE')}
        minWidth={360}
        columns={['WITHOUT', 'WITH']}
        rows={horizon.quarters.map(({ quarter, baselineNetReturnCents, netReturnCents, transfers }) => ({
          key: quarter,
          name: quarterText(quarter),
          amounts: [baselineNetReturnCents, netReturnCents],
          transfers,
        }))}
      />
      <QuarterMoves
        household={household}
        quarters={horizon.quarters.slice(1).map(({ quarter }) => ({
          quarter,
          transfers: later.filter(({ date }) => isInQuarter(date, quarter)),
        }))}
      />
    </SectionCard>
  );
}
