import type { Summary } from '@fibado/contracts';
import { Paper, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ScrollTable } from '../../../components/scroll-table';
import { seriesColor } from '../../../charts/palette';
import { Sparkline } from '../../../charts/sparkline';
import { Money } from '../../../components/money';
import { accountNameIn } from '../shared/shown';
import type { QuarterData } from '../shared/queries';
import { totalsOf } from './view-models';

const heads = ['OPENING', 'CLOSING', 'AVERAGE', 'INTEREST', 'DUTY', 'FEES', 'NET'] as const;

/** What a phone leaves out, so that where the money ends up is seen without scrolling sideways. */
const onPhone = (head: (typeof heads)[number] | undefined) =>
  head === 'OPENING' ? { visibleFrom: 'sm' as const } : {};

/** What each account does in the quarter, and all of them together. */
export function AccountsPanel({ data }: { readonly data: QuarterData & { readonly summary: Summary } }) {
  const { t } = useTranslation();
  const name = accountNameIn(data);
  const { evaluation } = data.summary;
  const totals = totalsOf(evaluation);
  return (
    <Paper withBorder p="sm">
      <Text fw={600} size="sm" mb="xs" id="accounts-panel">
        {t('FINANCE.DASHBOARD.ACCOUNTS')}
      </Text>
      <ScrollTable minWidth={720} phoneMinWidth={560} labelledBy="accounts-panel" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('FINANCE.FIELD.ACCOUNT')}</Table.Th>
            <Table.Td aria-hidden visibleFrom="sm" />
            {heads.map((head) => (
              <Table.Th key={head} scope="col" ta="right" {...onPhone(head)}>
                {t(`FINANCE.COLUMN.${head}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {evaluation.accounts.map((account, index) => (
            <Table.Tr key={account.accountId}>
              <Table.Th scope="row" fw={500} style={{ whiteSpace: 'nowrap' }}>
                {name(account.accountId)}
              </Table.Th>
              <Table.Td visibleFrom="sm">
                <Sparkline values={account.dailyBalancesCents} color={seriesColor(index)} />
              </Table.Td>
              {[
                account.openingBalanceCents,
                account.closingBalanceCents,
                account.averageBalanceCents,
                account.netInterestCents,
                account.stampDutyCents,
                account.monthlyFeesCents + account.transferFeesCents + account.overdraftInterestCents,
              ].map((cents, column) => (
                <Table.Td key={column} ta="right" {...onPhone(heads[column])}>
                  <Money cents={cents} />
                </Table.Td>
              ))}
              <Table.Td ta="right" fw={600}>
                <Money cents={account.netReturnCents} colored />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">{t('FINANCE.CHART.TOTAL')}</Table.Th>
            <Table.Td visibleFrom="sm" />
            {[
              totals.openingCents,
              totals.closingCents,
              totals.averageCents,
              totals.netInterestCents,
              totals.stampDutyCents,
              totals.feesCents + totals.overdraftCents,
              totals.netReturnCents,
            ].map((cents, column) => (
              <Table.Td key={column} ta="right" fw={600} {...onPhone(heads[column])}>
                <Money cents={cents} />
              </Table.Td>
            ))}
          </Table.Tr>
        </Table.Tfoot>
      </ScrollTable>
    </Paper>
  );
}
