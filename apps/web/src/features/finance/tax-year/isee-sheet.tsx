import type { TaxPerson, TaxYearReport } from '@fibado/contracts';
import { Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/money';
import { ScrollTable } from '../../../components/scroll-table';
import { SectionCard } from '../../../components/section-card';

interface SheetProps {
  readonly report: TaxYearReport;
}

/** The figures in the order of panel FC2: a person's accounts, then the sums that are compared. */
export function IseeSheet({ report }: SheetProps) {
  const { t } = useTranslation();
  const { isee, iseeOver366 } = report;
  const label = t('FINANCE.TAX_YEAR.SHEET', { declaration: isee.declarationYear });
  return (
    <SectionCard title={label} description={t('FINANCE.TAX_YEAR.SHEET_TEXT', { year: report.year })}>
      <Stack>
        {report.persons.map((person) => (
          <PersonTable key={person.id} person={person} report={report} />
        ))}
        <Totals report={report} />
        {iseeOver366 && (
          <Text size="sm" c="dimmed">
            {t('FINANCE.TAX_YEAR.LEAP')}{' '}
            {iseeOver366.countedEuro === undefined ? '–' : <Money cents={iseeOver366.countedEuro * 100} />}
          </Text>
        )}
      </Stack>
    </SectionCard>
  );
}

function PersonTable({ person: { id, name }, report }: SheetProps & { readonly person: TaxPerson }) {
  const { t } = useTranslation();
  const lines = report.isee.lines.filter(({ personId }) => personId === id);
  const total = report.isee.persons.find(({ personId }) => personId === id);
  const accounts = new Map(report.accounts.map((account) => [account.accountId, account]));
  if (lines.length === 0) return null;
  return (
    <ScrollTable label={name} minWidth={640} captionSide="top">
      <Table.Caption>{name}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('FINANCE.TAX_YEAR.TYPE_CODE')}</Table.Th>
          <Table.Th>{t('FINANCE.TAX_YEAR.OPERATOR')}</Table.Th>
          <Table.Th>{t('FINANCE.TAX_YEAR.SHARE')}</Table.Th>
          <Table.Th ta="right">{t('FINANCE.TAX_YEAR.BALANCE_ON', { year: report.year })}</Table.Th>
          <Table.Th ta="right">{t('FINANCE.TAX_YEAR.AVERAGE_OF', { year: report.year })}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((line) => {
          const account = accounts.get(line.accountId);
          return (
            <Table.Tr key={line.accountId}>
              <Table.Td>{line.type}</Table.Td>
              <Table.Td>
                {account?.bankName} · {account?.name}
                <Text size="xs" c="dimmed">
                  {account?.iban}
                </Text>
              </Table.Td>
              <Table.Td>
                {line.totalParts === 1 ? '100 %' : `${String(line.parts)}/${String(line.totalParts)}`}
              </Table.Td>
              <Amount euro={line.balanceEuro} />
              <Amount euro={line.averageEuro} />
            </Table.Tr>
          );
        })}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th colSpan={3} scope="row">
            {t('FINANCE.TAX_YEAR.SUM')}
            {total?.basis !== undefined && ` · ${t(`FINANCE.TAX_YEAR.BASIS_${total.basis}`)}`}
          </Table.Th>
          <Amount euro={total?.balanceEuro} />
          <Amount euro={total?.averageEuro} />
        </Table.Tr>
      </Table.Tfoot>
    </ScrollTable>
  );
}

/** A missing figure is said, never shown as nought. */
function Amount({ euro }: { readonly euro: number | undefined }) {
  const { t } = useTranslation();
  return (
    <Table.Td ta="right">
      {euro === undefined ? t('FINANCE.TAX_YEAR.UNKNOWN') : <Money cents={euro * 100} />}
    </Table.Td>
  );
}

function Totals({ report: { isee } }: SheetProps) {
  const { t } = useTranslation();
  if (isee.countedEuro === undefined) return <Text fw={600}>{t('FINANCE.TAX_YEAR.INCOMPLETE')}</Text>;
  return (
    <Text>
      {t('FINANCE.TAX_YEAR.COUNTED')} <Money cents={isee.countedEuro * 100} />
      {'; '}
      {t('FINANCE.TAX_YEAR.ALLOWANCE')} <Money cents={isee.allowanceEuro * 100} />
      {'; '}
      {t('FINANCE.TAX_YEAR.ABOVE')} <Money cents={(isee.aboveAllowanceEuro ?? 0) * 100} />.
    </Text>
  );
}
