import { useElementSize } from '@mantine/hooks';
import { line } from 'd3-shape';
import { useTranslation } from 'react-i18next';
import { ChartFrame } from './chart-frame';
import classes from './charts.module.css';
import { MoneyAxis } from './plot-axes';
import { linearScale } from './scale';

/** One plan on the frontier: how many transfers, and what the household keeps. */
export interface FrontierPoint {
  readonly transfers: number;
  readonly netReturnCents: number;
}

interface FrontierChartProps {
  readonly title: string;
  readonly points: readonly FrontierPoint[];
  readonly chosen: number | undefined;
  readonly formatMoney: (cents: number) => string;
}

const MARGIN = { top: 12, right: 16, bottom: 28, left: 52 };

/** Net euro against number of transfers; the chosen plan is filled. */
export function FrontierChart({ title, points, chosen, formatMoney }: FrontierChartProps) {
  const { t } = useTranslation();
  const { ref, width: measured } = useElementSize<HTMLDivElement>();
  const width = measured > 0 ? measured : 480;
  const height = 180;
  const x = linearScale(
    points.map((p) => p.transfers),
    MARGIN.left,
    width - MARGIN.right,
    Math.min(points.length, 8),
  );
  const y = linearScale(
    points.map((p) => p.netReturnCents),
    height - MARGIN.bottom,
    MARGIN.top,
    4,
  );
  const path = line<FrontierPoint>()
    .x((p) => x.at(p.transfers))
    .y((p) => y.at(p.netReturnCents))([...points]);
  return (
    <ChartFrame
      title={title}
      table={() => ({
        head: [t('FINANCE.CHART.TRANSFERS'), t('FINANCE.CHART.NET')],
        rows: points.map((p) => [String(p.transfers), formatMoney(p.netReturnCents)]),
      })}
    >
      <div className={classes.plot} ref={ref}>
        <svg
          className={classes.svg}
          height={height}
          viewBox={`0 0 ${String(width)} ${String(height)}`}
          role="img"
          aria-label={title}
        >
          <MoneyAxis scale={y} left={MARGIN.left} right={width - MARGIN.right} />
          {points.map((p) => (
            <text
              key={p.transfers}
              className={classes.tick}
              x={x.at(p.transfers)}
              y={height - 8}
              textAnchor="middle"
            >
              {p.transfers}
            </text>
          ))}
          <path d={path ?? ''} className={classes.line} stroke="light-dark(#0b6e75, #3fc1c9)" />
          {points.map((p) => (
            <circle
              key={p.transfers}
              cx={x.at(p.transfers)}
              cy={y.at(p.netReturnCents)}
              r={p.transfers === chosen ? 6 : 4}
              fill={p.transfers === chosen ? 'light-dark(#0b6e75, #3fc1c9)' : 'var(--mantine-color-body)'}
              stroke="light-dark(#0b6e75, #3fc1c9)"
              strokeWidth={2}
            />
          ))}
        </svg>
      </div>
    </ChartFrame>
  );
}
