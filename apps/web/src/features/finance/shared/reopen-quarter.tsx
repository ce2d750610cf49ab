import { quarters as quartersApi, type QuarterInFull, REOPEN_HOURS } from '@fibado/contracts';
import { Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../components/confirm';
import { client } from '../../../lib/client';
import { formatInstant } from '../../../lib/day';
import { useCanWrite } from './access';
import { useQuarterText } from './quarter-text';
import { refreshFinance } from './queries';

/** The last moment at which a start or a closing can be taken back; absent once it has passed. */
export function reopenableUntil(
  { state, startedAt, closedAt }: Pick<QuarterInFull, 'state' | 'startedAt' | 'closedAt'>,
  now: Date,
): string | undefined {
  const since = state === 'STARTED' ? startedAt : closedAt;
  if (state === 'INITIALIZED' || since === undefined) return undefined;
  const until = new Date(Date.parse(since) + REOPEN_HOURS * 3_600_000);
  return now <= until ? until.toISOString() : undefined;
}

/** Takes back a start or a closing made by mistake, for a day. */
export function ReopenQuarter({ quarter }: { readonly quarter: QuarterInFull }) {
  const { t } = useTranslation();
  const quarterText = useQuarterText();
  const queryClient = useQueryClient();
  const canWrite = useCanWrite();
  const { date, state } = quarter;
  const until = reopenableUntil(quarter, new Date());
  const reopen = useMutation({
    meta: { confirm: true },
    mutationFn: () => client.call(quartersApi.reopen, { body: { date } }),
    // A refusal says that the quarter is not what is shown here.
    onSettled: () => refreshFinance(queryClient),
  });
  if (!canWrite || until === undefined) return null;
  const ask = () =>
    void confirm({
      message: t(`FINANCE.REOPEN.ASK_${state}`, { quarter: quarterText(date) }),
      confirmLabel: t(`FINANCE.REOPEN.BUTTON_${state}`),
    }).then((yes) => {
      if (yes) reopen.mutate();
    });
  return (
    <Group gap="xs">
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconArrowBackUp size={14} aria-hidden />}
        loading={reopen.isPending}
        onClick={ask}
      >
        {t(`FINANCE.REOPEN.BUTTON_${state}`)}
      </Button>
      <Text size="xs" c="dimmed">
        {t('FINANCE.REOPEN.UNTIL', { until: formatInstant(until) })}
      </Text>
    </Group>
  );
}
