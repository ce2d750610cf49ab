import type { PlannedTransfer } from '@fibado/contracts';
import type { Transfer } from '@fibado/planning';
import { Anchor, List, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Money } from '../../../components/money';
import { ScrollTable } from '../../../components/scroll-table';
import { formatDay } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { nameIn } from '../shared/problem';
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
    ...quarters.map((one) => ({ ...one, name: quarterText(one.quarter), count: one.transfers.length })),
    {
      quarter: 'total',
      name: t('FINANCE.YEAR.PLAN.TOTAL'),
      incomeCents: total(quarters, (one) => one.incomeCents),
      withoutCents: total(quarters, (one) => one.withoutCents),
      withCents: total(quarters, (one) => one.withCents),
      count: total(quarters, (one) => one.transfers.length),
    },
  ];
  return (
    <ScrollTable label={t('FINANCE.YEAR.PLAN.TITLE')} minWidth={480}>
      <Table.Thead>
        <Table.Tr>
          {['QUARTER', 'INCOME', 'WITHOUT', 'WITH', 'MOVES'].map((key, column) => (
            <Table.Th key={key} ta={column === 0 ? 'left' : 'right'}>
              {t(`FINANCE.YEAR.PLAN.${key}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.quarter} fw={row.quarter === 'total' ? 600 : undefined}>
            <Table.Th scope="row" fw="inherit">
              {row.name}
            </Table.Th>
            {[row.incomeCents, row.withoutCents, row.withCents].map((amountCents, index) => (
              <Table.Td key={index} ta="right">
                <Money cents={amountCents} />
              </Table.Td>
            ))}
            <Table.Td ta="right">{row.count}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </ScrollTable>
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
  const name = nameIn(household.accounts);
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
