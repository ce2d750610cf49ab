import { Button, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** A small button that copies one field of a transfer. */
export function CopyChip({ label, value }: { readonly label: string; readonly value: string }) {
  const { t } = useTranslation();
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t('COMMON.COPIED') : value}>
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={copy}
            aria-label={t('FINANCE.TASKS.COPY', { what: label })}
            leftSection={copied ? <IconCheck size={12} aria-hidden /> : <IconCopy size={12} aria-hidden />}
          >
            {label}
          </Button>
        </Tooltip>
      )}
    </CopyButton>
  );
}
