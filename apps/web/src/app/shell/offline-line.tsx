import { Alert, Text } from '@mantine/core';
import { IconWifiOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../lib/day';
import { ageOfShown } from '../../lib/offline/answers';
import { waitingTicks } from '../../lib/offline/ticks';
import { useStore } from '../../lib/store';

/** That nothing answers, how old the data shown are, and what waits to be sent. */
export default function OfflineLine() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const waiting = useStore(waitingTicks);
  const subscribe = useCallback(
    (listener: () => void) => client.getQueryCache().subscribe(listener),
    [client],
  );
  const age = useSyncExternalStore(subscribe, () => ageOfShown(client));
  const [day = '', time = ''] =
    age === undefined ? [] : formatInstant(new Date(age).toISOString()).split(' ');
  return (
    <Alert color="yellow" mb="md" py="xs" role="status" icon={<IconWifiOff aria-hidden="true" />}>
      <Text size="sm">
        {age === undefined ? t('SHELL.OFFLINE.NOTHING') : t('SHELL.OFFLINE.AGED', { day, time })}
        {waiting > 0 ? ` ${t('SHELL.OFFLINE.WAITING', { count: waiting })}` : null}
      </Text>
    </Alert>
  );
}
