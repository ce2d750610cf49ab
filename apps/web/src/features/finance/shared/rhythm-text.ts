import type { Recurrence } from '@fibado/contracts';
import { recurrenceOfRrule } from '@fibado/planning';
import { useTranslation } from 'react-i18next';

/** How often a rule comes back, and on which day. */
export function useRhythmText(): (rule: Pick<Recurrence, 'rule' | 'onNonBusinessDay'>) => string {
  const { t } = useTranslation();
  return ({ rule, onNonBusinessDay }) => {
    const rhythm = recurrenceOfRrule(rule, onNonBusinessDay);
    if (!rhythm) return rule;
    if (rhythm.unit === 'DAYS') return t('FINANCE.RECURRENCE.EVERY_DAYS', { count: rhythm.everyDays });
    const { dayOfMonth } = rhythm;
    const day =
      typeof dayOfMonth === 'number'
        ? t('FINANCE.RECURRENCE.DAY_N', { day: dayOfMonth })
        : t(`FINANCE.RECURRENCE.${dayOfMonth}`);
    return `${t('FINANCE.RECURRENCE.EVERY_MONTHS', { count: rhythm.everyMonths })}, ${day}`;
  };
}
