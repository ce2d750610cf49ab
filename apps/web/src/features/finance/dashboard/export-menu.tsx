import { dataExports, type EndpointShape } from '@fibado/contracts';
import {
  ActionIcon,
  Alert,
  Button,
  CopyButton,
  Group,
  Menu,
  Modal,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import {
  IconCalendarShare,
  IconCopy,
  IconDownload,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconFileTypeXml,
} from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../components/confirm';
import { QueryState } from '../../../components/states';
import { client } from '../../../lib/client';
import { useCanWrite } from '../shared/access';
import { saveFile } from '../shared/download';

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
        <CalendarFeed />
      </Modal>
    </>
  );
}

const feedKey = ['finance', 'calendarFeed'];

/** The private address of the calendar: make it, copy it, renew it, revoke it. */
function CalendarFeed() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const feed = useQuery({
    queryKey: feedKey,
    queryFn: ({ signal }) => client.call(dataExports.calendarFeed, { query: {}, signal }),
  });
  const act = <E extends EndpointShape>(endpoint: E) => ({
    meta: { confirm: true },
    mutationFn: () => client.call<EndpointShape>(endpoint),
    onSettled: () => queryClient.invalidateQueries({ queryKey: feedKey }),
  });
  const show = useMutation({
    mutationFn: () => client.call(dataExports.calendarFeed, { query: { show: 'true' } }),
    onSuccess: (answer) => queryClient.setQueryData(feedKey, answer),
  });
  const renew = useMutation(act(dataExports.renewCalendarFeed));
  const revoke = useMutation(act(dataExports.revokeCalendarFeed));
  return (
    <Stack>
      <Text size="sm">{t('FINANCE.EXPORT.CALENDAR_TEXT')}</Text>
      <QueryState query={feed}>
        {({ url, createdAt }) =>
          url === undefined && createdAt !== undefined ? (
            <Button loading={show.isPending} onClick={() => show.mutate()}>
              {t('FINANCE.EXPORT.CALENDAR_SHOW')}
            </Button>
          ) : url === undefined ? (
            <Button loading={renew.isPending} onClick={() => renew.mutate()}>
              {t('FINANCE.EXPORT.CALENDAR_CREATE')}
            </Button>
          ) : (
            <>
              <TextInput
                readOnly
                label={t('FINANCE.EXPORT.CALENDAR_URL')}
                value={url.startsWith('/') ? `${location.origin}${url}` : url}
                rightSection={
                  <CopyButton value={url.startsWith('/') ? `${location.origin}${url}` : url}>
                    {({ copied, copy }) => (
                      <ActionIcon
                        variant="subtle"
                        aria-label={t(copied ? 'COMMON.COPIED' : 'COMMON.COPY')}
                        onClick={copy}
                      >
                        <IconCopy size={16} aria-hidden />
                      </ActionIcon>
                    )}
                  </CopyButton>
                }
              />
              <Alert color="yellow">{t('FINANCE.EXPORT.CALENDAR_PRIVATE')}</Alert>
              <Group justify="flex-end">
                <Button
                  variant="default"
                  loading={renew.isPending}
                  onClick={() =>
                    void confirm({ message: t('FINANCE.EXPORT.CALENDAR_RENEW_ASK') }).then((yes) => {
                      if (yes) renew.mutate();
                    })
                  }
                >
                  {t('FINANCE.EXPORT.CALENDAR_RENEW')}
                </Button>
                <Button
                  color="red.8"
                  loading={revoke.isPending}
                  onClick={() =>
                    void confirm({ message: t('FINANCE.EXPORT.CALENDAR_REVOKE_ASK'), danger: true }).then(
                      (yes) => {
                        if (yes) revoke.mutate();
                      },
                    )
                  }
                >
                  {t('FINANCE.EXPORT.CALENDAR_REVOKE')}
                </Button>
              </Group>
            </>
          )
        }
      </QueryState>
    </Stack>
  );
}
