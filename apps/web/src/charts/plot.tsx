import { useElementSize } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './charts.module.css';
import { MoneyAxis } from './plot-axes';
import { drawable, type LinearScale } from './scale';

interface PlotProps {
  readonly title: string;
  readonly height: number;
  /** The space beside what is plotted, pixels. */
  readonly margin: { readonly left: number; readonly right: number };
  readonly y: LinearScale;
  /** Until it is measured, pixels. */
  readonly fallbackWidth?: number;
  readonly children: (width: number) => ReactNode;
}

/** A drawing as wide as its place, over the lines of its amounts. */
export function Plot({ title, height, margin, y, fallbackWidth = 480, children }: PlotProps) {
  const { ref, width: measured } = useElementSize<HTMLDivElement>();
  const width = drawable(measured, margin, fallbackWidth);
  return (
    <div className={classes.plot} ref={ref}>
      <svg
        className={classes.svg}
        height={height}
        viewBox={`0 0 ${String(width)} ${String(height)}`}
        role="img"
        aria-label={title}
      >
        <MoneyAxis scale={y} left={margin.left} right={width - margin.right} />
        {children(width)}
      </svg>
    </div>
  );
}
