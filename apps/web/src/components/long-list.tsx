import { Box, Button, getSpacing, Group, type MantineSpacing, Text } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';

interface LongListProps<T> {
  readonly items: readonly T[];
  readonly itemKey: (item: T) => string;
  /** How many are drawn at first, and how many more each time they are asked for. */
  readonly step: number;
  readonly children: (item: T) => ReactNode;
  /** Items drawn wherever they stand. */
  readonly always?: (item: T) => boolean;
  readonly gap?: MantineSpacing;
}

/** A list that draws its first items, and more of them on request; the focus goes to the first new one. */
export function LongList<T>({ items, itemKey, step, children, always, gap = 'xs' }: LongListProps<T>) {
  const { t } = useTranslation();
  const [most, setMost] = useState(step);
  const list = useRef<HTMLUListElement>(null);
  const drawn = items.filter((item, index) => index < most || always?.(item) === true);
  const showMore = () => {
    // The button may go with the last items, and the focus with it.
    flushSync(() => setMost(most + step));
    const first = list.current?.children[most] as HTMLElement | undefined;
    (first?.querySelector<HTMLElement>('a[href], button, input, select') ?? first)?.focus();
  };
  return (
    <>
      <Box
        component="ul"
        ref={list}
        p={0}
        m={0}
        display="flex"
        style={{ listStyle: 'none', flexDirection: 'column', gap: getSpacing(gap) }}
      >
        {drawn.map((item) => (
          <li key={itemKey(item)} tabIndex={-1}>
            {children(item)}
          </li>
        ))}
      </Box>
      {drawn.length < items.length && (
        <Group gap="sm" my="xs">
          <Button variant="default" onClick={showMore}>
            {t('COMMON.LIST.MORE')}
          </Button>
          <Text size="sm" c="dimmed">
            {t('COMMON.LIST.SHOWN', { shown: drawn.length, total: items.length })}
          </Text>
        </Group>
      )}
    </>
  );
}
