import { foreignInterest, type ForeignInterestReport, type TaxYearReport } from '@fibado/contracts';
import { Table, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/money';
import { ScrollTable } from '../../../components/scroll-table';
import { SectionCard } from '../../../components/section-card';
import { QueryState } from '../../../components/states';
import { client } from '../../../lib/client';
import { formatPercent } from '../../../lib/money';
import { FINANCE } from '../shared/queries';

type Sheet = TaxYearReport['ivafe'][number];
type Line = Sheet['lines'][number];
type Interest = ForeignInterestReport['accounts'][number];

const foreignInterestQuery = (year: number) =>
  queryOptions({
    queryKey: [FINANCE, 'foreignInterest', year],
    queryFn: ({ signal }) => client.call(foreignInterest.get, { params: { year }, signal }),
    meta: { inline: true },
  });

interface CardProps {
  readonly report: TaxYearReport;
}

/** IVAFE, the figures of panel RW and the interest that no Italian bank has taxed, one table a person. */
export function ForeignCard({ report }: CardProps) {
  const { t } = useTranslation();
  const interest = useQuery(foreignInterestQuery(report.year));
  return (
    <SectionCard title={t('FINANCE.TAX_YEAR.FOREIGN')} description={t('FINANCE.TAX_YEAR.FOREIGN_TEXT')}>
      {report.ivafe.length === 0 && <Text size="sm">{t('FINANCE.TAX_YEAR.FOREIGN_INCOMPLETE')}</Text>}
      <QueryState query={interest}>
        {({ accounts, taxPct }) => (
          <>
            {report.ivafe.map((sheet) => (
              <ForeignTable key={sheet.personId} sheet={sheet} report={report} interest={accounts} />
            ))}
            <Text size="xs" c="dimmed">
              {t('FINANCE.TAX_YEAR.FOREIGN_RULES', { tax: formatPercent(taxPct) })}
            </Text>
          </>
        )}
      </QueryState>
    </SectionCard>
  );
}

interface TableProps extends CardProps {
  readonly sheet: Sheet;
  readonly interest: readonly Interest[];
}

const COLUMNS = [
  'DAYS',
  'SHARE',
  'FIRST_VALUE',
  'LAST_VALUE',
  'PEAK',
  'IVAFE',
  'FOREIGN_GROSS',
  'FOREIGN_TAX',
];

function ForeignTable({ sheet, report, interest }: TableProps) {
  const { t } = useTranslation();
  const person = report.persons.find(({ id }) => id === sheet.personId)?.name ?? '';
  const name = (id: string) => report.accounts.find(({ accountId }) => accountId === id)?.name ?? '';
  return (
    <>
      <ScrollTable label={person} minWidth={760} captionSide="top">
        <Table.Caption>{person}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('FINANCE.FIELD.ACCOUNT')}</Table.Th>
            {COLUMNS.map((key) => (
              <Table.Th key={key} ta="right">
                {t(`FINANCE.TAX_YEAR.${key}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sheet.lines.map((line) => (
            <ForeignRow
              key={line.accountId}
              name={name(line.accountId)}
              line={line}
              interest={interest.find(({ accountId }) => accountId === line.accountId)}
            />
          ))}
        </Table.Tbody>
      </ScrollTable>
      <Text size="sm">
        {t('FINANCE.TAX_YEAR.FOREIGN_DUE')} <Money cents={sheet.dueCents} />.{' '}
        {t(sheet.needsMonitoring ? 'FINANCE.TAX_YEAR.MONITORED' : 'FINANCE.TAX_YEAR.NOT_MONITORED')}{' '}
        <Money cents={sheet.jointPeakCents} />
      </Text>
    </>
  );
}

interface RowProps {
  readonly name: string;
  readonly line: Line;
  readonly interest: Interest | undefined;
}

/** Values are of the whole account, tax and interest of the person's share. */
function ForeignRow({ name, line, interest }: RowProps) {
  const { t } = useTranslation();
  const holders = interest?.holders ?? 1;
  return (
    <Table.Tr>
      <Table.Td>
        {name}
        {interest !== undefined && interest.origin !== 'MISSING' && (
          <Text size="xs" c="dimmed">
            {t(`FINANCE.TAX_YEAR.FOREIGN_${interest.origin}`)}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right">{line.days}</Table.Td>
      <Table.Td ta="right">{holders === 1 ? '100 %' : `1/${String(holders)}`}</Table.Td>
      {[
        line.openingCents,
        line.closingCents,
        line.peakCents,
        line.dueCents,
        interest?.shareGrossCents,
        interest?.shareTaxCents,
      ].map((cents, index) => (
        <Table.Td key={index} ta="right">
          {cents === undefined ? t('FINANCE.TAX_YEAR.UNKNOWN') : <Money cents={cents} />}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}
