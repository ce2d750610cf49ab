import { Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
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
import { columnsOf, lowestOf } from './comparison-model';
import { scenarioComparisonQuery } from './scenario-queries';

const FIGURES = [
  'netReturnCents',
  'objectiveCents',
  'netInterestCents',
  'stampDutyCents',
  'feesCents',
  'overdraftInterestCents',
] as const;

/** All scenarios that were worked out beside the quarter as it is. */
export function ScenarioComparison({ data }: { readonly data: QuarterData }) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const query = useQuery(scenarioComparisonQuery(data.quarter.date));
  const name = accountNameIn(data);
  return (
    <SectionCard title={t('FINANCE.COMPARE.TITLE')} description={t('FINANCE.COMPARE.TEXT')}>
      <QueryState query={query}>
        {(comparison) => {
          const columns = columnsOf(comparison, t('FINANCE.COMPARE.CURRENT'));
          const ran = columns.filter((column) => column.differenceCents !== undefined);
          if (ran.length === 0) return <Text size="sm">{t('FINANCE.COMPARE.NONE')}</Text>;
          const title = t('FINANCE.COMPARE.CHART');
          return (
            <Stack gap="md">
              <BarsChart
                title={title}
                bars={ran.map((column) => ({
                  key: column.key,
                  label: column.label,
                  value: column.differenceCents ?? 0,
                  text: money(column.differenceCents ?? 0, { sign: true }),
                }))}
                table={() => ({
                  head: [t('FINANCE.COMPARE.SCENARIO'), t('FINANCE.COMPARE.DIFFERENCE')],
                  rows: ran.map((column) => [
                    column.label,
                    money(column.differenceCents ?? 0, { sign: true }),
                  ]),
                })}
              />
              <ScrollTable minWidth={200 + columns.length * 150} label={t('FINANCE.COMPARE.TABLE')}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th scope="col">{t('FINANCE.COMPARE.FIGURE')}</Table.Th>
                    {columns.map((column) => (
                      <Table.Th key={column.key} scope="col" ta="right">
                        {column.label}
                        {column.stale && (
                          <Text size="xs" c="dimmed">
                            {t('FINANCE.SCENARIOS.STATE.STALE')}
                          </Text>
                        )}
                      </Table.Th>
                    ))}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {FIGURES.map((figure) => (
                    <Table.Tr key={figure}>
                      <Table.Th scope="row" fw={500}>
                        {t(`FINANCE.COMPARE.FIGURES.${figure}`)}
                      </Table.Th>
                      {columns.map((column) => (
                        <Table.Td key={column.key} ta="right">
                          {column.plan ? <Money cents={column.plan[figure]} /> : '–'}
                        </Table.Td>
                      ))}
                    </Table.Tr>
                  ))}
                  <Table.Tr>
                    <Table.Th scope="row" fw={500}>
                      {t('FINANCE.COMPARE.FIGURES.difference')}
                    </Table.Th>
                    {columns.map((column) => (
                      <Table.Td key={column.key} ta="right" fw={600}>
                        {column.differenceCents === undefined ? (
                          '–'
                        ) : (
                          <Money cents={column.differenceCents} sign colored />
                        )}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                  <Table.Tr>
                    <Table.Th scope="row" fw={500}>
                      {t('FINANCE.COMPARE.FIGURES.worth')}
                    </Table.Th>
                    {columns.map((column) => (
                      <Table.Td key={column.key} ta="right">
                        {column.worthCents === undefined ? '–' : <Money cents={column.worthCents} sign />}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                  <Table.Tr>
                    <Table.Th scope="row" fw={500}>
                      {t('FINANCE.COMPARE.FIGURES.transfers')}
                    </Table.Th>
                    {columns.map((column) => (
                      <Table.Td key={column.key} ta="right">
                        {column.plan ? column.plan.transfers.length : '–'}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                  <Table.Tr>
                    <Table.Th scope="row" fw={500}>
                      {t('FINANCE.COMPARE.FIGURES.lowest')}
                    </Table.Th>
                    {columns.map((column) => {
                      const low = column.plan && lowestOf(column.plan);
                      return (
                        <Table.Td key={column.key} ta="right">
                          {low ? (
                            <>
                              <Money cents={low.lowCents} />
                              <Text size="xs" c="dimmed">
                                {name(low.accountId)}, {formatDay(low.lowDate)}
                              </Text>
                            </>
                          ) : (
                            '–'
                          )}
                        </Table.Td>
                      );
                    })}
                  </Table.Tr>
                </Table.Tbody>
              </ScrollTable>
            </Stack>
          );
        }}
      </QueryState>
    </SectionCard>
  );
}
