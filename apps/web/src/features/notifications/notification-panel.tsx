import {
  ActionIcon,
  Badge,
  Box,
  Button,
  Group,
  ScrollArea,
  Stack,
  Text,
  Title,
  Tooltip,
} from '@mantine/core';
import { type Notification, notify } from '@fibado/contracts';
import { IconArrowRight, IconCheck, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { confirm } from '../../components/confirm';
import { LongList } from '../../components/long-list';
import { LoadingState } from '../../components/states';
import { client } from '../../lib/client';
import { formatInstant } from '../../lib/day';
import { log } from '../../lib/log';
import { ownPath } from '../../lib/page';
import { useNotificationText } from './notification-text';
import { NOTIFICATIONS_KEY, type NotificationsState } from './use-notifications';

const STEP = 50;

interface NotificationPanelProps {
  readonly notifications: NotificationsState;
  /** A notification was followed to its page. */
  readonly onLeave: () => void;
}

/** A failure to list them shows none. */
async function listNotifications(): Promise<readonly Notification[]> {
  try {
    return (await client.call(notify.list, { params: { flag: 'false' } })).list;
  } catch (error) {
    log.warn('Notifications cannot be listed', error);
    return [];
  }
}

export function NotificationPanel({ notifications, onLeave }: NotificationPanelProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const list = useQuery({ queryKey: NOTIFICATIONS_KEY, queryFn: listNotifications, staleTime: 0 });
  const refresh = () => queryClient.invalidateQueries({ queryKey: NOTIFICATIONS_KEY });
  const mark = useMutation({
    mutationFn: (item: Notification) => client.call(notify.markRead, { params: { id: item.idNotify } }),
    onSuccess: () => notifications.countDown(),
    onSettled: refresh,
    meta: { blocking: false },
  });
  const remove = useMutation({
    mutationFn: (item: Notification) => client.call(notify.cancel, { params: { idNotify: item.idNotify } }),
    onSuccess: (_answer, item) => {
      if (!item.read) notifications.countDown();
    },
    onSettled: refresh,
    meta: { blocking: false },
  });
  const removeAll = useMutation({
    mutationFn: () => client.call(notify.cancelAll),
    onSuccess: () => notifications.countNone(),
    onSettled: refresh,
    meta: { blocking: false },
  });

  const askRemove = async (item: Notification): Promise<void> => {
    if (await confirm({ message: t('NOTIFY.DELETE_CONFIRM') })) remove.mutate(item);
  };
  const askRemoveAll = async (): Promise<void> => {
    if (await confirm({ message: t('NOTIFY.DELETE_ALL_CONFIRM') })) removeAll.mutate();
  };

  const items = list.data ?? [];
  return (
    <Stack gap={0}>
      <Group justify="space-between" p="sm">
        <Title order={2} size="h5">
          {t('NOTIFY.LIST')}
        </Title>
        {items.length > 0 ? (
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => void askRemoveAll()}>
            {t('NOTIFY.DELETE_ALL')}
          </Button>
        ) : null}
      </Group>
      {list.isPending ? <LoadingState /> : null}
      {!list.isPending && items.length === 0 ? (
        <Text c="dimmed" ta="center" pb="lg">
          {t('NOTIFY.EMPTY')}
        </Text>
      ) : null}
      <ScrollArea.Autosize mah="60dvh" type="auto">
        <LongList items={items} itemKey={(item) => item.idNotify} step={STEP} gap={0}>
          {(item) => (
            <NotificationRow
              item={item}
              onMark={() => mark.mutate(item)}
              onRemove={() => void askRemove(item)}
              onFollow={() => {
                if (!item.read) mark.mutate(item);
                onLeave();
              }}
            />
          )}
        </LongList>
      </ScrollArea.Autosize>
    </Stack>
  );
}

interface NotificationRowProps {
  readonly item: Notification;
  readonly onMark: () => void;
  readonly onRemove: () => void;
  readonly onFollow: () => void;
}

function NotificationRow({ item, onMark, onRemove, onFollow }: NotificationRowProps) {
  const { t } = useTranslation();
  const text = useNotificationText(item);
  const link = ownPath(item.link);
  return (
    <Box p="sm" style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <Stack gap={2} flex={1} miw={0}>
          <Group gap={4}>
            <Text size="sm" fw={item.read ? 400 : 600}>
              {text.title}
            </Text>
            {item.read ? null : (
              <Badge size="xs" variant="light">
                {t('NOTIFY.UNREAD')}
              </Badge>
            )}
          </Group>
          <Text size="sm">{text.body}</Text>
          <Text size="xs" c="dimmed">
            {formatInstant(item.createdAt)}
          </Text>
        </Stack>
        <Group gap={2} wrap="nowrap">
          {link ? (
            <Tooltip label={t('NOTIFY.OPEN')}>
              <ActionIcon
                component={Link}
                to={link}
                variant="subtle"
                aria-label={`${t('NOTIFY.OPEN')}: ${text.title}`}
                onClick={onFollow}
              >
                <IconArrowRight size={16} aria-hidden="true" />
              </ActionIcon>
            </Tooltip>
          ) : null}
          {item.read ? null : (
            <Tooltip label={t('NOTIFY.MARK_READ')}>
              <ActionIcon
                variant="subtle"
                aria-label={`${t('NOTIFY.MARK_READ')}: ${text.title}`}
                onClick={onMark}
              >
                <IconCheck size={16} aria-hidden="true" />
              </ActionIcon>
            </Tooltip>
          )}
          <Tooltip label={t('NOTIFY.DELETE')}>
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={`${t('NOTIFY.DELETE')}: ${text.title}`}
              onClick={onRemove}
            >
              <IconTrash size={16} aria-hidden="true" />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>
    </Box>
  );
}
