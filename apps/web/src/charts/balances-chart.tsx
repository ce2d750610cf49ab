import type { Day } from '@fibado/planning';
import { useElementSize } from '@mantine/hooks';
import { area, curveStepAfter, line } from 'd3-shape';
import { type KeyboardEvent, memo, type PointerEvent, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartFrame, type ChartTable } from './chart-frame';
import classes from './charts.module.css';
import { COMPARE_COLOR } from './palette';
import { drawable, labelPlace, linearScale, lowestIndex } from './scale';
import { useTickFormat } from './tick-format';

/** One curve: a value a day, in cents. */
export interface BalanceSeries {
  readonly id: string;
  readonly label: string;
  readonly color: string;
  readonly valuesCents: readonly number[];
}

/** Something that happens on a day and is drawn under the curve. */
export interface ChartMark {
  readonly day: Day;
  readonly kind: 'INCOME' | 'EXPENSE' | 'TRANSFER';
  readonly label: string;
  readonly amountCents: number;
}

export interface BalancesChartProps {
  readonly title: string;
  readonly days: readonly Day[];
  /** One series is drawn as an area; several as lines. */
  readonly series: readonly BalanceSeries[];
  /** The same quarter under another plan, dashed. */
  readonly compare?: BalanceSeries | undefined;
  readonly marks?: readonly ChartMark[] | undefined;
  /** The least balance allowed for a single series; what lies under it is painted and said in words. */
  readonly minimumCents?: number | undefined;
  readonly today?: Day | undefined;
  readonly height?: number;
  readonly controls?: React.ReactNode;
  /** What a reader has to know of the figures, under them. */
  readonly note?: string | undefined;
  readonly formatMoney: (cents: number) => string;
  readonly formatDay: (day: Day) => string;
}

const MARGIN = { top: 18, right: 8, bottom: 40, left: 60 };
const MARK_ROW = 12;
const FALLBACK_WIDTH = 640;

/**
 * End-of-day balances of a quarter as steps, with what happens under them. The whole plot is one slider over the
 * days: arrows, Page Up/Down, Home and End move the day, and its figures are read out as the slider's value.
 */
export const BalancesChart = memo(function BalancesChart(props: BalancesChartProps) {
  const { title, days, series, compare, marks = [], controls, note, formatDay, formatMoney } = props;
  const { t } = useTranslation();
  const [cursor, setCursor] = useState<number | undefined>(undefined);
  const shown = cursor === undefined ? undefined : Math.min(cursor, days.length - 1);
  const all = compare ? [...series, compare] : series;

  const table = (): ChartTable => ({
    head: [t('FINANCE.CHART.DAY'), ...all.map((s) => s.label), t('FINANCE.CHART.EVENTS')],
    rows: days.map((day, index) => [
      formatDay(day),
      ...all.map((s) => formatMoney(s.valuesCents[index] ?? 0)),
      marks
        .filter((mark) => mark.day === day)
        .map((mark) => `${mark.label} ${formatMoney(mark.amountCents)}`)
        .join('; '),
    ]),
  });

  return (
    <ChartFrame title={title} controls={controls} table={table}>
      <Plot {...props} cursor={shown} onCursor={setCursor} />
      <Readout {...props} cursor={shown} />
      {note !== undefined && <p className={classes.note}>{note}</p>}
    </ChartFrame>
  );
});

function Readout({
  days,
  series,
  compare,
  marks = [],
  cursor,
  formatDay,
  formatMoney,
}: BalancesChartProps & { readonly cursor: number | undefined }) {
  const { t } = useTranslation();
  const day = cursor === undefined ? undefined : days[cursor];
  if (day === undefined || cursor === undefined) {
    return (
      <div className={classes.readout}>
        {[...series, ...(compare ? [compare] : [])].map((s) => (
          <span key={s.id}>
            <Swatch color={s.color} />
            {s.label}
          </span>
        ))}
        {marks.length > 0 && <span aria-hidden>{t('FINANCE.CHART.MARK_LEGEND')}</span>}
      </div>
    );
  }
  return (
    <div className={classes.readout} aria-hidden>
      <strong>{formatDay(day)}</strong>
      {[...series, ...(compare ? [compare] : [])].map((s) => (
        <span key={s.id}>
          <Swatch color={s.color} />
          {s.label} <strong>{formatMoney(s.valuesCents[cursor] ?? 0)}</strong>
        </span>
      ))}
      {marks
        .filter((mark) => mark.day === day)
        .slice(0, 6)
        .map((mark, index) => (
          <span key={index}>
            {MARK_SIGN[mark.kind]} {mark.label} {formatMoney(mark.amountCents)}
          </span>
        ))}
    </div>
  );
}

const MARK_SIGN = { INCOME: '▲', EXPENSE: '▼', TRANSFER: '◆' } as const;

const Swatch = ({ color }: { readonly color: string }) => (
  <span className={classes.swatch} style={{ background: color }} aria-hidden />
);

interface PlotProps extends BalancesChartProps {
  readonly cursor: number | undefined;
  readonly onCursor: (index: number | undefined) => void;
}

function Plot(props: PlotProps) {
  const { title, days, series, compare, marks = [], cursor, onCursor, formatDay, formatMoney } = props;
  const { t } = useTranslation();
  const { ref, width: measured } = useElementSize<HTMLDivElement>();
  const width = drawable(measured, MARGIN, FALLBACK_WIDTH);
  const height = props.height ?? 260;
  const inner = width - MARGIN.left - MARGIN.right;
  const count = Math.max(days.length, 1);

  const move = (event: KeyboardEvent) => {
    const from = cursor ?? 0;
    const target = {
      ArrowRight: from + 1,
      ArrowUp: from + 1,
      ArrowLeft: from - 1,
      ArrowDown: from - 1,
      PageUp: from + 7,
      PageDown: from - 7,
      Home: 0,
      End: days.length - 1,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    onCursor(Math.max(0, Math.min(days.length - 1, target)));
  };
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - box.left - MARGIN.left) / inner) * count);
    onCursor(Math.max(0, Math.min(days.length - 1, index)));
  };

  const day = days[cursor ?? 0];
  const spoken =
    day === undefined
      ? ''
      : [
          formatDay(day),
          ...[...series, ...(compare ? [compare] : [])].map(
            (s) => `${s.label} ${formatMoney(s.valuesCents[cursor ?? 0] ?? 0)}`,
          ),
          ...marks
            .filter((mark) => mark.day === day)
            .map((mark) => `${mark.label} ${formatMoney(mark.amountCents)}`),
        ].join('; ');

  return (
    <div className={classes.plot} ref={ref}>
      <Drawing {...props} width={width} height={height} />
      <div
        className={classes.slider}
        role="slider"
        tabIndex={0}
        aria-label={t('FINANCE.CHART.SLIDER', { title })}
        aria-valuemin={0}
        aria-valuemax={Math.max(days.length - 1, 0)}
        aria-valuenow={cursor ?? 0}
        aria-valuetext={spoken}
        onKeyDown={move}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => {
          onCursor(undefined);
        }}
        onBlur={() => {
          onCursor(undefined);
        }}
      />
    </div>
  );
}

function Drawing({
  days,
  series,
  compare,
  marks = [],
  minimumCents,
  today,
  cursor,
  width,
  height,
  formatDay,
  formatMoney,
}: PlotProps & { readonly width: number; readonly height: number }) {
  const { t } = useTranslation();
  const tickText = useTickFormat();
  const clip = useId();
  const count = Math.max(days.length, 1);
  const left = MARGIN.left;
  const right = width - MARGIN.right;
  const bottom = height - MARGIN.bottom;
  const single = series.length === 1 ? series[0] : undefined;

  const shapes = useMemo(() => {
    const x = (index: number) => left + (index / count) * (right - left);
    const values = [...series, ...(compare ? [compare] : [])].flatMap((s) => s.valuesCents);
    if (minimumCents !== undefined) values.push(minimumCents);
    // Money is read against zero: the axis always shows it, unless everything is far above and only one line is drawn.
    if (series.length > 1 || values.some((v) => v < 0)) values.push(0);
    else values.push(Math.min(...values) * 0.9);
    const y = linearScale(values, bottom, MARGIN.top, 5);
    const steps = (list: readonly number[]): [number, number][] => {
      const points = list.map((value, index): [number, number] => [x(index), y.at(value)]);
      const last = list.at(-1);
      if (last !== undefined) points.push([x(list.length), y.at(last)]);
      return points;
    };
    const drawLine = line().curve(curveStepAfter);
    const floor = Math.max(y.from, Math.min(0, y.to));
    const drawArea = area<[number, number]>()
      .x((p) => p[0])
      .y0(y.at(floor))
      .y1((p) => p[1])
      .curve(curveStepAfter);
    return {
      x,
      y,
      lines: series.map((s) => ({ ...s, path: drawLine(steps(s.valuesCents)) ?? '' })),
      fill: single ? (drawArea(steps(single.valuesCents)) ?? '') : undefined,
      under:
        single && minimumCents !== undefined
          ? (area<[number, number]>()
              .x((p) => p[0])
              .y0(y.at(minimumCents))
              .y1((p) => p[1])
              .curve(curveStepAfter)(steps(single.valuesCents)) ?? '')
          : undefined,
      compare: compare ? (drawLine(steps(compare.valuesCents)) ?? '') : undefined,
    };
  }, [series, compare, single, minimumCents, left, right, bottom, count]);

  const { x, y } = shapes;
  const low = single ? lowestIndex(single.valuesCents) : undefined;
  const lowCents = single && low !== undefined ? single.valuesCents[low] : undefined;
  const tooLow = lowCents !== undefined && minimumCents !== undefined && lowCents < minimumCents;
  const monthStarts = days.flatMap((day, index) => (day.endsWith('-01') ? [{ day, index }] : []));
  const todayIndex = today === undefined ? -1 : days.indexOf(today);
  const lowX = low === undefined ? 0 : x(low + 0.5);
  const lowText =
    low === undefined || lowCents === undefined
      ? ''
      : t(tooLow ? 'FINANCE.CHART.LOW_UNDER' : 'FINANCE.CHART.LOW', {
          amount: formatMoney(lowCents),
          day: formatDay(days[low] ?? ''),
        });
  const lowPlace = labelPlace(lowX, lowText.length, left, right);

  return (
    <svg
      className={classes.svg}
      height={height}
      viewBox={`0 0 ${String(width)} ${String(height)}`}
      aria-hidden
    >
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
      {shapes.fill !== undefined && (
        <path d={shapes.fill} fill={single?.color} fillOpacity={0.14} stroke="none" />
      )}
      {shapes.under !== undefined && minimumCents !== undefined && (
        <>
          <clipPath id={clip}>
            <rect
              x={left}
              y={y.at(minimumCents)}
              width={right - left}
              height={Math.max(0, height - y.at(minimumCents))}
            />
          </clipPath>
          <path d={shapes.under} className={classes.below} clipPath={`url(#${clip})`} />
          <line
            className={classes.minimum}
            x1={left}
            x2={right}
            y1={y.at(minimumCents)}
            y2={y.at(minimumCents)}
          />
          <text className={classes.alarm} x={right} y={y.at(minimumCents) - 4} textAnchor="end">
            {t('FINANCE.CHART.MINIMUM', { amount: formatMoney(minimumCents) })}
          </text>
        </>
      )}
      {shapes.compare !== undefined && (
        <path d={shapes.compare} className={classes.compare} stroke={COMPARE_COLOR} />
      )}
      {shapes.lines.map((s) => (
        <path key={s.id} d={s.path} className={classes.line} stroke={s.color} />
      ))}
      {todayIndex >= 0 && (
        <g>
          <line className={classes.today} x1={x(todayIndex)} x2={x(todayIndex)} y1={MARGIN.top} y2={bottom} />
          <text className={classes.tick} x={x(todayIndex) + 3} y={MARGIN.top - 6}>
            {t('FINANCE.CHART.TODAY')}
          </text>
        </g>
      )}
      <Marks marks={marks} days={days} x={x} y={bottom + 6} />
      {low !== undefined && lowCents !== undefined && (
        <g>
          <circle
            cx={lowX}
            cy={y.at(lowCents)}
            r={4}
            fill={tooLow ? 'light-dark(#b42318, #ff8a80)' : single?.color}
          />
          <text
            className={tooLow ? classes.alarm : classes.low}
            x={lowPlace.x}
            // Nothing is drawn under the lowest point.
            y={Math.min(bottom - 3, y.at(lowCents) + 16)}
            textAnchor={lowPlace.anchor}
          >
            {lowText}
          </text>
        </g>
      )}
      {cursor !== undefined && (
        <g>
          <line
            className={classes.cursor}
            x1={x(cursor + 0.5)}
            x2={x(cursor + 0.5)}
            y1={MARGIN.top}
            y2={bottom}
          />
          {series.map((s) => (
            <circle
              key={s.id}
              cx={x(cursor + 0.5)}
              cy={y.at(s.valuesCents[cursor] ?? 0)}
              r={3.5}
              fill={s.color}
            />
          ))}
        </g>
      )}
    </svg>
  );
}

/** One sign a kind and day, under the axis: up for money in, down for money out, a diamond for own transfers. */
function Marks({
  marks,
  days,
  x,
  y,
}: {
  readonly marks: readonly ChartMark[];
  readonly days: readonly Day[];
  readonly x: (index: number) => number;
  readonly y: number;
}) {
  const seen = new Set<string>();
  const index = new Map(days.map((day, i) => [day, i]));
  return marks.map((mark) => {
    const at = index.get(mark.day);
    const key = `${mark.kind}${mark.day}`;
    if (at === undefined || seen.has(key)) return null;
    seen.add(key);
    const cx = x(at + 0.5);
    const cy = y + (mark.kind === 'TRANSFER' ? MARK_ROW : 2);
    return (
      <path
        key={key}
        d={MARK_PATH[mark.kind]}
        transform={`translate(${String(cx)} ${String(cy)})`}
        fill={MARK_COLOR[mark.kind]}
      />
    );
  });
}

const MARK_PATH = {
  INCOME: 'M0 -3.5L4 3.5H-4Z',
  EXPENSE: 'M0 3.5L4 -3.5H-4Z',
  TRANSFER: 'M0 -4.5L4.5 0L0 4.5L-4.5 0Z',
} as const;

const MARK_COLOR = {
  INCOME: 'light-dark(#0b7a55, #38c793)',
  EXPENSE: 'light-dark(#b3541e, #f4a261)',
  TRANSFER: 'light-dark(#4c5fd5, #8ea0ff)',
} as const;
