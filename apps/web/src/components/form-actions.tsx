import { Button, Group } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '../lib/shortcuts';
import { holdClick } from './form-parts';

interface FormActionsProps {
  readonly onSave: () => void;
  readonly onCancel?: () => void;
  readonly saving?: boolean;
  readonly disabled?: boolean;
  /** Salva by default. */
  readonly label?: string;
  /** Buttons at the left, such as delete. */
  readonly children?: ReactNode;
}

/** The buttons under a form; Ctrl+Enter saves from anywhere in it. */
export function FormActions({
  onSave,
  onCancel,
  saving = false,
  disabled = false,
  label,
  children,
}: FormActionsProps) {
  const { t } = useTranslation();
  const shortcuts = useMemo(
    () => [
      {
        keys: 'mod+Enter',
        label: 'COMMON.KEYS.SAVE',
        run: () => {
          if (!disabled && !saving) onSave();
        },
      },
    ],
    [onSave, disabled, saving],
  );
  useShortcuts(shortcuts);
  return (
    <Group justify="space-between" mt="lg">
      <Group gap="xs">{children}</Group>
      <Group gap="xs">
        {onCancel ? (
          <Button variant="default" onPointerDown={holdClick} onClick={onCancel}>
            {t('COMMON.CANCEL')}
          </Button>
        ) : null}
        <Button
          type="submit"
          leftSection={<IconDeviceFloppy size={16} aria-hidden="true" />}
          loading={saving}
          disabled={disabled}
          onPointerDown={holdClick}
          onClick={(event) => {
            event.preventDefault();
            onSave();
          }}
        >
          {label ?? t('COMMON.SAVE')}
        </Button>
      </Group>
    </Group>
  );
}
