import { Alert, Button, Code, Modal, SimpleGrid, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** The recovery codes, once. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('SECOND_FACTOR.RECOVERY')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Alert color="yellow">{t('SECOND_FACTOR.RECOVERY_TEXT')}</Alert>
        <SimpleGrid cols={2} spacing="xs">
          {codes.map((code) => (
            <Code key={code} fz="md" ta="center">
              {code}
            </Code>
          ))}
        </SimpleGrid>
        <Button onClick={onClose}>{t('SECOND_FACTOR.SAVED')}</Button>
      </Stack>
    </Modal>
  );
}
