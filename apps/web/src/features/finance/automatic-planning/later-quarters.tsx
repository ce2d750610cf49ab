import type { OptimizeResultBody } from '@fibado/contracts';
import { isInQuarter } from '@fibado/planning';
import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/money';
import { ScrollTable } from '../../../components/scroll-table';
import { SectionCard } from '../../../components/section-card';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { useQuarterText } from '../shared/quarter-text';
import type { Household } from '../shared/queries';
import { QuarterMoves } from '../year/horizon-outline';
import type { ProposedTransfer } from './plan-model';

interface LaterQuartersProps {
  readonly household: Household;
  readonly horizon: NonNullable<OptimizeResultBody['horizon']>;
  readonly later: readonly ProposedTransfer[];
}

/** Of a plan over several quarters: what looking at one at a time would lose, and what is intended after this one. */
export function LaterQuarters({ household, horizon, later }: LaterQuartersProps) {
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
      <ScrollTable label={t('FINANCE.PLANNING.LATER.TITLE')} minWidth={360}>
        <Table.Thead>
          <Table.Tr>
            {['QUARTER', 'WITHOUT', 'WITH', 'MOVES'].map((key, column) => (
              <Table.Th key={key} ta={column === 0 ? 'left' : 'right'}>
                {t(`FINANCE.YEAR.PLAN.${key}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {horizon.quarters.map(({ quarter, baselineNetReturnCents, netReturnCents, transfers }) => (
            <Table.Tr key={quarter}>
              <Table.Th scope="row" fw="inherit">
                {quarterText(quarter)}
              </Table.Th>
              <Table.Td ta="right">
                <Money cents={baselineNetReturnCents} />
              </Table.Td>
              <Table.Td ta="right">
                <Money cents={netReturnCents} />
              </Table.Td>
              <Table.Td ta="right">{transfers}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </ScrollTable>
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
