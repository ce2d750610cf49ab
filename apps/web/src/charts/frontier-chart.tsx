import { line } from 'd3-shape';
import { useTranslation } from 'react-i18next';
import { ChartFrame } from './chart-frame';
import classes from './charts.module.css';
import { Plot } from './plot';
import { type LinearScale, linearScale } from './scale';

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

const HEIGHT = 180;
const MARGIN = { top: 12, right: 16, bottom: 28, left: 60 };

/** Net euro against number of transfers; the chosen plan is filled. */
export function FrontierChart({ title, points, chosen, formatMoney }: FrontierChartProps) {
  const { t } = useTranslation();
  const y = linearScale(
    points.map((p) => p.netReturnCents),
    HEIGHT - MARGIN.bottom,
    MARGIN.top,
    4,
  );
  return (
    <ChartFrame
      title={title}
      table={() => ({
        head: [t('FINANCE.CHART.TRANSFERS'), t('FINANCE.CHART.NET')],
        rows: points.map((p) => [String(p.transfers), formatMoney(p.netReturnCents)]),
      })}
    >
      <Plot title={title} height={HEIGHT} margin={MARGIN} y={y}>
        {(width) => <Points points={points} chosen={chosen} y={y} width={width} />}
      </Plot>
    </ChartFrame>
  );
}

function Points({
  points,
  chosen,
  y,
  width,
}: Pick<FrontierChartProps, 'points' | 'chosen'> & { readonly y: LinearScale; readonly width: number }) {
  const x = linearScale(
    points.map((p) => p.transfers),
    MARGIN.left,
    width - MARGIN.right,
    Math.min(points.length, 8),
  );
  const path = line<FrontierPoint>()
    .x((p) => x.at(p.transfers))
    .y((p) => y.at(p.netReturnCents))([...points]);
  return (
    <>
      {points.map((p) => (
        <text
          key={p.transfers}
          className={classes.tick}
          x={x.at(p.transfers)}
          y={HEIGHT - 8}
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
    </>
  );
}
