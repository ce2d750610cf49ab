import { curveStepAfter, line } from 'd3-shape';
import { memo } from 'react';
import { linearScale } from './scale';

/** A curve the size of a word, beside the figures it belongs to; those say everything, so it is hidden from readers. */
export const Sparkline = memo(function Sparkline({
  values,
  color,
  width = 96,
  height = 24,
}: {
  readonly values: readonly number[];
  readonly color: string;
  readonly width?: number;
  readonly height?: number;
}) {
  const y = linearScale(values, height - 2, 2, 2);
  const path = line<number>()
    .x((_, index) => (index / Math.max(values.length - 1, 1)) * width)
    .y((value) => y.at(value))
    .curve(curveStepAfter)([...values]);
  return (
    <svg width={width} height={height} aria-hidden style={{ display: 'block' }}>
      <path d={path ?? ''} fill="none" stroke={color} strokeWidth={1.5} />
    </svg>
  );
});
