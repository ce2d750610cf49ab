import type { Day } from '@fibado/planning';
import { useElementSize } from '@mantine/hooks';
import { area, curveStepAfter, line as lineOfPoints } from 'd3-shape';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartFrame } from '../../../charts/chart-frame';
import classes from '../../../charts/charts.module.css';
import { MoneyAxis } from '../../../charts/plot-axes';
import { drawable, linearScale } from '../../../charts/scale';
import { formatDay } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import type { YearEvent, YearLine } from './year-model';

interface YearChartProps {
  readonly title: string;
  readonly line: YearLine;
  readonly events: readonly YearEvent[];
  readonly eventText: (event: YearEvent) => string;
}

const MARGIN = { top: 12, right: 8, bottom: 24, left: 60 };
const HEIGHT = 280;
const COLOR = 'light-dark(#0b6e75, #3fc1c9)';
const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 30,
  PageDown: -30,
  Home: -Infinity,
  End: Infinity,
};

/** Balances of all accounts over months: past and planned solid, projected dashed, with the band of uncertain amounts. */
export function YearChart({ title, line, events, eventText }: YearChartProps) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const { ref, width: measured } = useElementSize<HTMLDivElement>();
  const [cursor, setCursor] = useState<number>();
  const width = drawable(measured, MARGIN, 640);
  const { days } = line;
  const last = days.length - 1;
  const at = cursor === undefined ? undefined : Math.min(cursor, last);
  const words = (index: number): string[] => [
    formatDay(days[index] ?? ''),
    t(phaseOf(line, index)),
    money(line.totalCents[index] ?? 0),
    t('FINANCE.YEAR.BETWEEN', {
      low: money(line.leastCents[index] ?? 0),
      high: money(line.mostCents[index] ?? 0),
    }),
    events
      .filter(({ day }) => day === days[index])
      .map(eventText)
      .join('; '),
  ];
  const table = () => ({
    head: ['DAY', 'PHASE', 'TOTAL', 'RANGE', 'EVENTS'].map((key) => t(`FINANCE.YEAR.${key}`)),
    rows: days.map((_, index) => words(index)),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setCursor(Math.max(0, Math.min(last, (at ?? 0) + step)));
  };
  const onPointer = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left - MARGIN.left) / (width - MARGIN.left - MARGIN.right);
    setCursor(Math.max(0, Math.min(last, Math.floor(share * days.length))));
  };
  return (
    <ChartFrame title={title} table={table}>
      <div className={classes.plot} ref={ref}>
        <Drawing line={line} events={events} width={width} cursor={at} />
        <div
          className={classes.slider}
          role="slider"
          tabIndex={0}
          aria-label={t('FINANCE.CHART.SLIDER', { title })}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={at ?? 0}
          aria-valuetext={words(at ?? 0).join('; ')}
          onKeyDown={onKeyDown}
          onPointerMove={onPointer}
          onPointerDown={onPointer}
          onPointerLeave={() => setCursor(undefined)}
        />
      </div>
      <div className={classes.readout} aria-hidden>
        {at === undefined
          ? t('FINANCE.YEAR.LEGEND')
          : words(at)
              .filter((word) => word !== '')
              .join(' · ')}
      </div>
    </ChartFrame>
  );
}

const phaseOf = ({ plannedFrom, projectedFrom }: YearLine, index: number): string => {
  if (index >= projectedFrom) return 'FINANCE.YEAR.PROJECTED';
  return index >= plannedFrom ? 'FINANCE.YEAR.PLANNED' : 'FINANCE.YEAR.PAST';
};

interface DrawingProps {
  readonly line: YearLine;
  readonly events: readonly YearEvent[];
  readonly width: number;
  readonly cursor: number | undefined;
}

function Drawing({ line, events, width, cursor }: DrawingProps) {
  const { days, totalCents, leastCents, mostCents, plannedFrom, projectedFrom } = line;
  const [left, right, bottom] = [MARGIN.left, width - MARGIN.right, HEIGHT - MARGIN.bottom];
  const x = (index: number): number => left + (index / Math.max(1, days.length)) * (right - left);
  const wanted = events.flatMap(({ day, amountCents = 0 }) => (days.includes(day) ? [amountCents] : []));
  const y = linearScale([0, ...leastCents, ...mostCents, ...wanted], bottom, MARGIN.top, 5);
  const part = (from: number, to: number): string =>
    lineOfPoints().curve(curveStepAfter)(
      [...totalCents.slice(from, to), totalCents[to] ?? totalCents[to - 1] ?? 0].map(
        (cents, index): [number, number] => [x(from + index), y.at(cents)],
      ),
    ) ?? '';
  const band = area<number>()
    .x((index) => x(index))
    .y0((index) => y.at(leastCents[index] ?? 0))
    .y1((index) => y.at(mostCents[index] ?? 0))
    .curve(curveStepAfter)(days.map((_, index) => index));
  const starts = monthStarts(days);
  const vertical = (index: number) => ({ x1: x(index), x2: x(index), y1: MARGIN.top, y2: bottom });
  return (
    <svg
      className={classes.svg}
      height={HEIGHT}
      viewBox={`0 0 ${String(width)} ${String(HEIGHT)}`}
      aria-hidden
    >
      <MoneyAxis scale={y} left={left} right={right} />
      {starts.map(({ day, index }) => (
        <text key={day} className={classes.tick} x={x(index)} y={HEIGHT - 6}>
          {formatDay(day).slice(0, 5)}
        </text>
      ))}
      <path d={band ?? ''} fill={COLOR} fillOpacity={0.18} />
      {plannedFrom > 0 && <path d={part(0, plannedFrom)} className={classes.line} stroke={COLOR} />}
      {projectedFrom > plannedFrom && (
        <path
          d={part(plannedFrom, projectedFrom)}
          className={classes.line}
          stroke={COLOR}
          strokeOpacity={0.7}
        />
      )}
      {days.length > projectedFrom && (
        <path d={part(projectedFrom, days.length)} className={classes.compare} stroke={COLOR} />
      )}
      {plannedFrom > 0 && plannedFrom < days.length && (
        <line className={classes.today} {...vertical(plannedFrom)} />
      )}
      {events.map((event) => {
        const index = days.indexOf(event.day);
        const key = `${event.kind}${event.id}${event.day}`;
        if (index < 0) return null;
        if (event.amountCents !== undefined)
          return <GoalMark key={key} x={x(index + 0.5)} top={y.at(event.amountCents)} bottom={y.at(0)} />;
        return (
          <path
            key={key}
            d="M0 -5L5 0L0 5L-5 0Z"
            transform={`translate(${String(x(index + 0.5))} ${String(y.at(totalCents[index] ?? 0))})`}
            fill={event.kind === 'MATURITY' ? 'light-dark(#4c5fd5, #8ea0ff)' : 'light-dark(#b3541e, #f4a261)'}
          />
        );
      })}
      {cursor !== undefined && <line className={classes.cursor} {...vertical(cursor + 0.5)} />}
    </svg>
  );
}

/** What is to be there on a day: a line as high as the amount, with a flag. */
function GoalMark({ x, top, bottom }: { readonly x: number; readonly top: number; readonly bottom: number }) {
  return (
    <path
      d={`M${String(x)} ${String(bottom)}V${String(top)}l-9 4l9 4`}
      stroke="light-dark(#8a3ffc, #be95ff)"
      strokeWidth={1.5}
      fill="light-dark(#8a3ffc, #be95ff)"
      fillOpacity={0.8}
    />
  );
}

/** First days of months, so few that their labels do not touch. */
function monthStarts(days: readonly Day[]): { day: Day; index: number }[] {
  const all = days.flatMap((day, index) => (day.endsWith('-01') ? [{ day, index }] : []));
  return all.filter((_, index) => all.length <= 4 || index % 3 === 0);
}
