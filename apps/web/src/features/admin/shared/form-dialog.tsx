import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../../lib/errors';

interface FormDialogProps {
  readonly title: string;
  readonly error: unknown;
  readonly saving: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly submitLabel?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

/** A form in a dialog: its failure above the fields, its buttons below; Ctrl+Enter saves. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    error,
    saving,
    onSubmit,
    onClose,
    submitLabel,
    danger = false,
    disabled = false,
    children,
  } = props;
  const { t } = useTranslation();
  const submit = (): void => {
    if (!saving && !disabled) onSubmit();
  };
  useHotkeys([['mod+Enter', submit]], []);
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="sm">
          {error ? (
            <Alert color="red" role="alert">
              {errorMessage(error, t)}
            </Alert>
          ) : null}
          {children}
          <Group justify="flex-end" mt="sm">
            <Button variant="default" onClick={onClose}>
              {t('COMMON.CANCEL')}
            </Button>
            <Button
              type="submit"
              loading={saving}
              disabled={disabled}
              {...(danger ? { color: 'red.8' } : {})}
            >
              {submitLabel ?? t('COMMON.SAVE')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
