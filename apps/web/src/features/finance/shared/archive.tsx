import { dataExports, MAX_UPLOAD_BYTES } from '@fibado/contracts';
import { Button } from '@mantine/core';
import { IconArchive, IconUpload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FilePicker } from '../../../components/file-picker';
import { toastDone } from '../../../components/toasts';
import { client } from '../../../lib/client';
import { today } from '../../../lib/day';
import { saveFile } from './download';
import { type Household, refreshFinance } from './queries';

/** Whether a household holds nothing an archive would meet; quarters have accounts. */
export const holdsNothing = ({ banks, accountGroups, accounts }: Household): boolean =>
  banks.length + accountGroups.length + accounts.length === 0;

/** Everything of the household as one file, to keep or to take elsewhere. */
export function ArchiveDownload() {
  const { t } = useTranslation();
  const fetchFile = useMutation({
    mutationFn: async () => {
      saveFile(await client.call(dataExports.archive), `fibado-${today()}.zip`);
    },
  });
  return (
    <Button
      variant="default"
      leftSection={<IconArchive size={16} aria-hidden />}
      loading={fetchFile.isPending}
      onClick={() => fetchFile.mutate()}
    >
      {t('FINANCE.ARCHIVE.DOWNLOAD')}
    </Button>
  );
}

/** Brings an archive back into a household that holds nothing yet. */
export function ArchiveLoad() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const load = useMutation({
    mutationFn: (file: File) => client.call(dataExports.loadArchive, { file, fileName: file.name }),
    onSuccess: async ({ accounts, quarters, operations }) => {
      await refreshFinance(queryClient);
      toastDone(t('FINANCE.ARCHIVE.LOADED', { accounts, quarters, operations }));
    },
  });
  return (
    <FilePicker
      accept=".zip,application/zip"
      variant="default"
      leftSection={<IconUpload size={16} aria-hidden />}
      loading={load.isPending}
      maxBytes={MAX_UPLOAD_BYTES}
      onFile={load.mutate}
    >
      {t('FINANCE.ARCHIVE.LOAD')}
    </FilePicker>
  );
}
