import type { YearEndReport } from '@fibado/contracts';
import { Table, Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/money';
import { ScrollTable } from '../../../components/scroll-table';
import { formatDay } from '../../../lib/day';
import { useQuarterText } from '../shared/quarter-text';

interface ReportProps {
  readonly report: YearEndReport;
}

function Head({ keys }: { readonly keys: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <Table.Thead>
      <Table.Tr>
        {keys.map((key, column) => (
          <Table.Th key={key} ta={column === 0 ? 'left' : 'right'}>
            {t(key)}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}

/** Return of each quarter with the plans' transfers and without; a missing quarter has no figure. */
export function QuartersTable({ report }: ReportProps) {
  const { t } = useTranslation();
  const quarterText = useQuarterText();
  const keys = ['QUARTER', 'WITH', 'WITHOUT_PLAN', 'DIFFERENCE', 'TRANSFERS'];
  return (
    <ScrollTable label={t('FINANCE.YEAR_END.QUARTERS')} minWidth={520}>
      <Head keys={keys.map((key) => `FINANCE.YEAR_END.${key}`)} />
      <Table.Tbody>
        {report.quarters.map((one) => (
          <Table.Tr key={one.quarter}>
            <Table.Th scope="row" fw="inherit">
              {quarterText(one.quarter)} <State one={one} />
            </Table.Th>
            <Amount cents={one.netReturnCents} />
            <Amount cents={one.withoutPlanCents} />
            <Amount
              cents={
                one.netReturnCents === undefined || one.withoutPlanCents === undefined
                  ? undefined
                  : one.netReturnCents - one.withoutPlanCents
              }
              sign
            />
            <Table.Td ta="right">{one.planTransfers ?? t('FINANCE.YEAR_END.UNKNOWN')}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr fw={600}>
          <Table.Th scope="row">{t('FINANCE.YEAR_END.TOTAL')}</Table.Th>
          <Amount cents={report.total.netReturnCents} />
          <Amount cents={report.withoutPlanCents} />
          <Amount cents={report.addedCents} sign />
          <Table.Td />
        </Table.Tr>
      </Table.Tfoot>
    </ScrollTable>
  );
}

function State({ one: { state, projected } }: { readonly one: YearEndReport['quarters'][number] }) {
  const { t } = useTranslation();
  const text = projected ? 'STATE_PROJECTED' : `STATE_${state}`;
  return (
    <Text span size="xs" c="dimmed">
      {t(`FINANCE.YEAR_END.${text}`)}
    </Text>
  );
}

function Amount({ cents, sign = false }: { readonly cents: number | undefined; readonly sign?: boolean }) {
  const { t } = useTranslation();
  return (
    <Table.Td ta="right" fw="inherit">
      {cents === undefined ? t('FINANCE.YEAR_END.UNKNOWN') : <Money cents={cents} sign={sign} />}
    </Table.Td>
  );
}

type Figures = YearEndReport['total'];

/** Costs are shown as what they take away. */
const COLUMNS: readonly (readonly [string, (one: Figures) => number])[] = [
  ['GROSS', (one) => one.grossInterestCents],
  ['WITHHOLDING', (one) => 0 - one.withholdingCents],
  ['DUTY', (one) => 0 - one.stampDutyCents],
  ['MONTHLY_FEES', (one) => 0 - one.monthlyFeesCents],
  ['TRANSFER_FEES', (one) => 0 - one.transferFeesCents],
  ['OVERDRAFT', (one) => 0 - one.overdraftInterestCents],
  ['NET', (one) => one.netReturnCents],
];
/** Left out where the whole year has none. */
const RARE = new Set(['MONTHLY_FEES', 'TRANSFER_FEES', 'OVERDRAFT']);

/** The year's figures of each bank with its accounts below it. */
export function AccountsTable({ report }: ReportProps) {
  const { t } = useTranslation();
  const columns = COLUMNS.filter(([key, of]) => !RARE.has(key) || of(report.total) !== 0);
  const keys = ['FINANCE.YEAR_END.BANK_ACCOUNT', ...columns.map(([key]) => `FINANCE.YEAR_END.${key}`)];
  const row = (name: ReactNode, figures: Figures) => (
    <>
      <Table.Th scope="row" fw="inherit">
        {name}
      </Table.Th>
      {columns.map(([key, of]) => (
        <Amount key={key} cents={of(figures)} />
      ))}
    </>
  );
  return (
    <ScrollTable label={t('FINANCE.YEAR_END.ACCOUNTS')} minWidth={680}>
      <Head keys={keys} />
      <Table.Tbody>
        {report.banks.map((bank) => (
          <Fragment key={bank.bankId}>
            <Table.Tr fw={600}>{row(bank.name, bank)}</Table.Tr>
            {report.accounts
              .filter(({ bankId }) => bankId === bank.bankId)
              .map((account) => (
                <Table.Tr key={account.accountId}>
                  {row(
                    <Text span inherit pl="md">
                      {account.name}
                    </Text>,
                    account,
                  )}
                </Table.Tr>
              ))}
          </Fragment>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr fw={600}>{row(t('FINANCE.YEAR_END.TOTAL'), report.total)}</Table.Tr>
      </Table.Tfoot>
    </ScrollTable>
  );
}

/** Each statement period that owed duty, with what it owed it for. */
export function DutyTable({ report }: ReportProps) {
  const { t } = useTranslation();
  const bank = (id: string) => report.banks.find(({ bankId }) => bankId === id)?.name ?? '';
  const account = (id: string) => report.accounts.find(({ accountId }) => accountId === id)?.name ?? '';
  const keys = ['CAUSE', 'PERIOD', 'AVERAGE', 'DUTY'];
  return (
    <ScrollTable label={t('FINANCE.YEAR_END.DUTIES')} minWidth={560}>
      <Head keys={keys.map((key) => `FINANCE.YEAR_END.${key}`)} />
      <Table.Tbody>
        {report.duties.map((duty) => (
          <Table.Tr key={[duty.cause, duty.to, ...duty.holders, ...duty.accountIds].join()}>
            <Table.Th scope="row" fw="inherit">
              {duty.tax === 'IVAFE' && 'IVAFE: '}
              {t(`FINANCE.YEAR_END.CAUSE_${duty.cause}`)}
              <Text size="xs" c="dimmed">
                {bank(duty.bankId)} · {duty.accountIds.map(account).join(', ')} · {duty.holders.join(', ')}
              </Text>
            </Table.Th>
            <Table.Td ta="right">
              {formatDay(duty.from)} – {formatDay(duty.to)}
              {duty.provisional && (
                <Text size="xs" c="dimmed">
                  {t('FINANCE.YEAR_END.PROVISIONAL')}
                </Text>
              )}
            </Table.Td>
            <Amount cents={duty.averageCents} />
            <Amount cents={duty.stampDutyCents} />
          </Table.Tr>
        ))}
      </Table.Tbody>
    </ScrollTable>
  );
}
