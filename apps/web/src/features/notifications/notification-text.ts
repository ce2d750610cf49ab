import type { Notification } from '@fibado/contracts';
import { isDay } from '@fibado/planning';
import { useTranslation } from 'react-i18next';
import { formatDay, formatInstant, quarterParts } from '../../lib/day';
import { formatAmount } from '../../lib/money';
import { useMoneyFormat } from '../../lib/hide-amounts';

/**
 * A notification in words: parameters ending in `Cents` are amounts, `quarter` is named by its first
 * day, other calendar days are shown gg/mm/aaaa.
 */
export function useNotificationText(item: Notification): { readonly title: string; readonly body: string } {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const shown = Object.fromEntries(
    Object.entries(item.params).map(([key, value]) => {
      if (typeof value === 'number' && key.endsWith('Cents')) return [key, money(value)];
      if (key === 'until') return [key, formatInstant(String(value))];
      if (key === 'quarter' && isDay(value)) return [key, t('COMMON.QUARTER', quarterParts(value))];
      if (typeof value === 'number') return [key, formatAmount(value * 100).replace(/[.,]00$/, '')];
      return [key, isDay(value) ? formatDay(value) : String(value)];
    }),
  );
  return {
    title: t(`NOTIFY.KIND.${item.kind}.TITLE`),
    body: t(`NOTIFY.KIND.${item.kind}.TEXT`, { ...shown, context: String(item.params['status'] ?? '') }),
  };
}
