import { isApiError } from '@fibado/client';
import { MAX_UPLOAD_BYTES, type TaxYearAccount, taxYear } from '@fibado/contracts';
import { Modal, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DayInput } from '../../../components/day-input';
import { FilePicker } from '../../../components/file-picker';
import { MoneyInput } from '../../../components/money-input';
import { toastDone } from '../../../components/toasts';
import { client } from '../../../lib/client';
import { errorMessage } from '../../../lib/errors';
import { refreshFinance } from '../shared/queries';

interface StatementDialogProps {
  readonly account: TaxYearAccount;
  readonly year: number;
  readonly onClose: () => void;
}

const ACCEPTED = '.csv,.xls,.xlsx,.xml,.zip,.ofx,.qif,.sta,.txt,.html';

/** Takes a bank's file of the year for its daily balances; nothing else of it is kept. */
export function StatementDialog({ account, year, onClose }: StatementDialogProps) {
  const { t } = useTranslation();
  const [from, setFrom] = useState(`${String(year)}-01-01`);
  const [to, setTo] = useState(`${String(year)}-12-31`);
  const [openingCents, setOpening] = useState<number | null>(null);
  const read = useRead({ account, year, from, to, openingCents, onClose });
  const needsOpening =
    isApiError(read.error) && read.error.code === 'VALIDATION' && read.error.params[0] === 'openingCents';
  const problem = read.error
    ? needsOpening
      ? t('FINANCE.TAX_YEAR.NEEDS_OPENING')
      : errorMessage(read.error, t)
    : null;
  const bounds = { minDate: `${String(year)}-01-01`, maxDate: `${String(year)}-12-31` };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('FINANCE.TAX_YEAR.STATEMENT_OF', { account: account.name })}
      closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}
    >
      <Stack>
        <Text size="sm">{t('FINANCE.TAX_YEAR.STATEMENT_TEXT')}</Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <DayInput
            label={t('FINANCE.TAX_YEAR.COVERS_FROM')}
            {...bounds}
            value={from}
            onChange={(d) => d && setFrom(d)}
          />
          <DayInput
            label={t('FINANCE.TAX_YEAR.COVERS_TO')}
            {...bounds}
            value={to}
            onChange={(d) => d && setTo(d)}
          />
        </SimpleGrid>
        <MoneyInput
          label={t('FINANCE.TAX_YEAR.OPENING')}
          description={t('FINANCE.TAX_YEAR.OPENING_TEXT')}
          allowNegative
          value={openingCents}
          onChange={setOpening}
        />
        {problem !== null && (
          <Text c="red" size="sm" role="alert">
            {problem}
          </Text>
        )}
        <FilePicker
          accept={ACCEPTED}
          maxBytes={MAX_UPLOAD_BYTES}
          loading={read.isPending}
          onFile={(file) => read.mutate(file)}
        >
          {t('FINANCE.TAX_YEAR.CHOOSE_FILE')}
        </FilePicker>
      </Stack>
    </Modal>
  );
}

interface Reading extends StatementDialogProps {
  readonly from: string;
  readonly to: string;
  readonly openingCents: number | null;
}

function useRead({ account, year, from, to, openingCents, onClose }: Reading) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (file: File) =>
      client.call(taxYear.readStatement, {
        body: {
          accountId: account.accountId,
          year,
          from,
          to,
          ...(openingCents === null ? {} : { openingCents }),
        },
        file,
        fileName: file.name,
      }),
    meta: { inline: true },
    onSuccess: async ({ movements }) => {
      toastDone(t('FINANCE.TAX_YEAR.READ', { count: movements, account: account.name }));
      onClose();
      await refreshFinance(queryClient);
    },
  });
}
