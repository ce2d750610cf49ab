import { quarters as quartersApi } from '@fibado/contracts';
import { addQuarters, nextQuarter, quarterOf } from '@fibado/planning';
import { Alert, Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../lib/client';
import { useQuarterText } from '../shared/quarter-text';
import { canInitQuery, refreshFinance } from '../shared/queries';
import type { QuarterListItem } from '../shared/types';

interface NewQuarterDialogProps {
  readonly quarters: readonly QuarterListItem[];
  readonly today: string;
  readonly onClose: () => void;
  readonly onCreated: (date: string) => void;
}

/** Initialises a quarter: the one after the newest, or for the first time any near today's. */
export function NewQuarterDialog({ quarters, today, onClose, onCreated }: NewQuarterDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('FINANCE.NEW_QUARTER.TITLE')}
      closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}
    >
      <Choice quarters={quarters} today={today} onClose={onClose} onCreated={onCreated} />
    </Modal>
  );
}

function Choice({ quarters, today, onClose, onCreated }: NewQuarterDialogProps) {
  const { t } = useTranslation();
  const quarterText = useQuarterText();
  const queryClient = useQueryClient();
  const last = quarters.at(-1)?.date;
  const current = quarterOf(today);
  const offered = last === undefined ? [-1, 0, 1].map((n) => addQuarters(current, n)) : [nextQuarter(last)];
  const [date, setDate] = useState(last === undefined ? current : nextQuarter(last));
  const check = useQuery(canInitQuery(date));
  const init = useMutation({
    meta: { confirm: true },
    mutationFn: () => client.call(quartersApi.init, { body: { date } }),
    onSuccess: async () => {
      await refreshFinance(queryClient);
      onCreated(date);
    },
  });
  const reason = check.data?.reason;
  return (
    <Stack>
      <Text size="sm">
        {t(last === undefined ? 'FINANCE.NEW_QUARTER.FIRST' : 'FINANCE.NEW_QUARTER.TEXT')}
      </Text>
      <Select
        label={t('FINANCE.FIELD.QUARTER')}
        allowDeselect={false}
        data={offered.map((value) => ({ value, label: quarterText(value) }))}
        value={date}
        onChange={(next) => next !== null && setDate(next)}
      />
      {check.data && !check.data.canInit && (
        <Alert color="red" role="alert">
          {t(`FINANCE.NEW_QUARTER.REASON.${reason ?? 'ALREADY_EXISTS'}`)}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('COMMON.CANCEL')}
        </Button>
        <Button disabled={!check.data?.canInit} loading={init.isPending} onClick={() => init.mutate()}>
          {t('FINANCE.NEW_QUARTER.CREATE')}
        </Button>
      </Group>
    </Stack>
  );
}
