import { MAX_UPLOAD_BYTES } from '@fibado/contracts';
import { Alert, Group, Text } from '@mantine/core';
import { Dropzone, type FileRejection } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { IconFileSpreadsheet, IconUpload, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportState } from './use-import';

/** Where a file is dropped or chosen: a field, and the whole page while one is dragged over it. */
export function FileDrop({ state }: { readonly state: ImportState }) {
  const { t } = useTranslation();
  const [rejection, setRejection] = useState<'TOO_LARGE' | 'TOO_MANY'>();
  const dropping = {
    maxSize: MAX_UPLOAD_BYTES,
    multiple: false,
    onDropAny: () => setRejection(undefined),
    onDrop: state.take,
    onReject: (rejected: readonly FileRejection[]) => {
      const codes = rejected.flatMap((one) => one.errors.map((error) => error.code));
      setRejection(codes.includes('file-too-large') ? 'TOO_LARGE' : 'TOO_MANY');
    },
  };
  return (
    <>
      {state.changes === undefined && state.canWrite && (
        <Dropzone
          {...dropping}
          disabled={!state.isReady}
          loading={state.isPending}
          aria-label={t('FINANCE.IMPORT.DROP')}
          p="xl"
        >
          <Group justify="center" gap="md" style={{ pointerEvents: 'none' }}>
            <Dropzone.Accept>
              <IconUpload size={40} aria-hidden />
            </Dropzone.Accept>
            <Dropzone.Reject>
              <IconX size={40} aria-hidden />
            </Dropzone.Reject>
            <Dropzone.Idle>
              <IconFileSpreadsheet size={40} aria-hidden />
            </Dropzone.Idle>
            <div>
              <Text fw={600}>{t('FINANCE.IMPORT.DROP')}</Text>
              <Text size="sm" c="dimmed">
                {t('FINANCE.IMPORT.FORMATS')}
              </Text>
            </div>
          </Group>
        </Dropzone>
      )}
      {state.isReady && (
        <Dropzone.FullScreen
          active={!state.isPending}
          // Invisible until a file is dragged over the page, so it is out of the tab order.
          activateOnKeyboard={false}
          {...dropping}
        >
          <Group justify="center" mih="60vh">
            <Text fw={600} size="xl">
              {t('FINANCE.IMPORT.DROP_NOW')}
            </Text>
          </Group>
        </Dropzone.FullScreen>
      )}
      {rejection !== undefined && !state.isPending && (
        <Alert
          color="red"
          role="alert"
          withCloseButton
          closeButtonLabel={t('COMMON.CLOSE')}
          onClose={() => setRejection(undefined)}
        >
          {t(`FINANCE.IMPORT.${rejection}`)}
        </Alert>
      )}
    </>
  );
}
