import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { push, type PushDevice } from '@fibado/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toastDone, toastFailed } from '../../components/toasts';
import { client } from '../../lib/client';
import { formatInstant } from '../../lib/day';
import { deviceName } from '../../lib/device-name';
import { removeThisDevice } from '../../lib/push/device';
import { PUSH_KEY } from './push-key';

/** The devices that are told of the person's notifications in this household. */
export function PushDevices({ devices }: { readonly devices: readonly PushDevice[] }) {
  const { t } = useTranslation();
  if (devices.length === 0) return null;
  return (
    <>
      <Text size="sm" fw={600} aria-hidden="true">
        {t('PROFILE.PUSH.DEVICES')}
      </Text>
      <Stack
        gap="xs"
        component="ul"
        m={0}
        p={0}
        style={{ listStyle: 'none' }}
        aria-label={t('PROFILE.PUSH.DEVICES')}
      >
        {devices.map((device) => (
          <PushDeviceRow key={device.id} device={device} />
        ))}
      </Stack>
    </>
  );
}

function PushDeviceRow({ device }: { readonly device: PushDevice }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { id, agent, current, createdAt, deliveredAt } = device;
  const name = deviceName(agent) ?? t('PROFILE.LOGINS.WEB');
  const refresh = () => queryClient.invalidateQueries({ queryKey: PUSH_KEY });
  const test = useMutation({
    mutationFn: () => client.call(push.test, { params: { id } }),
    onSettled: refresh,
    onSuccess: ({ delivered }) =>
      delivered ? toastDone(t('PROFILE.PUSH.TESTED')) : toastFailed(t('PROFILE.PUSH.TEST_FAILED')),
  });
  const remove = useMutation({
    mutationFn: () => (current ? removeThisDevice() : client.call(push.delete, { params: { id } })),
    onSettled: refresh,
    meta: { confirm: true },
  });
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <div>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {name}
          </Text>
          {current ? <Badge size="sm">{t('PROFILE.PUSH.THIS')}</Badge> : null}
        </Group>
        <Text size="xs" c="dimmed">
          {t('PROFILE.PUSH.SINCE', { since: formatInstant(createdAt) })}
          {deliveredAt ? ` ${t('PROFILE.PUSH.LAST', { at: formatInstant(deliveredAt) })}` : null}
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap" flex="none">
        <Button
          size="compact-sm"
          variant="light"
          aria-label={`${t('PROFILE.PUSH.TEST')}: ${name}`}
          onClick={() => test.mutate()}
        >
          {t('PROFILE.PUSH.TEST')}
        </Button>
        <Button
          size="compact-sm"
          variant="light"
          color="red"
          aria-label={`${t('PROFILE.PUSH.REMOVE')}: ${name}`}
          onClick={() => remove.mutate()}
        >
          {t('PROFILE.PUSH.REMOVE')}
        </Button>
      </Group>
    </Group>
  );
}
