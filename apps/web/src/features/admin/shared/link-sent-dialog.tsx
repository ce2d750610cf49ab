import { Alert, Button, Modal, Stack, Text } from '@mantine/core';
import type { LinkSent } from '@fibado/contracts';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../../components/copy-field';
import { formatInstant } from '../../../lib/day';

interface LinkSentDialogProps {
  /** Whom it is for. */
  readonly name: string;
  readonly sent: LinkSent;
  readonly onClose: () => void;
}

/** What became of a link with which a person chooses a password. */
export function LinkSentDialog({ name, sent, onClose }: LinkSentDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('ADMIN.LINK.TITLE')}
      closeOnClickOutside={sent.link === undefined}
      closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}
    >
      <Stack>
        <Text>{t(sent.mailed ? 'ADMIN.LINK.MAILED' : 'ADMIN.LINK.NOT_MAILED', { name })}</Text>
        {sent.link === undefined ? null : (
          <>
            <Alert color="yellow">{t('ADMIN.LINK.ONCE')}</Alert>
            <CopyField label={t('ADMIN.LINK.LINK')} value={sent.link} />
          </>
        )}
        <Text size="sm" c="dimmed">
          {t('ADMIN.LINK.EXPIRES', { at: formatInstant(sent.expiresAt) })}
        </Text>
        <Button onClick={onClose}>{t('COMMON.CLOSE')}</Button>
      </Stack>
    </Modal>
  );
}
