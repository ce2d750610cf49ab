import { Button, Group, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
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
  {
    key: 'scenarios',
    to: (date: string) => `/fibado/dashboard/scenarios/${date}`,
    label: 'FINANCE.TABS.SCENARIOS',
  },
  { key: 'offer', to: (date: string) => `/fibado/dashboard/offer/${date}`, label: 'FINANCE.TABS.OFFER' },
  { key: 'robust', to: (date: string) => `/fibado/dashboard/robust/${date}`, label: 'FINANCE.TABS.ROBUST' },
  { key: 'regret', to: (date: string) => `/fibado/dashboard/regret/${date}`, label: 'FINANCE.TABS.REGRET' },
] as const;
/** Those asked for now and then stand together behind one button. */
const SELDOM: readonly string[] = ['offer', 'robust', 'regret'];

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
  const seldom = PAGES.filter((page) => SELDOM.includes(page.key));
  const chosen = seldom.find((page) => page.key === current);
  return (
    <Group component="nav" gap={4} mb="sm" aria-label={t('FINANCE.TABS.LABEL')}>
      {PAGES.filter((page) => !SELDOM.includes(page.key)).map((page) => (
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
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button
            size="xs"
            variant={chosen ? 'light' : 'subtle'}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {t(chosen ? chosen.label : 'FINANCE.TABS.MORE')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {seldom.map((page) => (
            <Menu.Item
              key={page.key}
              component={Link}
              to={page.to(date)}
              {...(page === chosen ? { 'aria-current': 'page' as const } : {})}
            >
              {t(page.label)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
