import { ActionIcon, CopyButton, Group, TextInput, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** A text to be taken elsewhere, with a button that copies it. */
export function CopyField({ label, value }: { readonly label: string; readonly value: string }) {
  const { t } = useTranslation();
  return (
    <Group align="flex-end" wrap="nowrap" gap="xs">
      <TextInput flex={1} label={label} value={value} readOnly onFocus={(e) => e.currentTarget.select()} />
      <CopyButton value={value} timeout={2000}>
        {({ copied, copy }) => (
          <Tooltip label={t(copied ? 'COMMON.COPIED' : 'COMMON.COPY')}>
            <ActionIcon
              size={36}
              variant="default"
              onClick={copy}
              aria-label={`${t(copied ? 'COMMON.COPIED' : 'COMMON.COPY')}: ${label}`}
            >
              {copied ? (
                <IconCheck size={16} aria-hidden="true" />
              ) : (
                <IconCopy size={16} aria-hidden="true" />
              )}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}
