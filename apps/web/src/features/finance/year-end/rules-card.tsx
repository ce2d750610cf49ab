import { type Day, LAW, type LawRow } from '@fibado/planning';
import { List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '../../../components/section-card';
import { formatDay } from '../../../lib/day';
import { formatMoney, formatPercent } from '../../../lib/money';

const TEXTS = {
  withholdingPct: 'FINANCE.YEAR_END.LAW_WITHHOLDING',
  fixedDutyCents: 'FINANCE.YEAR_END.LAW_FIXED',
  fixedDutyThresholdCents: 'FINANCE.YEAR_END.LAW_THRESHOLD',
  proportionalDutyPct: 'FINANCE.YEAR_END.LAW_PROPORTIONAL',
  minimumDutyCents: 'FINANCE.YEAR_END.LAW_MINIMUM',
} as const satisfies Partial<Record<LawRow['parameter'], string>>;

/** The rows of the law in force at the end of a year, each with its first day and source. */
export function RulesCard({ year }: { readonly year: number }) {
  const { t } = useTranslation();
  return (
    <SectionCard title={t('FINANCE.TAX_YEAR.RULES')}>
      <List size="xs">
        {rowsOn(`${String(year)}-12-31`).map(({ parameter, value, source, from, text }) => (
          <List.Item key={parameter}>
            {t(text, { value: parameter.endsWith('Cents') ? formatMoney(value) : formatPercent(value) })}{' '}
            {t('FINANCE.YEAR_END.LAW_SOURCE', { source, day: formatDay(from) })}
          </List.Item>
        ))}
        <List.Item>{t('FINANCE.YEAR_END.RULE_SUM')}</List.Item>
        <List.Item>{t('FINANCE.YEAR_END.RULE_WITHOUT')}</List.Item>
      </List>
      <Text size="xs">{t('FINANCE.YEAR_END.NO_ADVICE')}</Text>
    </SectionCard>
  );
}

const rowsOn = (day: Day): (LawRow & { readonly text: string })[] =>
  Object.entries(TEXTS).flatMap(([parameter, text]) => {
    const row = LAW.findLast((one) => one.parameter === parameter && one.from <= day);
    return row === undefined ? [] : [{ ...row, text }];
  });
