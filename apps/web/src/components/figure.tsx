import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface FigureProps {
  readonly label: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** One figure, large, under what it is and above what to know of it. */
export function Figure({ label, note, children }: FigureProps) {
  return (
    <div>
      <Text size="xs" c="dimmed" fw={500}>
        {label}
      </Text>
      <Text fz="clamp(1rem, 4.4vw, 1.35rem)" fw={700} lh={1.3} component="div">
        {children}
      </Text>
      {note !== undefined && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </div>
  );
}
