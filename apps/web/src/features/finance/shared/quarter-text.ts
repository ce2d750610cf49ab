import { useTranslation } from 'react-i18next';
import { quarterParts } from '../../../lib/day';

/** `1° trimestre 2027`, in the reader's language. */
export function useQuarterText(): (date: string) => string {
  const { t } = useTranslation();
  return (date) => t('FINANCE.QUARTER.NAME', { ...quarterParts(date) });
}
