import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './charts.module.css';

export type MeterTone = 'safe' | 'near' | 'over';

export interface LimitMeterProps {
  readonly label: string;
  /** The figure the bar shows, in the same unit as the limit. */
  readonly value: number;
  readonly limit: number;
  /** A second figure, drawn as a notch on the bar. */
  readonly marker?: number | undefined;
  /** Between which figures the value may lie, drawn as a thin line. */
  readonly range?: readonly [low: number, high: number];
  /** The largest figure of meters that are compared, so that they share one scale. */
  readonly most?: number;
  readonly tone: MeterTone;
  /** What the bar says in words; also what a screen reader hears. */
  readonly valueText: string;
  /** The verdict: colour alone never says it. */
  readonly verdict: string;
  readonly detail?: ReactNode;
}

/** A bar against a limit, with the limit as a line, so that a figure just over it is seen to be over. */
export function LimitMeter({
  label,
  value,
  limit,
  marker,
  range,
  most = 0,
  tone,
  valueText,
  verdict,
  detail,
}: LimitMeterProps) {
  const full = Math.max(limit * 1.25, value * 1.05, (range?.[1] ?? 0) * 1.05, most * 1.05, 1);
  const percent = (amount: number) => `${String(Math.max(0, Math.min(100, (amount / full) * 100)))}%`;
  return (
    <div>
      <Group justify="space-between" gap="xs" mb={2}>
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <Text size="xs" fw={600}>
          {verdict}
        </Text>
      </Group>
      <div
        className={classes.meter}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={full}
        aria-valuenow={Math.max(0, Math.min(full, value))}
        aria-valuetext={`${valueText}. ${verdict}`}
      >
        <div
          className={`${classes.meterFill ?? ''} ${classes[tone] ?? ''}`}
          style={{ width: percent(value) }}
        />
        {range && (
          <div
            className={classes.meterRange}
            style={{
              insetInlineStart: percent(range[0]),
              width: `calc(${percent(range[1])} - ${percent(range[0])})`,
            }}
          />
        )}
        {marker !== undefined && (
          <div className={classes.meterMarker} style={{ insetInlineStart: percent(marker) }} />
        )}
        <div className={classes.meterLimit} style={{ insetInlineStart: percent(limit) }} />
      </div>
      <Text size="xs" c="dimmed" mt={2} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {valueText}
      </Text>
      {detail}
    </div>
  );
}
