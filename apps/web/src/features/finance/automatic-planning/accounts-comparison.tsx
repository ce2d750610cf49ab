import type { Evaluation } from '@fibado/planning';
import { Paper, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/money';
import { ScrollTable } from '../../../components/scroll-table';
import { accountNameIn } from '../shared/problem';
import type { Household } from '../shared/queries';

interface AccountsComparisonProps {
  readonly household: Household;
  readonly present: Evaluation;
  readonly planned: Evaluation;
}

const FIGURES = [
  { key: 'averageBalanceCents', label: 'AVERAGE' },
  { key: 'netInterestCents', label: 'INTEREST' },
  { key: 'stampDutyCents', label: 'DUTY' },
  { key: 'netReturnCents', label: 'NET' },
] as const;

/** Account by account, what the plan changes against the present one. */
export function AccountsComparison({ household, present, planned }: AccountsComparisonProps) {
  const { t } = useTranslation();
  const name = accountNameIn(household);
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="plan-comparison">
      <Text fw={600} size="sm" mb="xs" id="plan-comparison">
        {t('FINANCE.COMPARISON.TITLE')}
      </Text>
      <ScrollTable minWidth={720} labelledBy="plan-comparison">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('FINANCE.FIELD.ACCOUNT')}</Table.Th>
            {FIGURES.flatMap(({ key, label }) => [
              <Table.Th key={`${key}b`} scope="col" ta="right">
                {t(`FINANCE.COLUMN.${label}`)} {t('FINANCE.COMPARISON.PRESENT')}
              </Table.Th>,
              <Table.Th key={`${key}p`} scope="col" ta="right">
                {t('FINANCE.COMPARISON.PLANNED')}
              </Table.Th>,
            ])}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {planned.accounts.map((account) => {
            const before = present.accounts.find((a) => a.accountId === account.accountId);
            return (
              <Table.Tr key={account.accountId}>
                <Table.Th scope="row" fw={500}>
                  {name(account.accountId)}
                </Table.Th>
                {FIGURES.flatMap(({ key }) => {
                  const same = before?.[key] === account[key];
                  return [
                    <Table.Td key={`${key}b`} ta="right" c="dimmed">
                      <Money cents={before?.[key] ?? 0} />
                    </Table.Td>,
                    <Table.Td key={`${key}p`} ta="right" fw={same ? 400 : 600}>
                      <Money cents={account[key]} />
                    </Table.Td>,
                  ];
                })}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </ScrollTable>
    </Paper>
  );
}
