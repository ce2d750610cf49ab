import { reconciliation, type ReconciledAccountBody } from '@fibado/contracts';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoneyInput } from '../../../components/money-input';
import { toastDone } from '../../../components/toasts';
import { client } from '../../../lib/client';
import { refreshFinance } from '../shared/queries';

interface BankFiguresDialogProps {
  readonly account: ReconciledAccountBody;
  readonly year: number;
  readonly onClose: () => void;
}

const FIELDS = [
  ['grossInterestCents', 'GROSS_INTEREST'],
  ['withholdingCents', 'WITHHOLDING'],
  ['stampDutyCents', 'STAMP_DUTY'],
  ['feesCents', 'FEES'],
] as const;

type Values = Partial<Record<(typeof FIELDS)[number][0], number | null | undefined>>;

/** The year's figures as the bank's paper has them; an empty field leaves the figure to the bookings. */
export function BankFiguresDialog({ account, year, onClose }: BankFiguresDialogProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [values, setValues] = useState<Values>({ ...account.typed });
  const save = useMutation({
    mutationFn: () => {
      const given = FIELDS.flatMap(([key]) => {
        const cents = values[key] ?? null;
        return cents === null ? [] : [[key, cents] as const];
      });
      return client.call(reconciliation.saveTyped, {
        body: { accountId: account.accountId, year, ...Object.fromEntries(given) },
      });
    },
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
      title={t('FINANCE.RECONCILIATION.TYPE_OF', { account: account.name })}
      closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack>
          <Text size="sm">{t('FINANCE.RECONCILIATION.TYPE_TEXT', { year })}</Text>
          {FIELDS.map(([key, figure]) => (
            <MoneyInput
              key={key}
              label={t(`FINANCE.RECONCILIATION.${figure}`)}
              value={values[key] ?? null}
              onChange={(cents) => setValues((old) => ({ ...old, [key]: cents }))}
            />
          ))}
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
