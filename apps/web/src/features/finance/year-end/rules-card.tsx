import type { YearEndReport } from '@fibado/contracts';
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
  ivafeFixedCents: 'FINANCE.YEAR_END.LAW_IVAFE',
  ivafeThresholdCents: 'FINANCE.YEAR_END.LAW_IVAFE_THRESHOLD',
  ivafePct: 'FINANCE.YEAR_END.LAW_IVAFE_PRODUCTS',
  ivafeListedStatePct: 'FINANCE.YEAR_END.LAW_IVAFE_LISTED',
} as const;

/** The law in force at the end of the year, each figure with its first day and source. */
export function RulesCard({ law }: Pick<YearEndReport, 'law'>) {
  const { t } = useTranslation();
  return (
    <SectionCard title={t('FINANCE.TAX_YEAR.RULES')}>
      <List size="xs">
        {law.map(({ parameter, value, source, from }) => (
          <List.Item key={parameter}>
            {t(TEXTS[parameter], {
              value: parameter.endsWith('Cents') ? formatMoney(value) : formatPercent(value),
            })}{' '}
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
