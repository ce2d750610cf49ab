import { ActionIcon, Indicator, Popover } from '@mantine/core';
import { IconBell, IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showBadge } from '../../lib/badge';
import type { NotificationsState } from './use-notifications';

const NotificationPanel = lazy(async () => ({
  default: (await import('./notification-panel')).NotificationPanel,
}));

/** The bell with the count of new notifications; it opens the list. */
export function NotificationBell({ notifications }: { readonly notifications: NotificationsState }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const { status, unread } = notifications;
  useEffect(() => showBadge(unread), [unread]);
  useEffect(() => () => showBadge(0), []);
  const isConnected = status === 'CONNECTED';
  const Plug = isConnected ? IconPlugConnected : IconPlugConnectedX;
  const statusText = t(`NOTIFY.${status}`);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width="min(26rem, calc(100vw - 1rem))"
      trapFocus
      returnFocus
      withinPortal
      // Over the top bar, under the questions asked from it.
      zIndex={150}
    >
      <Indicator
        label={unread > 99 ? '99+' : unread}
        size={18}
        color="red.8"
        disabled={unread === 0}
        offset={6}
        aria-hidden={undefined}
      >
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('NOTIFY.COUNT', { count: unread })}
            aria-expanded={opened}
            aria-haspopup="dialog"
            onClick={() => setOpened((value) => !value)}
          >
            <IconBell size={20} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <span
        role="img"
        style={{ display: 'inline-flex' }}
        aria-label={statusText}
        title={statusText}
        data-socket-status={status}
      >
        <Plug
          size={16}
          stroke={1.6}
          aria-hidden="true"
          color={isConnected ? 'var(--mantine-color-green-6)' : 'var(--mantine-color-dimmed)'}
        />
      </span>
      <Popover.Dropdown p={0} aria-label={t('NOTIFY.LIST')}>
        {opened ? (
          <Suspense fallback={null}>
            <NotificationPanel notifications={notifications} onLeave={() => setOpened(false)} />
          </Suspense>
        ) : null}
      </Popover.Dropdown>
    </Popover>
  );
}
