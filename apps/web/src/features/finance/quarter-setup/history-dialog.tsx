import { quarters as quartersApi, type Quarter } from '@fibado/contracts';
import { interestTaxPctOf, statedHistory } from '@fibado/planning';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DayInput } from '../../../components/day-input';
import { MoneyInput } from '../../../components/money-input';
import { client } from '../../../lib/client';
import { formatDay } from '../../../lib/day';
import type { QuarterData } from '../shared/queries';
import type { HistoryRow } from './history-model';

interface HistoryDialogProps {
  readonly data: QuarterData;
  readonly row: HistoryRow;
  readonly onClose: () => void;
  readonly onSaved: (quarter: Quarter) => Promise<void>;
}

const T = 'FINANCE.HISTORY_OF_PERIODS';

/** Asks for the average and the accrued interest of the days before the quarter, as the bank's paper has them. */
export function HistoryDialog({ data, row, onClose, onSaved }: HistoryDialogProps) {
  const { t } = useTranslation();
  const { date, version } = data.quarter;
  const [from, setFrom] = useState<string | null>(row.known?.from ?? row.askFrom);
  const [averageCents, setAverage] = useState<number | null>(row.known?.averageCents ?? null);
  const [interestCents, setInterest] = useState<number | null>(row.interestCents || null);
  const account = data.accounts.find(({ id }) => id === row.setup.accountId);
  const taxPct = interestTaxPctOf(account ?? {}, data.settings);
  const save = useMutation({
    meta: { confirm: true },
    mutationFn: (stated: { from: string; averageCents: number; grossInterestCents: number }) =>
      client.call(quartersApi.saveSetups, {
        body: {
          date,
          version,
          setups: [
            {
              ...row.setup,
              carried: {
                ...statedHistory(stated, date, taxPct),
                anticipated: row.setup.carried?.anticipated,
              },
            },
          ],
        },
      }),
    onSuccess: async (quarter) => {
      await onSaved(quarter);
      onClose();
    },
  });
  const isReady = from !== null && (averageCents !== null || row.askFrom === date);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`${T}.DIALOG`, { name: row.name, day: formatDay(date) })}
      closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}
    >
      <Stack gap="sm">
        {row.askFrom < date && (
          <>
            <DayInput
              label={t(`${T}.FROM`)}
              description={t(`${T}.FROM_HELP`)}
              minDate={row.from}
              maxDate={date}
              value={from}
              onChange={setFrom}
            />
            <MoneyInput
              label={t(`${T}.AVERAGE`)}
              description={t(`${T}.AVERAGE_HELP`)}
              allowNegative
              value={averageCents}
              onChange={setAverage}
            />
          </>
        )}
        <MoneyInput
          label={t(`${T}.INTEREST`)}
          description={t(`${T}.INTEREST_HELP`)}
          value={interestCents}
          onChange={setInterest}
        />
        <Text size="xs" c="dimmed">
          {t(`${T}.COUNTED`)}
        </Text>
        <Group justify="flex-end">
          {row.source !== 'NONE' && (
            <Button
              variant="subtle"
              color="red"
              mr="auto"
              onClick={() => save.mutate({ from: date, averageCents: 0, grossInterestCents: 0 })}
            >
              {t(`${T}.FORGET`)}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t('COMMON.CANCEL')}
          </Button>
          <Button
            disabled={!isReady}
            loading={save.isPending}
            onClick={() =>
              save.mutate({
                from: from ?? date,
                averageCents: averageCents ?? 0,
                grossInterestCents: interestCents ?? 0,
              })
            }
          >
            {t('COMMON.SAVE')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
