import { Button, Group, Text } from '@mantine/core';
import { type NotificationData, notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCheck } from '@tabler/icons-react';
import i18next from 'i18next';
import { TOAST_MS } from '../config/constants';
import { errorMessage } from '../lib/errors';

/** A toast that can be closed by name, in letters dark enough to be read. @returns its id. */
function show(toast: NotificationData): string {
  return notifications.show({
    autoClose: TOAST_MS,
    closeButtonProps: { 'aria-label': i18next.t('COMMON.CLOSE') },
    styles: { description: { color: 'var(--mantine-color-text)' } },
    ...toast,
  });
}

/** Success toast titled Conferma; the usual sentence unless another is given. */
export function toastDone(message?: string): void {
  show({
    title: i18next.t('COMMON.TOAST.DONE_TITLE'),
    message: message ?? i18next.t('COMMON.TOAST.DONE'),
    color: 'green',
    icon: <IconCheck size={18} aria-hidden="true" />,
  });
}

/** Error toast for what went wrong in the background. The same sentence is shown once at a time. */
export function toastError(error: unknown): void {
  toastFailed(errorMessage(error, i18next.t));
}

/** The same, in words. */
export function toastFailed(message: string): void {
  const id = `error:${message}`;
  const toast = {
    id,
    title: i18next.t('COMMON.TOAST.ERROR_TITLE'),
    message,
    color: 'red',
    icon: <IconAlertCircle size={18} aria-hidden="true" />,
    role: 'alert',
  };
  notifications.hide(id);
  show(toast);
}

/** A toast that offers to take something back. */
export function toastUndo(message: string, onUndo: () => void): void {
  toastAction(message, i18next.t('COMMON.TOAST.UNDO'), onUndo);
}

/** A toast that leads somewhere; it stays until it is followed or closed. */
export function toastLink(message: string, label: string, onFollow: () => void): void {
  toastAction(message, label, onFollow, { autoClose: false });
}

function toastAction(
  message: string,
  label: string,
  onPress: () => void,
  more: Partial<NotificationData> = {},
): void {
  const id = show({
    ...more,
    message: (
      <Group justify="space-between" wrap="nowrap">
        {/* Long names break, and the button keeps its width: otherwise a toast as wide as a phone cuts it off. */}
        <Text size="sm" style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {message}
        </Text>
        <Button
          size="compact-sm"
          variant="light"
          style={{ flexShrink: 0 }}
          onClick={() => {
            notifications.hide(id);
            onPress();
          }}
        >
          {label}
        </Button>
      </Group>
    ),
  });
}
