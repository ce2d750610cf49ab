import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { errorMessage } from '../lib/errors';

interface ConfirmOptions {
  /** Conferma operazione by default. */
  readonly title?: string;
  readonly message: ReactNode;
  /** Procedi by default. */
  readonly confirmLabel?: string;
  /** Annulla by default. */
  readonly cancelLabel?: string;
  /** Something is lost by it: the button is red. */
  readonly danger?: boolean;
}

/** Asks before going on; answers whether the user agreed. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  const t = i18next.t;
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title: options.title ?? t('COMMON.CONFIRM.TITLE'),
      children: <Text component="div">{options.message}</Text>,
      labels: {
        confirm: options.confirmLabel ?? t('COMMON.CONFIRM.PROCEED'),
        cancel: options.cancelLabel ?? t('COMMON.CONFIRM.CANCEL'),
      },
      ...(options.danger ? { confirmProps: { color: 'red.8' } } : {}),
      closeButtonProps: { 'aria-label': t('COMMON.CLOSE') },
      onConfirm: () => resolve(true),
      // Runs after onConfirm as well, where it changes nothing any more.
      onClose: () => resolve(false),
    });
  });
}

/** OK-only alert titled Errore, for a blocking call that failed. */
export function alertError(error: unknown): void {
  const t = i18next.t;
  const message = errorMessage(error, t);
  modals.openConfirmModal({
    modalId: `error:${message}`,
    title: t('COMMON.ERROR.TITLE'),
    children: (
      <Text component="div" role="alert">
        {message}
      </Text>
    ),
    labels: { confirm: t('COMMON.OK'), cancel: '' },
    cancelProps: { display: 'none' },
    closeButtonProps: { 'aria-label': t('COMMON.CLOSE') },
  });
}
