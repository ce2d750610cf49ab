import { Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BarsChart } from '../../../charts/bars-chart';
import { Money } from '../../../components/money';
import { ScrollTable } from '../../../components/scroll-table';
import { SectionCard } from '../../../components/section-card';
import { QueryState } from '../../../components/states';
import { formatDay } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { accountNameIn } from '../shared/problem';
import type { QuarterData } from '../shared/queries';
import { useQuarterText } from '../shared/quarter-text';
import { type ComparisonColumn, columnsOf, lowestOf } from './comparison-model';
import { scenarioComparisonQuery } from './scenario-queries';

const FIGURES = [
  'objectiveCents',
  'netInterestCents',
  'stampDutyCents',
  'feesCents',
  'overdraftInterestCents',
] as const;

interface ScenarioComparisonProps {
  readonly data: QuarterData;
  readonly horizonQuarters: number;
}

/** All scenarios that were worked out beside the quarter, or the coming ones, as they are. */
export function ScenarioComparison({ data, horizonQuarters }: ScenarioComparisonProps) {
  const { t } = useTranslation();
  const query = useQuery(scenarioComparisonQuery(data.quarter.date, horizonQuarters));
  const count = horizonQuarters;
  return (
    <SectionCard title={t('FINANCE.COMPARE.TITLE')} description={t('FINANCE.COMPARE.TEXT', { count })}>
      <QueryState query={query}>
        {(comparison) => {
          const columns = columnsOf(comparison, t('FINANCE.COMPARE.CURRENT'));
          const ran = columns.filter((column) => column.differenceCents !== undefined);
          if (ran.length === 0) return <Text size="sm">{t('FINANCE.COMPARE.NONE', { count })}</Text>;
          return (
            <Stack gap="md">
              <Differences ran={ran} />
              <ComparisonTable data={data} columns={columns} />
            </Stack>
          );
        }}
      </QueryState>
    </SectionCard>
  );
}

/** What each scenario earns more than today, as bars. */
function Differences({ ran }: { readonly ran: readonly ComparisonColumn[] }) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const more = (column: ComparisonColumn): string => money(column.differenceCents ?? 0, { sign: true });
  return (
    <BarsChart
      title={t('FINANCE.COMPARE.CHART')}
      bars={ran.map((column) => ({
        key: column.key,
        label: column.label,
        value: column.differenceCents ?? 0,
        text: more(column),
      }))}
      table={() => ({
        head: [t('FINANCE.COMPARE.SCENARIO'), t('FINANCE.COMPARE.DIFFERENCE')],
        rows: ran.map((column) => [column.label, more(column)]),
      })}
    />
  );
}

interface ComparisonTableProps {
  readonly data: QuarterData;
  /** The first is what is now. */
  readonly columns: readonly ComparisonColumn[];
}

/** Every figure of every column; of the net return what falls on each quarter, too. */
function ComparisonTable({ data, columns }: ComparisonTableProps) {
  const { t } = useTranslation();
  const quarterText = useQuarterText();
  const name = accountNameIn(data);
  const text = (key: string) => t(`FINANCE.COMPARE.FIGURES.${key}`);
  const quarters = columns[0]?.plan?.horizon?.quarters ?? [];
  return (
    <ScrollTable minWidth={200 + columns.length * 150} label={t('FINANCE.COMPARE.TABLE')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('FINANCE.COMPARE.FIGURE')}</Table.Th>
          {columns.map((column) => (
            <ColumnHead key={column.key} column={column} />
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        <FigureRow
          name={text('netReturnCents')}
          columns={columns}
          of={amountOf((c) => c.plan?.netReturnCents)}
        />
        {quarters.map(({ quarter }, index) => (
          <FigureRow
            key={quarter}
            name={quarterText(quarter)}
            isPart
            columns={columns}
            of={amountOf((c) => c.plan?.horizon?.quarters[index]?.netReturnCents)}
          />
        ))}
        {FIGURES.map((figure) => (
          <FigureRow
            key={figure}
            name={text(figure)}
            columns={columns}
            of={amountOf((c) => c.plan?.[figure])}
          />
        ))}
        <FigureRow
          name={text('difference')}
          columns={columns}
          of={({ differenceCents: cents }) =>
            cents !== undefined && (
              <Text inherit fw={600} component="span">
                <Money cents={cents} sign colored />
              </Text>
            )
          }
        />
        <FigureRow
          name={text('worth')}
          columns={columns}
          of={({ worthCents: cents }) => cents !== undefined && <Money cents={cents} sign />}
        />
        <FigureRow
          name={text('transfers')}
          columns={columns}
          of={({ plan }) => plan && String(plan.transfers.length)}
        />
        <FigureRow
          name={text('lowest')}
          columns={columns}
          of={({ plan }) => {
            const low = plan && lowestOf(plan);
            return (
              low && (
                <>
                  <Money cents={low.lowCents} />
                  <Text size="xs" c="dimmed">
                    {name(low.accountId)}, {formatDay(low.lowDate)}
                  </Text>
                </>
              )
            );
          }}
        />
      </Table.Tbody>
    </ScrollTable>
  );
}

/** A scenario's name, and why its figures say less or nothing. */
function ColumnHead({ column }: { readonly column: ComparisonColumn }) {
  const { t } = useTranslation();
  const { label, otherQuarters, stale } = column;
  return (
    <Table.Th scope="col" ta="right">
      {label}
      {otherQuarters !== undefined && (
        <Text size="xs" c="dimmed">
          {t('FINANCE.COMPARE.OTHER_HORIZON', { count: otherQuarters })}
        </Text>
      )}
      {stale && (
        <Text size="xs" c="dimmed">
          {t('FINANCE.SCENARIOS.STATE.STALE')}
        </Text>
      )}
    </Table.Th>
  );
}

interface FigureRowProps {
  readonly name: string;
  /** Whether it is part of the figure above. */
  readonly isPart?: boolean;
  readonly columns: readonly ComparisonColumn[];
  /** Nothing where the column has no such figure. */
  readonly of: (column: ComparisonColumn) => ReactNode;
}

function FigureRow({ name, isPart = false, columns, of }: FigureRowProps) {
  return (
    <Table.Tr {...(isPart ? { c: 'dimmed' } : {})}>
      <Table.Th scope="row" fw={isPart ? 400 : 500} {...(isPart ? { pl: 'xl' } : {})}>
        {name}
      </Table.Th>
      {columns.map((column) => (
        <Table.Td key={column.key} ta="right">
          {of(column) || '–'}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

/** An amount of each column. */
const amountOf =
  (cents: (column: ComparisonColumn) => number | undefined): FigureRowProps['of'] =>
  (column) => {
    const amount = cents(column);
    return amount !== undefined && <Money cents={amount} />;
  };
