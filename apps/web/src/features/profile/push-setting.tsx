import { Stack, Switch, Text } from '@mantine/core';
import { push, type UserLogged } from '@fibado/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryState } from '../../components/states';
import { toastDone, toastFailed } from '../../components/toasts';
import { ApiError } from '@fibado/client';
import { client } from '../../lib/client';
import { addDevice, canPush, isPushedTo, removeThisDevice } from '../../lib/push/device';
import { pushOwner } from '../../lib/push/owner';
import { useStore } from '../../lib/store';
import { useUser } from '../../lib/stored-session';
import { log } from '../../lib/log';
import { PushDevices } from './push-devices';
import { PUSH_KEY } from './push-key';

/** Notifications on this device, and the devices that have them. */
export function PushSetting() {
  const user = useUser();
  const query = useQuery({
    queryKey: PUSH_KEY,
    queryFn: () => client.call(push.get),
    meta: { inline: true },
  });
  // An administrator who impersonates a person is not told of that person's notifications.
  if (!user || user.actor !== undefined) return null;
  return (
    <QueryState query={query}>
      {({ publicKey, devices }) => (
        <Stack gap="sm">
          <PushSwitch user={user} publicKey={publicKey} isKnown={devices.some(({ current }) => current)} />
          <PushDevices devices={devices} />
        </Stack>
      )}
    </QueryState>
  );
}

interface PushSwitchProps {
  readonly user: UserLogged;
  readonly publicKey: string;
  /** The instance pushes to this session's device. */
  readonly isKnown: boolean;
}

function PushSwitch({ user, publicKey, isKnown }: PushSwitchProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const owner = useStore(pushOwner);
  const [denied, setDenied] = useState(canPush() && Notification.permission === 'denied');
  const refresh = () => queryClient.invalidateQueries({ queryKey: PUSH_KEY });
  const add = useMutation({
    mutationFn: async () => {
      try {
        const allowed = await addDevice(user, publicKey);
        setDenied(!allowed);
        if (allowed) toastDone(t('PROFILE.PUSH.ADDED'));
      } catch (error) {
        if (error instanceof ApiError) throw error;
        log.warn('The browser gives no subscription', error);
        toastFailed(t('PROFILE.PUSH.FAILED'));
      }
    },
    onSettled: refresh,
  });
  const remove = useMutation({ mutationFn: removeThisDevice, onSettled: refresh });
  if (!canPush())
    return (
      <Text size="sm" c="dimmed">
        {t('PROFILE.PUSH.UNSUPPORTED')}
      </Text>
    );
  return (
    <Switch
      label={t('PROFILE.PUSH.LABEL')}
      description={t(denied ? 'PROFILE.PUSH.DENIED' : 'PROFILE.PUSH.HINT')}
      checked={isKnown && isPushedTo(user, owner)}
      disabled={add.isPending || remove.isPending}
      onChange={(event) => (event.currentTarget.checked ? add.mutate() : remove.mutate())}
    />
  );
}
