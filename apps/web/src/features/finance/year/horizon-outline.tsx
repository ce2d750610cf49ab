import type { PlannedTransfer } from '@fibado/contracts';
import type { Transfer } from '@fibado/planning';
import { Anchor, List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatDay } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { accountNameIn } from '../shared/problem';
import { QuarterFigures } from '../shared/quarter-figures';
import { useQuarterText } from '../shared/quarter-text';
import type { Household } from '../shared/queries';
import type { PlannedQuarter } from './horizon-model';

type Quarters = readonly PlannedQuarter<PlannedTransfer>[];

const total = (quarters: Quarters, pick: (quarter: Quarters[number]) => number): number =>
  quarters.reduce((sum, quarter) => sum + pick(quarter), 0);

/** Income and return of each quarter, without and with the plan. */
export function HorizonTable({ quarters }: { readonly quarters: Quarters }) {
  const { t } = useTranslation();
  const quarterText = useQuarterText();
  const rows = [
    ...quarters.map((one) => ({
      key: one.quarter,
      name: quarterText(one.quarter),
      amounts: [one.incomeCents, one.withoutCents, one.withCents],
      transfers: one.transfers.length,
    })),
    {
      key: 'total',
      name: t('FINANCE.YEAR.PLAN.TOTAL'),
      amounts: [
        total(quarters, (one) => one.incomeCents),
        total(quarters, (one) => one.withoutCents),
        total(quarters, (one) => one.withCents),
      ],
      transfers: total(quarters, (one) => one.transfers.length),
      isTotal: true,
    },
  ];
  return (
    <QuarterFigures
      label={t('FINANCE.YEAR.PLAN.TITLE')}
      minWidth={480}
      columns={['INCOME', 'WITHOUT', 'WITH']}
      rows={rows}
    />
  );
}

interface OutlineProps {
  readonly household: Household;
  readonly quarters: Quarters;
}

/** What moves in each quarter, by day; those of the first one are applied from its own planning. */
export function HorizonOutline({ household, quarters }: OutlineProps) {
  const { t } = useTranslation();
  const first = quarters[0];
  return (
    <Stack gap="xs" component="section" aria-label={t('FINANCE.YEAR.PLAN.OUTLINE')}>
      <Text fw={600} size="sm">
        {t('FINANCE.YEAR.PLAN.OUTLINE')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('FINANCE.YEAR.PLAN.OUTLINE_TEXT')}
      </Text>
      <QuarterMoves household={household} quarters={quarters} />
      {first && (
        <Anchor component={Link} to={`/fibado/dashboard/automatic-planning/${first.quarter}`} size="sm">
          {t('FINANCE.YEAR.PLAN.GO')}
        </Anchor>
      )}
    </Stack>
  );
}

interface QuarterMovesProps {
  readonly household: Household;
  readonly quarters: readonly { readonly quarter: string; readonly transfers: readonly Transfer[] }[];
}

/** The transfers of each quarter in words. */
export function QuarterMoves({ household, quarters }: QuarterMovesProps) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const quarterText = useQuarterText();
  const name = accountNameIn(household);
  return quarters.map(({ quarter, transfers }) => (
    <div key={quarter}>
      <Text size="sm" fw={500}>
        {quarterText(quarter)}
        {transfers.length === 0 && `: ${t('FINANCE.YEAR.PLAN.NO_MOVES')}`}
      </Text>
      <List size="sm">
        {transfers.map((one) => (
          <List.Item key={`${one.date}${one.fromAccountId}${one.toAccountId}`}>
            {t('FINANCE.YEAR.PLAN.MOVE', {
              day: formatDay(one.date),
              amount: money(one.amountCents),
              from: name(one.fromAccountId),
              to: name(one.toAccountId),
            })}
          </List.Item>
        ))}
      </List>
    </div>
  ));
}
