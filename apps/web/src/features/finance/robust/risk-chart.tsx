import { useTranslation } from 'react-i18next';
import { ChartFrame } from '../../../charts/chart-frame';
import { LimitMeter } from '../../../charts/limit-meter';
import { formatPercent } from '../../../lib/money';

interface Risk {
  readonly broken: number;
  readonly samples: number;
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

interface RiskChartProps {
  /** The share allowed, percent. */
  readonly alphaPct: number;
  readonly risk: Risk;
  readonly without: Risk;
}

const percent = (share: number): number => Math.round(share * 1000) / 10;

/** How often a minimum is broken with the safe plan and with the plain one, against the share allowed. */
export function RiskChart({ alphaPct, risk, without }: RiskChartProps) {
  const { t } = useTranslation();
  const rows = [
    { key: 'safe', label: t('FINANCE.ROBUST.SAFE'), of: risk },
    { key: 'plain', label: t('FINANCE.ROBUST.PLAIN'), of: without },
  ];
  const verdict = (of: Risk) =>
    t(percent(of.share) <= alphaPct ? 'FINANCE.ROBUST.WITHIN' : 'FINANCE.ROBUST.BEYOND', {
      alpha: formatPercent(alphaPct),
    });
  return (
    <ChartFrame
      title={t('FINANCE.ROBUST.CHART')}
      table={() => ({
        head: ['PLAN', 'BROKEN', 'SHARE', 'LOW', 'HIGH', 'VERDICT'].map((c) =>
          t(`FINANCE.ROBUST.CHART_COLUMN.${c}`),
        ),
        rows: rows.map(({ label, of }) => [
          label,
          `${String(of.broken)} / ${String(of.samples)}`,
          formatPercent(percent(of.share)),
          formatPercent(percent(of.low)),
          formatPercent(percent(of.high)),
          verdict(of),
        ]),
      })}
    >
      {rows.map(({ key, label, of }) => (
        <LimitMeter
          key={key}
          label={label}
          value={percent(of.share)}
          limit={alphaPct}
          range={[percent(of.low), percent(of.high)]}
          most={Math.max(percent(risk.high), percent(without.high))}
          tone={percent(of.share) <= alphaPct ? (percent(of.high) <= alphaPct ? 'safe' : 'near') : 'over'}
          valueText={t('FINANCE.ROBUST.SHARE_TEXT', {
            share: formatPercent(percent(of.share)),
            broken: of.broken,
            samples: of.samples,
            low: formatPercent(percent(of.low)),
            high: formatPercent(percent(of.high)),
          })}
          verdict={verdict(of)}
        />
      ))}
    </ChartFrame>
  );
}
