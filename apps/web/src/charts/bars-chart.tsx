import { Text } from '@mantine/core';
import { ChartFrame, type ChartTable } from './chart-frame';
import classes from './charts.module.css';

/** One bar, left or right of zero. */
export interface Bar {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  /** The value in words. */
  readonly text: string;
}

interface BarsChartProps {
  readonly title: string;
  readonly bars: readonly Bar[];
  readonly table: () => ChartTable;
}

/** Amounts side by side, from one line at zero: to the right what is gained, to the left what is lost. */
export function BarsChart({ title, bars, table }: BarsChartProps) {
  const low = Math.min(0, ...bars.map((bar) => bar.value));
  const high = Math.max(0, ...bars.map((bar) => bar.value));
  const span = high - low || 1;
  const percent = (value: number) => `${String((value / span) * 100)}%`;
  return (
    <ChartFrame title={title} table={table}>
      <ul className={classes.bars}>
        {bars.map((bar) => (
          <li key={bar.key}>
            <Text size="sm" component="span">
              {bar.label}
            </Text>
            <Text size="sm" fw={600} component="span" className={classes.figures ?? ''}>
              {bar.text}
            </Text>
            <div className={classes.barTrack} aria-hidden>
              <div
                className={bar.value >= 0 ? classes.barRight : classes.barLeft}
                style={{
                  insetInlineStart: percent(Math.min(0, bar.value) - low),
                  width: percent(Math.abs(bar.value)),
                }}
              />
              <div className={classes.meterLimit} style={{ insetInlineStart: percent(-low) }} />
            </div>
          </li>
        ))}
      </ul>
    </ChartFrame>
  );
}
