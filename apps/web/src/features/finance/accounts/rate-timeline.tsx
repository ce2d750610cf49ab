import type { SaveAccount } from '@fibado/contracts';
import { addDays, addMonths, daysBetween, isDay } from '@fibado/planning';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../lib/day';
import { formatPercent } from '../../../lib/money';
import classes from './rate-timeline.module.css';

export type RatePeriods = SaveAccount['rates'];

/** The rate periods on one line of time; a gap between two earns nothing and is seen as one. */
export function RateTimeline({ periods, today }: { readonly periods: RatePeriods; readonly today: string }) {
  const { t } = useTranslation();
  const valid = periods.filter((p) => isDay(p.from) && (p.to === undefined || p.to >= p.from));
  if (valid.length === 0) return null;
  const start = valid.map((p) => p.from).reduce((a, b) => (a < b ? a : b));
  const lastKnown = valid.map((p) => p.to ?? p.from).reduce((a, b) => (a > b ? a : b), today);
  const end = addMonths(lastKnown, 6);
  const span = Math.max(1, daysBetween(start, end));
  const left = (day: string) => Math.max(0, Math.min(100, (daysBetween(start, day) / span) * 100));
  const text = (p: RatePeriods[number]) => p.tiers.map((tier) => formatPercent(tier.ratePct)).join(' / ');
  return (
    <ol className={classes.line} aria-label={t('FINANCE.RATES.TIMELINE')}>
      {valid.map((period, index) => {
        const from = left(period.from);
        const to = period.to === undefined ? 100 : left(addDays(period.to, 1));
        return (
          <li
            key={index}
            className={classes.period}
            style={{ insetInlineStart: `${String(from)}%`, width: `${String(Math.max(0, to - from))}%` }}
            title={`${formatDay(period.from)} – ${period.to === undefined ? '…' : formatDay(period.to)}: ${text(period)}`}
          >
            {text(period)}
          </li>
        );
      })}
      {today >= start && (
        <li className={classes.today} style={{ insetInlineStart: `${String(left(today))}%` }}>
          <span className={classes.hidden}>{t('FINANCE.CHART.TODAY')}</span>
        </li>
      )}
    </ol>
  );
}
