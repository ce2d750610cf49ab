import { Group, Kbd, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useShortcutList } from '../../lib/shortcuts';

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
const NAMES: Readonly<Record<string, string>> = { mod: isApple ? '⌘' : 'Ctrl', shift: 'Shift', alt: 'Alt' };

const keyNames = (keys: string): string[] => keys.split('+').map((key) => NAMES[key] ?? key);

/** The keys that work on the page in front. */
export default function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const shortcuts = useShortcutList();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('SHELL.KEYS.TITLE')}
      closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}
    >
      <Stack gap="xs">
        {shortcuts.map((shortcut) => (
          <Group key={shortcut.keys} justify="space-between" wrap="nowrap">
            <Text size="sm">{t(shortcut.label)}</Text>
            <Group gap={4} wrap="nowrap">
              {keyNames(shortcut.keys).map((name) => (
                <Kbd key={name}>{name}</Kbd>
              ))}
            </Group>
          </Group>
        ))}
      </Stack>
    </Modal>
  );
}
