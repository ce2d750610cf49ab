import { Button, Group } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useCommands } from '../../../lib/shortcuts';

const PAGES = [
  { key: 'viewer', to: (date: string) => `/fibado/dashboard?quarter=${date}`, label: 'FINANCE.TABS.VIEWER' },
  { key: 'setup', to: (date: string) => `/fibado/dashboard/setup/${date}`, label: 'FINANCE.TABS.SETUP' },
  {
    key: 'operations',
    to: (date: string) => `/fibado/dashboard/operation/edit/${date}`,
    label: 'FINANCE.TABS.OPERATIONS',
  },
  {
    key: 'planning',
    to: (date: string) => `/fibado/dashboard/automatic-planning/${date}`,
    label: 'FINANCE.TABS.PLANNING',
  },
] as const;

export type QuarterTab = (typeof PAGES)[number]['key'];

interface QuarterTabsProps {
  readonly date: string;
  readonly current: QuarterTab;
}

/** From one page of a quarter to its others, by click or from the command palette. */
export function QuarterTabs({ date, current }: QuarterTabsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useCommands(
    useMemo(
      () =>
        PAGES.filter((page) => page.key !== current).map((page) => ({
          id: `quarter-${page.key}`,
          label: t(page.label),
          run: () => void navigate(page.to(date)),
        })),
      [t, navigate, date, current],
    ),
  );
  return (
    <Group component="nav" gap={4} aria-label={t('FINANCE.TABS.LABEL')}>
      {PAGES.map((page) => (
        <Button
          key={page.key}
          component={Link}
          to={page.to(date)}
          size="xs"
          variant={page.key === current ? 'light' : 'subtle'}
          {...(page.key === current ? { 'aria-current': 'page' as const } : {})}
        >
          {t(page.label)}
        </Button>
      ))}
    </Group>
  );
}
