import { lotEnd, lots as lotsApi, type Lot, type TermOffer } from '@fibado/contracts';
import { addDays } from '@fibado/planning';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DayInput } from '../../../components/day-input';
import { MoneyInput } from '../../../components/money-input';
import { client } from '../../../lib/client';
import { formatDay, today } from '../../../lib/day';
import { refreshFinance } from '../shared/queries';
import { exitText } from './offer-words';

interface BreakDialogProps {
  readonly lot: Lot;
  readonly offer: TermOffer;
  readonly onClose: () => void;
}

/** Asks for the day on which a lot is broken; says what it costs and when the money comes. */
export function BreakDialog({ lot, offer, onClose }: BreakDialogProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [on, setOn] = useState<string | null>(today() > lot.openedOn ? today() : lot.openedOn);
  const [amountCents, setAmountCents] = useState<number | null>(lot.amountCents);
  const isAmount = amountCents !== null && amountCents > 0 && amountCents <= lot.amountCents;
  const breaking = useMutation({
    meta: { confirm: true },
    mutationFn: (day: string) =>
      client.call(lotsApi.break, {
        body: {
          id: lot.id,
          version: lot.version,
          on: day,
          ...(offer.partialExit && amountCents !== null ? { amountCents } : {}),
        },
      }),
    onSuccess: async () => {
      onClose();
      await refreshFinance(queryClient);
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('FINANCE.TERM.BREAK_OF', { name: offer.name })}
      closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (on !== null) breaking.mutate(on);
        }}
      >
        <Stack>
          <DayInput
            label={t('FINANCE.TERM.BREAK_DAY')}
            required
            minDate={lot.openedOn}
            maxDate={addDays(lot.maturityDate, -1)}
            value={on}
            onChange={setOn}
          />
          {offer.partialExit && (
            <MoneyInput
              label={t('FINANCE.TERM.BREAK_AMOUNT')}
              required
              value={amountCents}
              onChange={setAmountCents}
            />
          )}
          <Text size="sm">{exitText(offer.exit, t)}</Text>
          {on !== null && (
            <Text size="sm" role="status">
              {t('FINANCE.TERM.BREAK_PAYOUT', { day: formatDay(lotEnd({ ...lot, brokenOn: on }, offer)) })}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('COMMON.CANCEL')}
            </Button>
            <Button type="submit" disabled={on === null || !isAmount} loading={breaking.isPending}>
              {t('FINANCE.TERM.BREAK')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
