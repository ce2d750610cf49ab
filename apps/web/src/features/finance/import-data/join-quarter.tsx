import { type Account, quarters as quartersApi } from '@fibado/contracts';
import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoneyInput } from '../../../components/money-input';
import { client } from '../../../lib/client';
import { formatDay } from '../../../lib/day';
import { opensWithin } from '../quarter-setup/setup-model';
import { useQuarterText } from '../shared/quarter-text';
import { refreshFinance } from '../shared/queries';

interface JoinQuarterProps {
  readonly account: Account;
  readonly quarter: string;
  readonly onJoined: () => void;
}

/** Takes an account that is not in the quarter yet into it, so that its file can be read. */
export function JoinQuarter({ account, quarter, onJoined }: JoinQuarterProps) {
  const { t } = useTranslation();
  const quarterText = useQuarterText();
  const queryClient = useQueryClient();
  const opened = opensWithin(account, quarter) ? account.openedOn : undefined;
  const [opening, setOpening] = useState<number | null>(opened === undefined ? null : 0);
  const join = useMutation({
    meta: { confirm: true },
    mutationFn: (openingBalanceCents: number) =>
      client.call(quartersApi.saveSetups, {
        body: { date: quarter, setups: [{ accountId: account.id, openingBalanceCents }] },
      }),
    onSuccess: async () => {
      await refreshFinance(queryClient);
      onJoined();
    },
  });
  return (
    <Alert
      color="yellow"
      title={t('FINANCE.IMPORT.JOIN', { account: account.name, quarter: quarterText(quarter) })}
    >
      <Group align="flex-end">
        {opened === undefined ? (
          <MoneyInput
            label={t('FINANCE.IMPORT.JOIN_OPENING', { day: formatDay(quarter) })}
            allowNegative
            required
            value={opening}
            onChange={setOpening}
          />
        ) : (
          <Text size="sm">{t('FINANCE.IMPORT.JOIN_OPENED', { day: formatDay(opened) })}</Text>
        )}
        <Button
          disabled={opening === null}
          loading={join.isPending}
          onClick={() => opening !== null && join.mutate(opening)}
        >
          {t('FINANCE.IMPORT.JOIN_BUTTON')}
        </Button>
      </Group>
    </Alert>
  );
}
