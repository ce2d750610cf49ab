import type { TaxYearReport } from '@fibado/contracts';
import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/money';
import { ScrollTable } from '../../../components/scroll-table';
import { SectionCard } from '../../../components/section-card';

type Sheet = TaxYearReport['ivafe'][number];

/** IVAFE and the figures of panel RW, one table a person. */
export function ForeignCard({ report }: { readonly report: TaxYearReport }) {
  const { t } = useTranslation();
  return (
    <SectionCard title={t('FINANCE.TAX_YEAR.FOREIGN')} description={t('FINANCE.TAX_YEAR.FOREIGN_TEXT')}>
      {report.ivafe.length === 0 && <Text size="sm">{t('FINANCE.TAX_YEAR.FOREIGN_INCOMPLETE')}</Text>}
      {report.ivafe.map((sheet) => (
        <ForeignTable key={sheet.personId} sheet={sheet} report={report} />
      ))}
    </SectionCard>
  );
}

function ForeignTable({ sheet, report }: { readonly sheet: Sheet; readonly report: TaxYearReport }) {
  const { t } = useTranslation();
  const person = report.persons.find(({ id }) => id === sheet.personId)?.name ?? '';
  const name = (id: string) => report.accounts.find(({ accountId }) => accountId === id)?.name ?? '';
  return (
    <>
      <ScrollTable label={person} minWidth={640} captionSide="top">
        <Table.Caption>{person}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('FINANCE.FIELD.ACCOUNT')}</Table.Th>
            <Table.Th ta="right">{t('FINANCE.TAX_YEAR.DAYS')}</Table.Th>
            <Table.Th ta="right">{t('FINANCE.TAX_YEAR.FIRST_VALUE')}</Table.Th>
            <Table.Th ta="right">{t('FINANCE.TAX_YEAR.LAST_VALUE')}</Table.Th>
            <Table.Th ta="right">{t('FINANCE.TAX_YEAR.PEAK')}</Table.Th>
            <Table.Th ta="right">IVAFE</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sheet.lines.map((line) => (
            <Table.Tr key={line.accountId}>
              <Table.Td>{name(line.accountId)}</Table.Td>
              <Table.Td ta="right">{line.days}</Table.Td>
              {[line.openingCents, line.closingCents, line.peakCents, line.dueCents].map((cents, index) => (
                <Table.Td key={index} ta="right">
                  <Money cents={cents} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </ScrollTable>
      <Text size="sm">
        {t(sheet.needsMonitoring ? 'FINANCE.TAX_YEAR.MONITORED' : 'FINANCE.TAX_YEAR.NOT_MONITORED')}{' '}
        <Money cents={sheet.jointPeakCents} />
      </Text>
    </>
  );
}
