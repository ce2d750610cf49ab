import { curveStepAfter, line } from 'd3-shape';
import { useTranslation } from 'react-i18next';
import { ChartFrame } from './chart-frame';
import { formatDecimal } from '../lib/money';
import classes from './charts.module.css';
import { COMPARE_COLOR, TOTAL_COLOR } from './palette';
import { Plot } from './plot';
import { type LinearScale, linearScale } from './scale';

/** What was known at one moment: the best plan found, and what no plan can exceed. Cents, milliseconds. */
export interface ProgressPoint {
  readonly elapsedMs: number;
  readonly objectiveCents?: number | undefined;
  readonly boundCents?: number | undefined;
}

interface ProgressChartProps {
  readonly title: string;
  readonly points: readonly ProgressPoint[];
  readonly formatMoney: (cents: number) => string;
}

const MARGIN = { top: 10, right: 12, bottom: 22, left: 60 };
const HEIGHT = 140;
/** Where a label centred on its moment would stick out at the right, pixels. */
const EDGE = 28;

/** Two lines that meet when the plan is proven best: the best found rising, the bound falling. */
export function ProgressChart({ title, points, formatMoney }: ProgressChartProps) {
  const { t } = useTranslation();
  const y = linearScale(
    points.flatMap((p) => [p.objectiveCents, p.boundCents].filter((c) => c !== undefined)),
    HEIGHT - MARGIN.bottom,
    MARGIN.top,
    3,
  );
  const text = (cents: number | undefined) => (cents === undefined ? '–' : formatMoney(cents));
  return (
    <ChartFrame
      title={title}
      table={() => ({
        head: [t('FINANCE.RUN.TIME'), t('FINANCE.RUN.FOUND'), t('FINANCE.RUN.BOUND')],
        rows: points.map((p) => [seconds(p.elapsedMs), text(p.objectiveCents), text(p.boundCents)]),
      })}
    >
      <Plot title={title} height={HEIGHT} margin={MARGIN} y={y}>
        {(width) => <Lines points={points} y={y} width={width} />}
      </Plot>
      <div className={classes.readout}>
        <span>
          <span className={classes.swatch} style={{ background: TOTAL_COLOR }} />
          {t('FINANCE.RUN.FOUND')}
        </span>
        <span>
          <span className={classes.swatch} style={{ background: COMPARE_COLOR }} />
          {t('FINANCE.RUN.BOUND')}
        </span>
      </div>
    </ChartFrame>
  );
}

const seconds = (ms: number) => `${formatDecimal(Math.round(ms / 100) / 10)} s`;

function Lines({
  points,
  y,
  width,
}: Pick<ProgressChartProps, 'points'> & { readonly y: LinearScale; readonly width: number }) {
  const x = linearScale(
    points.map((p) => p.elapsedMs),
    MARGIN.left,
    width - MARGIN.right,
    4,
  );
  const path = (key: 'objectiveCents' | 'boundCents') =>
    line<ProgressPoint>()
      .defined((p) => p[key] !== undefined)
      .x((p) => x.at(p.elapsedMs))
      .y((p) => y.at(p[key] ?? 0))
      .curve(curveStepAfter)([...points]) ?? '';
  return (
    <>
      {x.ticks.map((tick) => (
        <text
          key={tick}
          className={classes.tick}
          x={x.at(tick)}
          y={HEIGHT - 6}
          textAnchor={x.at(tick) > width - EDGE ? 'end' : 'middle'}
        >
          {seconds(tick)}
        </text>
      ))}
      <path d={path('boundCents')} className={classes.compare} stroke={COMPARE_COLOR} />
      <path d={path('objectiveCents')} className={classes.line} stroke={TOTAL_COLOR} />
    </>
  );
}
