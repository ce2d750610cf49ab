import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCheck } from '@tabler/icons-react';
import i18next from 'i18next';
import { TOAST_MS } from '../config/constants';
import { errorMessage } from '../lib/errors';

/** Success toast titled Conferma; the usual sentence unless another is given. */
export function toastDone(message?: string): void {
  notifications.show({
    title: i18next.t('COMMON.TOAST.DONE_TITLE'),
    message: message ?? i18next.t('COMMON.TOAST.DONE'),
    color: 'green',
    icon: <IconCheck size={18} aria-hidden="true" />,
    autoClose: TOAST_MS,
  });
}

/** Error toast for what went wrong in the background. The same sentence is shown once at a time. */
export function toastError(error: unknown): void {
  const message = errorMessage(error, i18next.t);
  const id = `error:${message}`;
  const toast = {
    id,
    title: i18next.t('COMMON.TOAST.ERROR_TITLE'),
    message,
    color: 'red',
    icon: <IconAlertCircle size={18} aria-hidden="true" />,
    autoClose: TOAST_MS,
    role: 'alert',
  };
  notifications.hide(id);
  notifications.show(toast);
}

/** A toast that offers to take something back. */
export function toastUndo(message: string, onUndo: () => void): void {
  const id = notifications.show({
    autoClose: TOAST_MS,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            notifications.hide(id);
            onUndo();
          }}
        >
          {i18next.t('COMMON.TOAST.UNDO')}
        </Button>
      </Group>
    ),
  });
}
