import { useMantineColorScheme } from '@mantine/core';
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { IconSearch } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { type PaletteEntry, usePaletteEntries } from '../../features/finance/shared/palette-entries';
import { toggleAmounts } from '../../lib/hide-amounts';
import { useCommandList } from '../../lib/shortcuts';
import type { MenuItem } from '../menu';
import { MenuIcon } from './menu-icon';

interface CommandPaletteProps {
  readonly pages: readonly MenuItem[];
  readonly onClose: () => void;
}

/** Ctrl+K: the commands of the page in front, every page, the household's actions, accounts and movements, theme and eye. */
export default function CommandPalette({ pages, onClose }: CommandPaletteProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const commands = useCommandList();
  const { setColorScheme } = useMantineColorScheme();
  const { actions, accounts, movements } = usePaletteEntries();
  const toAction = ({ to, ...entry }: PaletteEntry) => ({ ...entry, onClick: () => void navigate(to) });

  useEffect(() => {
    spotlight.open();
    return () => spotlight.close();
  }, []);

  const groups: SpotlightActionGroupData[] = [
    {
      group: t('SHELL.PALETTE.PAGE'),
      actions: commands.map((command) => ({
        id: command.id,
        label: command.label,
        ...(command.description ? { description: command.description } : {}),
        onClick: command.run,
      })),
    },
    {
      group: t('SHELL.PALETTE.PAGES'),
      actions: pages.map((item) => ({
        id: item.routerLink,
        label: t(item.label),
        leftSection: item.icon ? <MenuIcon name={item.icon} size={20} /> : null,
        onClick: () => void navigate(item.routerLink),
      })),
    },
    { group: t('COMMON.ACTIONS'), actions: actions.map(toAction) },
    { group: t('FINANCE.MENU.ACCOUNTS'), actions: accounts.map(toAction) },
    { group: t('SHELL.PALETTE.MOVEMENTS'), actions: movements.map(toAction) },
    {
      group: t('SHELL.PALETTE.VIEW'),
      actions: [
        {
          id: 'theme-light',
          label: `${t('SHELL.BAR.THEME')}: ${t('SHELL.BAR.THEME_LIGHT')}`,
          onClick: () => setColorScheme('light'),
        },
        {
          id: 'theme-dark',
          label: `${t('SHELL.BAR.THEME')}: ${t('SHELL.BAR.THEME_DARK')}`,
          onClick: () => setColorScheme('dark'),
        },
        {
          id: 'theme-auto',
          label: `${t('SHELL.BAR.THEME')}: ${t('SHELL.BAR.THEME_AUTO')}`,
          onClick: () => setColorScheme('auto'),
        },
        { id: 'amounts', label: t('SHELL.KEYS.AMOUNTS'), onClick: toggleAmounts },
      ],
    },
  ].filter((group) => group.actions.length > 0);

  return (
    <Spotlight
      actions={groups}
      onSpotlightClose={onClose}
      nothingFound={t('SHELL.PALETTE.NOTHING')}
      highlightQuery
      scrollable
      maxHeight={420}
      shortcut={null}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden="true" />,
        placeholder: t('SHELL.PALETTE.SEARCH'),
        'aria-label': t('SHELL.PALETTE.SEARCH'),
      }}
    />
  );
}
