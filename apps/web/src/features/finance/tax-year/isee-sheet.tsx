import type { TaxYearReport } from '@fibado/contracts';
import { Stack, Table, Text } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/money';
import { ScrollTable } from '../../../components/scroll-table';
import { SectionCard } from '../../../components/section-card';
import { AccountsTable, Amount, type PersonTableProps } from './isee-accounts';
import { WholeEuro } from './whole-euro';

interface SheetProps {
  readonly report: TaxYearReport;
}

/** The figures in the order of panel FC2: of each person section I, section II, and what counts. */
export function IseeSheet({ report }: SheetProps) {
  const { t } = useTranslation();
  const { isee, iseeOver366 } = report;
  const label = t('FINANCE.TAX_YEAR.SHEET', { declaration: isee.declarationYear });
  return (
    <SectionCard title={label} description={t('FINANCE.TAX_YEAR.SHEET_TEXT', { year: report.year })}>
      <Stack>
        {report.persons.map((person) => (
          <Fragment key={person.id}>
            <AccountsTable person={person} report={report} />
            <AssetsTable person={person} report={report} />
            <PersonTotal person={person} report={report} />
          </Fragment>
        ))}
        <Totals report={report} />
        {iseeOver366 && (
          <Text size="sm" c="dimmed">
            {t('FINANCE.TAX_YEAR.LEAP')}{' '}
            {iseeOver366.countedEuro === undefined ? '–' : <WholeEuro euro={iseeOver366.countedEuro} />}
          </Text>
        )}
      </Stack>
    </SectionCard>
  );
}

/** Section II of a person's panel: what is no account. */
function AssetsTable({ person: { id, name }, report }: PersonTableProps) {
  const { t } = useTranslation();
  const lines = report.isee.assets.filter(({ personId }) => personId === id);
  const label = t('FINANCE.TAX_YEAR.SECTION_2', { name });
  if (lines.length === 0) return null;
  return (
    <ScrollTable label={label} minWidth={560} captionSide="top">
      <Table.Caption ta="left">{label}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('FINANCE.TAX_YEAR.TYPE_CODE')}</Table.Th>
          <Table.Th>{t('FINANCE.TAX_YEAR.DESCRIPTION')}</Table.Th>
          <Table.Th>{t('FINANCE.TAX_YEAR.OPERATOR')}</Table.Th>
          <Table.Th ta="right">{t('FINANCE.TAX_YEAR.VALUE_ON', { year: report.year })}</Table.Th>
          <Table.Th ta="right">{t('FINANCE.TAX_YEAR.EXEMPT')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((line) => {
          const asset = report.assets.find((one) => one.id === line.assetId);
          return (
            <Table.Tr key={line.assetId}>
              <Table.Td>{line.type}</Table.Td>
              <Table.Td>{asset?.description}</Table.Td>
              <Table.Td>{asset?.operator}</Table.Td>
              <Amount euro={line.valueEuro} isTyped />
              <Amount euro={line.exemptEuro} />
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </ScrollTable>
  );
}

/** What counts of a person, where it is not one of the sums above it. */
function PersonTotal({ person: { id, name }, report }: PersonTableProps) {
  const { t } = useTranslation();
  const total = report.isee.persons.find(({ personId }) => personId === id);
  const bought = report.purchases.find(({ personId }) => personId === id)?.cents ?? 0;
  const hasAssets = report.isee.assets.some(({ personId }) => personId === id);
  if (!hasAssets && bought === 0) return null;
  return (
    <Text size="sm">
      {bought > 0 && (
        <>
          {t('FINANCE.TAX_YEAR.BOUGHT')} <Money cents={bought} />.{' '}
        </>
      )}
      {t('FINANCE.TAX_YEAR.COUNTED_OF', { name })}{' '}
      {total?.countedEuro === undefined ? (
        t('FINANCE.TAX_YEAR.UNKNOWN')
      ) : (
        <WholeEuro euro={total.countedEuro} />
      )}
    </Text>
  );
}

function Totals({ report: { isee } }: SheetProps) {
  const { t } = useTranslation();
  if (isee.countedEuro === undefined) return <Text fw={600}>{t('FINANCE.TAX_YEAR.INCOMPLETE')}</Text>;
  return (
    <Text>
      {t('FINANCE.TAX_YEAR.COUNTED')} <WholeEuro euro={isee.countedEuro} />
      {'; '}
      {t('FINANCE.TAX_YEAR.ALLOWANCE')} <WholeEuro euro={isee.allowanceEuro} />
      {'; '}
      {t('FINANCE.TAX_YEAR.ABOVE')} <WholeEuro euro={isee.aboveAllowanceEuro ?? 0} />.
    </Text>
  );
}
