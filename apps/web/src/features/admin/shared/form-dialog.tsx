import { Button, Group, Modal, Stack } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '../../../components/form-error';
import { holdClick, showFirstWrong } from '../../../components/form-parts';

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

/** A form in a dialog: its failure above the fields, its buttons below; Ctrl+Enter saves. What is wrong is gone to. */
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
  const form = useRef<HTMLFormElement>(null);
  const submit = (): void => {
    if (saving || disabled) return;
    onSubmit();
    setTimeout(() => showFirstWrong(form.current));
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
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="sm">
          <FormError error={error} />
          {children}
          <Group justify="flex-end" mt="sm">
            <Button variant="default" onPointerDown={holdClick} onClick={onClose}>
              {t('COMMON.CANCEL')}
            </Button>
            <Button
              type="submit"
              loading={saving}
              disabled={disabled}
              onPointerDown={holdClick}
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
