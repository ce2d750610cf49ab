import { area, curveStepAfter, line } from 'd3-shape';
import { useMemo } from 'react';
import { BalanceMarks } from './balance-marks';
import {
  Axes,
  between,
  Cursor,
  dayScale,
  type DrawingProps,
  type Frame,
  LowPoint,
  MARGIN,
  stepsOf,
  Today,
  UnderMinimum,
  UnderWay,
} from './balances-drawing';
import classes from './charts.module.css';
import { COMPARE_COLOR } from './palette';
import { linearScale } from './scale';
import { stacked } from './stack';

/** The balances upon each other, so that the upper edge is the total; the one in front at zero, with its minimum. */
export function StackedDrawing(props: DrawingProps) {
  const { series, stack, marks = [], minimumCents, cursor, days, width, height, formatMoney } = props;
  const frame = { left: MARGIN.left, right: width - MARGIN.right, bottom: height - MARGIN.bottom };
  const shapes = useLayers(props, frame);
  const scales = { ...frame, x: shapes.x, y: shapes.y };
  const front = series.find(({ id }) => id === stack?.frontId);
  return (
    <svg
      className={classes.svg}
      height={height}
      viewBox={`0 0 ${String(width)} ${String(height)}`}
      aria-hidden
    >
      <Axes {...props} scales={scales} />
      {shapes.layers.map(({ id, color, path, isHatched }) =>
        isHatched ? (
          <UnderWay key={id} path={path} color={color} />
        ) : (
          <path
            key={id}
            d={path}
            fill={color}
            fillOpacity={front === undefined ? 0.6 : id === front.id ? 0.85 : 0.3}
            className={classes.layer}
          />
        ),
      )}
      {shapes.compare !== undefined && (
        <path d={shapes.compare} className={classes.compare} stroke={COMPARE_COLOR} />
      )}
      {shapes.front !== undefined && <path d={shapes.front} className={classes.line} stroke={front?.color} />}
      {/* Its words lie over the lines. */}
      {shapes.under !== undefined && minimumCents !== undefined && (
        <UnderMinimum
          path={shapes.under}
          minimumCents={minimumCents}
          scales={scales}
          formatMoney={formatMoney}
        />
      )}
      <Today {...props} scales={scales} />
      <BalanceMarks marks={marks} days={days} x={shapes.x} y={frame.bottom + 6} />
      {front && <LowPoint {...props} single={front} scales={scales} />}
      {cursor !== undefined && <Cursor series={front ? [front] : []} cursor={cursor} scales={scales} />}
    </svg>
  );
}

function useLayers(
  { days, series, stack, compare, minimumCents }: DrawingProps,
  { left, right, bottom }: Frame,
) {
  const count = Math.max(days.length, 1);
  return useMemo(() => {
    const bands = stacked(series.map(({ valuesCents }) => valuesCents));
    const reach = bands.flatMap(({ lower, upper }) => [...lower, ...upper]);
    const values = [
      0,
      minimumCents ?? 0,
      ...reach,
      ...(stack?.reachCents ?? []),
      ...(compare?.valuesCents ?? []),
    ];
    const x = dayScale(left, right, count);
    const y = linearScale(values, bottom, MARGIN.top, 5);
    const steps = (list: readonly number[]) => stepsOf(list, { x, y });
    const drawLine = line().curve(curveStepAfter);
    const front = series.find(({ id }) => id === stack?.frontId);
    const frontSteps = front && steps(front.valuesCents);
    return {
      x,
      y,
      layers: series.map((one, index) => {
        const { lower = [], upper = [] } = bands[index] ?? {};
        return { ...one, path: between(steps(upper), steps(lower)) };
      }),
      front: frontSteps && (drawLine(frontSteps) ?? ''),
      under:
        frontSteps && minimumCents !== undefined
          ? (area<[number, number]>()
              .x((point) => point[0])
              .y0(y.at(minimumCents))
              .y1((point) => point[1])
              .curve(curveStepAfter)(frontSteps) ?? '')
          : undefined,
      compare: compare && (drawLine(steps(compare.valuesCents)) ?? ''),
    };
  }, [series, stack, compare, minimumCents, left, right, bottom, count]);
}
