import { dataExports } from '@fibado/contracts';
import { Button, Menu, Modal } from '@mantine/core';
import {
  IconCalendarShare,
  IconDownload,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconFileTypeXml,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingState } from '../../../components/states';
import { client } from '../../../lib/client';
import { useCanWrite } from '../shared/access';
import { saveFile } from '../shared/download';

const CalendarFeed = lazy(async () => ({ default: (await import('./calendar-feed')).CalendarFeed }));

/** What a quarter can be taken away as: workbook, CSV, transfers for the bank, a calendar to subscribe to. */
export function ExportMenu({ date }: { readonly date: string }) {
  const { t, i18n } = useTranslation();
  const [feed, setFeed] = useState(false);
  const canWrite = useCanWrite();
  const language = i18n.language === 'en' ? ('en' as const) : ('it' as const);
  const fetchFile = useMutation({
    mutationFn: async ({ name, load }: { readonly name: string; readonly load: () => Promise<Blob> }) => {
      saveFile(await load(), name);
    },
  });
  const params = { date };
  const items = [
    {
      key: 'WORKBOOK',
      icon: IconFileSpreadsheet,
      name: `fibado-${date}.xlsx`,
      load: () => client.call(dataExports.quarterWorkbook, { params, query: { language } }),
    },
    {
      key: 'CSV',
      icon: IconFileTypeCsv,
      name: `fibado-${date}.csv`,
      load: () => client.call(dataExports.quarterCsv, { params, query: { language } }),
    },
    {
      key: 'PAIN',
      icon: IconFileTypeXml,
      name: `fibado-${date}-pain001.xml`,
      load: () => client.call(dataExports.creditTransfers, { params, query: {} }),
    },
  ] satisfies readonly { key: string; icon: unknown; name: string; load: () => Promise<Blob> }[];
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button
            variant="default"
            loading={fetchFile.isPending}
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t('FINANCE.EXPORT.TITLE')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {items.map((item) => (
            <Menu.Item
              key={item.key}
              leftSection={<item.icon size={16} aria-hidden />}
              onClick={() => fetchFile.mutate(item)}
            >
              {t(`FINANCE.EXPORT.${item.key}`)}
            </Menu.Item>
          ))}
          {canWrite && (
            <Menu.Item
              leftSection={<IconCalendarShare size={16} aria-hidden />}
              onClick={() => setFeed(true)}
            >
              {t('FINANCE.EXPORT.CALENDAR')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={feed}
        onClose={() => setFeed(false)}
        title={t('FINANCE.EXPORT.CALENDAR')}
        closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}
      >
        <Suspense fallback={<LoadingState />}>
          <CalendarFeed />
        </Suspense>
      </Modal>
    </>
  );
}
