import { area, curveStepAfter, line } from 'd3-shape';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { BalanceMarks } from './balance-marks';
import type { BalanceSeries, PlotProps } from './balances-chart';
import classes from './charts.module.css';
import { COMPARE_COLOR } from './palette';
import { labelPlace, linearScale, type LinearScale, lowestIndex } from './scale';
import { useTickFormat } from './tick-format';

export const MARGIN = { top: 18, right: 8, bottom: 40, left: 60 };

export type DrawingProps = PlotProps & { readonly width: number; readonly height: number };

/** The plot's edges, pixels. */
export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Scales extends Frame {
  /** Of a day's index, where the day begins. */
  readonly x: (index: number) => number;
  readonly y: LinearScale;
}

export type Steps = [number, number][];

/** The curves of a quarter, its axes, and what is marked on them. */
export function BalancesDrawing(props: DrawingProps) {
  const { series, marks = [], minimumCents, cursor, days, width, height, formatMoney } = props;
  const frame = { left: MARGIN.left, right: width - MARGIN.right, bottom: height - MARGIN.bottom };
  const shapes = useShapes(props, frame);
  const scales = { ...frame, x: shapes.x, y: shapes.y };
  const single = series.length === 1 ? series[0] : undefined;
  return (
    <svg
      className={classes.svg}
      height={height}
      viewBox={`0 0 ${String(width)} ${String(height)}`}
      aria-hidden
    >
      <Axes {...props} scales={scales} />
      {shapes.fill !== undefined && (
        <path d={shapes.fill} fill={single?.color} fillOpacity={0.14} stroke="none" />
      )}
      {shapes.underWay !== undefined && <UnderWay path={shapes.underWay} color={single?.color} />}
      {shapes.under !== undefined && minimumCents !== undefined && (
        <UnderMinimum
          path={shapes.under}
          minimumCents={minimumCents}
          scales={scales}
          formatMoney={formatMoney}
        />
      )}
      {shapes.compare !== undefined && (
        <path d={shapes.compare} className={classes.compare} stroke={COMPARE_COLOR} />
      )}
      {shapes.lines.map((s) => (
        <path key={s.id} d={s.path} className={classes.line} stroke={s.color} />
      ))}
      <Today {...props} scales={scales} />
      <BalanceMarks marks={marks} days={days} x={shapes.x} y={frame.bottom + 6} />
      {single && <LowPoint {...props} single={single} scales={scales} />}
      {cursor !== undefined && <Cursor series={series} cursor={cursor} scales={scales} />}
    </svg>
  );
}

function useShapes({ days, series, compare, minimumCents }: DrawingProps, frame: Frame) {
  const { left, right, bottom } = frame;
  const count = Math.max(days.length, 1);
  return useMemo(() => {
    const x = dayScale(left, right, count);
    const y = linearScale(valuesShown(series, compare, minimumCents), bottom, MARGIN.top, 5);
    const steps = (list: readonly number[]): Steps => stepsOf(list, { x, y });
    const drawLine = line().curve(curveStepAfter);
    const down = (list: readonly number[], to: number): string =>
      area<[number, number]>()
        .x((p) => p[0])
        .y0(y.at(to))
        .y1((p) => p[1])
        .curve(curveStepAfter)(steps(list)) ?? '';
    const single = series.length === 1 ? series[0] : undefined;
    const floor = Math.max(y.from, Math.min(0, y.to));
    return {
      x,
      y,
      lines: series.map((s) => ({ ...s, path: drawLine(steps(s.valuesCents)) ?? '' })),
      fill: single && down(onAccounts(single), floor),
      underWay: single?.underWayCents && between(steps(single.valuesCents), steps(onAccounts(single))),
      under: single && minimumCents !== undefined ? down(single.valuesCents, minimumCents) : undefined,
      compare: compare && (drawLine(steps(compare.valuesCents)) ?? ''),
    };
  }, [series, compare, minimumCents, left, right, bottom, count]);
}

/** Where each of so many days begins, between the edges. */
export const dayScale = (left: number, right: number, count: number) => (index: number) =>
  left + (index / count) * (right - left);

/** A value a day as the corners of its steps, the last day to its end. */
export function stepsOf(list: readonly number[], { x, y }: Pick<Scales, 'x' | 'y'>): Steps {
  const points = list.map((value, index): [number, number] => [x(index), y.at(value)]);
  const last = list.at(-1);
  if (last !== undefined) points.push([x(list.length), y.at(last)]);
  return points;
}

const onAccounts = ({ valuesCents, underWayCents }: BalanceSeries): readonly number[] =>
  underWayCents ? valuesCents.map((value, index) => value - (underWayCents[index] ?? 0)) : valuesCents;

/** The band between two curves of the same days. */
export const between = (upper: Steps, lower: Steps): string =>
  area<number>()
    .x((index) => upper[index]?.[0] ?? 0)
    .y0((index) => lower[index]?.[1] ?? 0)
    .y1((index) => upper[index]?.[1] ?? 0)
    .curve(curveStepAfter)(upper.keys()) ?? '';

/**
 * Money is read against zero: the axis always shows it, unless everything is far above and only one line is drawn.
 * Then what is on its way decides how far down the axis goes, for its band is drawn.
 */
function valuesShown(
  series: readonly BalanceSeries[],
  compare: BalanceSeries | undefined,
  minimumCents: number | undefined,
): number[] {
  const values = [...series, ...(compare ? [compare] : [])].flatMap((s) => [
    ...s.valuesCents,
    ...onAccounts(s),
  ]);
  if (minimumCents !== undefined) values.push(minimumCents);
  if (series.length > 1 || values.some((v) => v < 0)) values.push(0);
  else values.push(Math.min(...values) * 0.9);
  return values;
}

export function Axes({ days, height, formatDay, scales }: DrawingProps & { readonly scales: Scales }) {
  const tickText = useTickFormat();
  const { x, y, left, right } = scales;
  const monthStarts = days.flatMap((day, index) => (day.endsWith('-01') ? [{ day, index }] : []));
  return (
    <>
      {y.ticks.map((tick) => (
        <g key={tick}>
          <line
            className={tick === 0 ? classes.zero : classes.grid}
            x1={left}
            x2={right}
            y1={y.at(tick)}
            y2={y.at(tick)}
          />
          <text className={classes.tick} x={left - 6} y={y.at(tick) + 4} textAnchor="end">
            {tickText(tick)}
          </text>
        </g>
      ))}
      {monthStarts.map(({ day, index }) => (
        <text key={day} className={classes.tick} x={x(index)} y={height - 6}>
          {formatDay(day)}
        </text>
      ))}
    </>
  );
}

/** Hatched: money that has left one account and not reached the other. */
export function UnderWay({ path, color }: { readonly path: string; readonly color: string | undefined }) {
  const id = useId();
  return (
    <>
      <pattern
        id={id}
        width={6}
        height={6}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
        stroke={color}
      >
        <line y2={6} strokeWidth={3} strokeOpacity={0.45} />
      </pattern>
      <path d={path} fill={`url(#${id})`} stroke="none" />
    </>
  );
}

interface UnderMinimumProps {
  readonly path: string;
  readonly minimumCents: number;
  readonly scales: Scales;
  readonly formatMoney: (cents: number) => string;
}

/** What lies under the minimum, painted. */
export function UnderMinimum({ path, minimumCents, scales, formatMoney }: UnderMinimumProps) {
  const { t } = useTranslation();
  const clip = useId();
  const { y, left, right, bottom } = scales;
  const at = y.at(minimumCents);
  return (
    <>
      <clipPath id={clip}>
        <rect x={left} y={at} width={right - left} height={Math.max(0, bottom + MARGIN.bottom - at)} />
      </clipPath>
      <path d={path} className={classes.below} clipPath={`url(#${clip})`} />
      <line className={classes.minimum} x1={left} x2={right} y1={at} y2={at} />
      <text className={classes.alarm} x={right} y={at - 4} textAnchor="end">
        {t('FINANCE.CHART.MINIMUM', { amount: formatMoney(minimumCents) })}
      </text>
    </>
  );
}

export function Today({ today, days, scales }: DrawingProps & { readonly scales: Scales }) {
  const { t } = useTranslation();
  const index = today === undefined ? -1 : days.indexOf(today);
  if (index < 0) return null;
  const at = scales.x(index);
  return (
    <g>
      <line className={classes.today} x1={at} x2={at} y1={MARGIN.top} y2={scales.bottom} />
      <text className={classes.tick} x={at + 3} y={MARGIN.top - 6}>
        {t('FINANCE.CHART.TODAY')}
      </text>
    </g>
  );
}

/** The lowest balance in words; "minimum" is the limit, and named where the balance breaks it. */
export function LowPoint({
  single,
  minimumCents,
  days,
  formatMoney,
  formatDay,
  scales,
}: DrawingProps & { readonly single: BalanceSeries; readonly scales: Scales }) {
  const { t } = useTranslation();
  const { x, y, left, right, bottom } = scales;
  const low = lowestIndex(single.valuesCents);
  const lowCents = low === undefined ? undefined : single.valuesCents[low];
  if (low === undefined || lowCents === undefined) return null;
  const tooLow = minimumCents !== undefined && lowCents < minimumCents;
  const lowX = x(low + 0.5);
  const text = t(tooLow ? 'FINANCE.CHART.LOW_UNDER' : 'FINANCE.CHART.LOW', {
    amount: formatMoney(lowCents),
    day: formatDay(days[low] ?? ''),
  });
  const place = labelPlace(lowX, text.length, left, right);
  return (
    <g>
      <circle
        cx={lowX}
        cy={y.at(lowCents)}
        r={4}
        fill={tooLow ? 'light-dark(#b42318, #ff8a80)' : single.color}
      />
      <text
        className={tooLow ? classes.alarm : classes.low}
        x={place.x}
        // Nothing is drawn under the lowest point.
        y={Math.min(bottom - 3, y.at(lowCents) + 16)}
        textAnchor={place.anchor}
      >
        {text}
      </text>
    </g>
  );
}

export function Cursor({
  series,
  cursor,
  scales,
}: {
  readonly series: readonly BalanceSeries[];
  readonly cursor: number;
  readonly scales: Scales;
}) {
  const { x, y, bottom } = scales;
  const at = x(cursor + 0.5);
  return (
    <g>
      <line className={classes.cursor} x1={at} x2={at} y1={MARGIN.top} y2={bottom} />
      {series.map((s) => (
        <circle key={s.id} cx={at} cy={y.at(s.valuesCents[cursor] ?? 0)} r={3.5} fill={s.color} />
      ))}
    </g>
  );
}
