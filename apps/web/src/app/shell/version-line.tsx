import { Alert, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The page goes on as it is until the person loads it anew. */
export default function VersionLine({ onReload }: { readonly onReload: () => void }) {
  const { t } = useTranslation();
  return (
    <Alert variant="default" mb="md" py="xs" role="status">
      <Group justify="space-between">
        <Text size="sm">{t('SHELL.NEW_VERSION')}</Text>
        <Button size="compact-sm" variant="light" onClick={onReload}>
          {t('SHELL.RELOAD')}
        </Button>
      </Group>
    </Alert>
  );
}
