import type { TaxYearReport } from '@fibado/contracts';
import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/money';
import { ScrollTable } from '../../../components/scroll-table';
import { SectionCard } from '../../../components/section-card';

/** What 1,000 euro less of assets change: in the ISEE, and in the monthly allowance of a child. */
export function WeightCard({ report: { weight, isee } }: { readonly report: TaxYearReport }) {
  const { t } = useTranslation();
  const isBelow = isee.aboveAllowanceEuro === 0;
  return (
    <SectionCard title={t('FINANCE.TAX_YEAR.WEIGHT')}>
      <Text size="sm">
        {isBelow ? t('FINANCE.TAX_YEAR.WEIGHT_NONE') : t('FINANCE.TAX_YEAR.WEIGHT_TEXT')}{' '}
        {!isBelow && <Money cents={weight.iseePer1000EuroCents} />}
      </Text>
      <ScrollTable
        label={t('FINANCE.TAX_YEAR.CHILD_ALLOWANCE', { year: weight.allowanceYear })}
        minWidth={420}
        captionSide="top"
      >
        <Table.Caption>{t('FINANCE.TAX_YEAR.CHILD_ALLOWANCE', { year: weight.allowanceYear })}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th ta="right">ISEE</Table.Th>
            <Table.Th ta="right">{t('FINANCE.TAX_YEAR.MONTHLY')}</Table.Th>
            <Table.Th ta="right">{t('FINANCE.TAX_YEAR.WITH_LESS')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {weight.allowance.map((row) => (
            <Table.Tr key={row.iseeCents}>
              <Table.Td ta="right">
                <Money cents={row.iseeCents} />
              </Table.Td>
              <Table.Td ta="right">
                <Money cents={row.monthlyCents} />
              </Table.Td>
              <Table.Td ta="right">
                <Money cents={row.withLessAssetsCents} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </ScrollTable>
    </SectionCard>
  );
}
