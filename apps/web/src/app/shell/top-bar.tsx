import { ActionIcon, Burger, Flex, Group, Tooltip } from '@mantine/core';
import type { UserLogged } from '@fibado/contracts';
import { IconEye, IconEyeOff, IconLogout, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Logo } from '../../components/logo';
import { NotificationBell } from '../../features/notifications/notification-bell';
import type { NotificationsState } from '../../features/notifications/use-notifications';
import { signOut } from '../../features/session/sign-out';
import { toggleAmounts, useAmountsHidden } from '../../lib/hide-amounts';
import classes from './shell.module.css';
import { UserMenu } from './user-menu';

interface TopBarProps {
  readonly user: UserLogged;
  readonly sidebarOpen: boolean;
  readonly onToggleSidebar: () => void;
  readonly onOpenPalette: () => void;
  readonly notifications: NotificationsState;
}

export function TopBar({ user, sidebarOpen, onToggleSidebar, onOpenPalette, notifications }: TopBarProps) {
  const { t } = useTranslation();
  const hidden = useAmountsHidden();
  const eyeLabel = t(hidden ? 'SHELL.BAR.SHOW_AMOUNTS' : 'SHELL.BAR.HIDE_AMOUNTS');
  return (
    <Flex className={classes.bar ?? ''} align="center" justify="space-between">
      <Group gap="sm" wrap="nowrap">
        <Burger
          opened={sidebarOpen}
          onClick={onToggleSidebar}
          size="sm"
          aria-label={t('SHELL.MENU.TOGGLE')}
          aria-expanded={sidebarOpen}
        />
        <Link to="/" className={classes.brand} aria-label={`Fibado – ${t('SHELL.HOME')}`}>
          <Logo size={34} />
          <span className={classes.brandName}>Fibado</span>
        </Link>
      </Group>
      <Group gap={4} wrap="nowrap">
        <Tooltip label={t('SHELL.BAR.PALETTE')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('SHELL.BAR.PALETTE')}
            onClick={onOpenPalette}
          >
            <IconSearch size={20} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={eyeLabel}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={eyeLabel}
            aria-pressed={hidden}
            onClick={toggleAmounts}
          >
            {hidden ? (
              <IconEyeOff size={20} stroke={1.6} aria-hidden="true" />
            ) : (
              <IconEye size={20} stroke={1.6} aria-hidden="true" />
            )}
          </ActionIcon>
        </Tooltip>
        <NotificationBell notifications={notifications} />
        <UserMenu user={user} />
        <Tooltip label={t('SHELL.BAR.LOGOUT')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('SHELL.BAR.LOGOUT')}
            onClick={() => void signOut(() => notifications.disconnect())}
          >
            <IconLogout size={20} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      </Group>
    </Flex>
  );
}
