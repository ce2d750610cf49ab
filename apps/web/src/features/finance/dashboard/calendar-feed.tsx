import { dataExports, type EndpointShape } from '@fibado/contracts';
import { ActionIcon, Alert, Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../components/confirm';
import { QueryState } from '../../../components/states';
import { client } from '../../../lib/client';

const feedKey = ['finance', 'calendarFeed'];

/** The private address of the calendar: make it, copy it, renew it, revoke it. */
export function CalendarFeed() {
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
