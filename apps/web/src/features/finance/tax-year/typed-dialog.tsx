import { type TaxYearAccount, taxYear } from '@fibado/contracts';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoneyInput } from '../../../components/money-input';
import { toastDone } from '../../../components/toasts';
import { client } from '../../../lib/client';
import { refreshFinance } from '../shared/queries';

interface TypedDialogProps {
  readonly account: TaxYearAccount;
  readonly year: number;
  readonly onClose: () => void;
}

/** The two figures as the bank's own paper states them, of the whole account. */
export function TypedDialog({ account, year, onClose }: TypedDialogProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [closing, setClosing] = useState(account.typedClosingCents ?? null);
  const [average, setAverage] = useState(account.typedAverageCents ?? null);
  const save = useMutation({
    mutationFn: () =>
      client.call(taxYear.saveTyped, {
        body: {
          accountId: account.accountId,
          year,
          ...(closing === null ? {} : { closingCents: closing }),
          ...(average === null ? {} : { averageCents: average }),
        },
      }),
    onSuccess: async () => {
      toastDone(t('FINANCE.TAX_YEAR.TYPED_SAVED', { account: account.name }));
      onClose();
      await refreshFinance(queryClient);
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('FINANCE.TAX_YEAR.TYPE_OF', { account: account.name })}
      closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack>
          <Text size="sm">{t('FINANCE.TAX_YEAR.TYPED_TEXT')}</Text>
          <MoneyInput
            label={t('FINANCE.TAX_YEAR.BALANCE_ON', { year })}
            allowNegative
            value={closing}
            onChange={setClosing}
          />
          <MoneyInput
            label={t('FINANCE.TAX_YEAR.AVERAGE_OF', { year })}
            value={average}
            onChange={setAverage}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('COMMON.CANCEL')}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {t('COMMON.SAVE')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
