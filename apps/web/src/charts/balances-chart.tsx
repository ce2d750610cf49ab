import type { Day } from '@fibado/planning';
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, lazy, memo, type PointerEvent, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BalancesDrawing, MARGIN } from './balances-drawing';
import { ChartFrame, type ChartTable } from './chart-frame';
import classes from './charts.module.css';
import { drawable } from './scale';

const StackedDrawing = lazy(async () => ({
  default: (await import('./stacked-drawing')).StackedDrawing,
}));

/** One curve: a value a day, in cents. */
export interface BalanceSeries {
  readonly id: string;
  readonly label: string;
  readonly color: string;
  readonly valuesCents: readonly number[];
  /** How much of each value is on its way between two accounts; absent where none is counted. */
  readonly underWayCents?: readonly number[] | undefined;
  /** Money between two accounts by itself, a layer of a stack. */
  readonly isHatched?: boolean;
}

/** How the series stand upon each other. */
export interface Stack {
  /** The series that stands out, drawn from zero; the first of the series. */
  readonly frontId: string | undefined;
  /** Values the axis reaches besides, so that two stacks shown in turn have one scale. */
  readonly reachCents: readonly number[];
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
  /** One series is drawn as an area; several as lines, or upon each other. */
  readonly series: readonly BalanceSeries[];
  /** Draws the series upon each other. */
  readonly stack?: Stack | undefined;
  /** What is read out and stands in the table, and is not drawn by itself. */
  readonly sum?: BalanceSeries | undefined;
  /** The same quarter under another plan, dashed. */
  readonly compare?: BalanceSeries | undefined;
  readonly marks?: readonly ChartMark[] | undefined;
  /** The least balance allowed for a single series, or the one in front; what lies under it is painted and said in words. */
  readonly minimumCents?: number | undefined;
  readonly today?: Day | undefined;
  readonly height?: number;
  readonly controls?: React.ReactNode;
  /** What a reader has to know of the figures, under them. */
  readonly note?: string | undefined;
  readonly formatMoney: (cents: number) => string;
  readonly formatDay: (day: Day) => string;
}

const FALLBACK_WIDTH = 640;

/**
 * End-of-day balances of a quarter as steps, with what happens under them. The whole plot is one slider over the
 * days: arrows, Page Up/Down, Home and End move the day, and its figures are read out as the slider's value.
 */
export const BalancesChart = memo(function BalancesChart(props: BalancesChartProps) {
  const { title, days, marks = [], controls, note, formatDay, formatMoney } = props;
  const { t } = useTranslation();
  const [cursor, setCursor] = useState<number | undefined>(undefined);
  const shown = cursor === undefined ? undefined : Math.min(cursor, days.length - 1);
  const all = readSeries(props);
  const underWayText = useUnderWayText(formatMoney);

  const table = (): ChartTable => ({
    head: [t('FINANCE.CHART.DAY'), ...all.map((s) => s.label), t('FINANCE.CHART.EVENTS')],
    rows: days.map((day, index) => [
      formatDay(day),
      ...all.map((s) => {
        const value = formatMoney(s.valuesCents[index] ?? 0);
        return isUnderWay(s, index) ? `${value} (${underWayText(s, index)})` : value;
      }),
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

/** Every series that is named and read out. */
const readSeries = ({
  series,
  sum,
  compare,
}: Pick<BalancesChartProps, 'series' | 'sum' | 'compare'>): readonly BalanceSeries[] => [
  ...series,
  ...(sum ? [sum] : []),
  ...(compare ? [compare] : []),
];

const isUnderWay = (series: BalanceSeries, index: number): boolean =>
  (series.underWayCents?.[index] ?? 0) !== 0;

/** "of which … on its way", of a day of a series. */
function useUnderWayText(formatMoney: (cents: number) => string) {
  const { t } = useTranslation();
  return (series: BalanceSeries, index: number): string =>
    t('FINANCE.CHART.OF_WHICH_UNDER_WAY', { amount: formatMoney(series.underWayCents?.[index] ?? 0) });
}

function Readout(props: BalancesChartProps & { readonly cursor: number | undefined }) {
  const { days, marks = [], cursor, formatDay, formatMoney } = props;
  const { t } = useTranslation();
  const underWayText = useUnderWayText(formatMoney);
  const day = cursor === undefined ? undefined : days[cursor];
  if (day === undefined || cursor === undefined) {
    return (
      <div className={classes.readout}>
        {readSeries(props).map((s) => (
          <span key={s.id}>
            <Swatch {...s} />
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
      {readSeries(props).map((s) => (
        <span key={s.id}>
          <Swatch {...s} />
          {s.label} <strong>{formatMoney(s.valuesCents[cursor] ?? 0)}</strong>
          {isUnderWay(s, cursor) && ` (${underWayText(s, cursor)})`}
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

const Swatch = ({ color, isHatched = false }: BalanceSeries) => (
  <span
    className={isHatched ? classes.swatchHatched : classes.swatch}
    style={isHatched ? { color } : { background: color }}
    aria-hidden
  />
);

export interface PlotProps extends BalancesChartProps {
  readonly cursor: number | undefined;
  readonly onCursor: (index: number | undefined) => void;
}

function Plot(props: PlotProps) {
  const { title, days, stack, marks = [], cursor, onCursor, formatDay, formatMoney } = props;
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

  const underWayText = useUnderWayText(formatMoney);
  const day = days[cursor ?? 0];
  const spoken =
    day === undefined
      ? ''
      : [
          formatDay(day),
          ...readSeries(props).map(
            (s) =>
              `${s.label} ${formatMoney(s.valuesCents[cursor ?? 0] ?? 0)}` +
              (isUnderWay(s, cursor ?? 0) ? `, ${underWayText(s, cursor ?? 0)}` : ''),
          ),
          ...marks
            .filter((mark) => mark.day === day)
            .map((mark) => `${mark.label} ${formatMoney(mark.amountCents)}`),
        ].join('; ');

  return (
    <div className={classes.plot} ref={ref}>
      {stack ? (
        <Suspense fallback={<div style={{ height }} />}>
          <StackedDrawing {...props} width={width} height={height} />
        </Suspense>
      ) : (
        <BalancesDrawing {...props} width={width} height={height} />
      )}
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
