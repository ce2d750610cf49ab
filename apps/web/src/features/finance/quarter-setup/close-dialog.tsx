import { quarters as quartersApi } from '@fibado/contracts';
import { type Evaluation, quarterEnd } from '@fibado/planning';
import { Alert, Anchor, Button, Checkbox, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { Money } from '../../../components/money';
import { MoneyInput } from '../../../components/money-input';
import { ScrollTable } from '../../../components/scroll-table';
import { client } from '../../../lib/client';
import { formatDay, today } from '../../../lib/day';
import { formatAmount } from '../../../lib/money';
import { nameIn } from '../shared/problem';
import { useQuarterText } from '../shared/quarter-text';
import { type QuarterData, refreshFinance } from '../shared/queries';
import { type ActualRow, actualsToSend, emptyActuals, openOperations, withAccountsOf } from './close-model';

interface CloseDialogProps {
  readonly opened: boolean;
  readonly data: QuarterData;
  readonly evaluation: Evaluation;
  readonly onClose: () => void;
}

/** Asks what the banks really reported, beside what was computed, and closes the quarter. */
export function CloseDialog({ opened, data, evaluation, onClose }: CloseDialogProps) {
  const { t } = useTranslation();
  const quarterText = useQuarterText();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="64rem"
      title={t('FINANCE.CLOSE.TITLE', { quarter: quarterText(data.quarter.date) })}
      closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}
    >
      <CloseForm data={data} evaluation={withAccountsOf(data.quarter, evaluation)} onClose={onClose} />
    </Modal>
  );
}

const FIELDS = [
  { field: 'closingBalanceCents', computed: 'closingBalanceCents', label: 'CLOSING' },
  { field: 'netInterestCents', computed: 'netInterestCents', label: 'INTEREST' },
  { field: 'stampDutyCents', computed: 'stampDutyCents', label: 'DUTY' },
] as const;

function CloseForm({ data, evaluation, onClose }: Omit<CloseDialogProps, 'opened'>) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { date } = data.quarter;
  const name = nameIn(data.accounts);
  const [rows, setRows] = useState<readonly ActualRow[]>(() => emptyActuals(evaluation));
  const [bad, setBad] = useState<ReadonlySet<string>>(new Set());
  const open = openOperations(data.operations, date);
  const early = today() <= quarterEnd(date);
  const [meant, setMeant] = useState(false);
  const close = useMutation({
    meta: { confirm: true },
    mutationFn: () => client.call(quartersApi.close, { body: { date, actuals: actualsToSend(rows), early } }),
    onSuccess: async () => {
      await refreshFinance(queryClient);
      await navigate(`/fibado/dashboard?quarter=${date}`);
    },
  });
  return (
    <Stack gap="sm">
      <Text size="sm">{t('FINANCE.CLOSE.TEXT')}</Text>
      {early && (
        <Alert color="yellow" role="alert" title={t('FINANCE.CLOSE.EARLY_TITLE')}>
          <Text size="sm">{t('FINANCE.CLOSE.EARLY', { day: formatDay(quarterEnd(date)) })}</Text>
          <Checkbox
            mt="xs"
            label={t('FINANCE.CLOSE.EARLY_MEANT')}
            checked={meant}
            onChange={(e) => setMeant(e.currentTarget.checked)}
          />
        </Alert>
      )}
      {open.length > 0 && (
        <Alert color="red" role="alert" title={t('FINANCE.CLOSE.OPEN', { count: open.length })}>
          <Anchor component={Link} to={`/fibado/dashboard/operation/edit/${date}?status=PLANNED`} size="sm">
            {t('FINANCE.CLOSE.OPEN_GO')}
          </Anchor>
        </Alert>
      )}
      <ScrollTable minWidth={680} label={t('FINANCE.CLOSE.TABLE')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('FINANCE.FIELD.ACCOUNT')}</Table.Th>
            {FIELDS.flatMap((f) => [
              <Table.Th key={`${f.field}c`} scope="col" ta="right">
                {t(`FINANCE.COLUMN.${f.label}`)} {t('FINANCE.CLOSE.COMPUTED')}
              </Table.Th>,
              <Table.Th key={`${f.field}a`} scope="col" ta="right">
                {t('FINANCE.CLOSE.ACTUAL')}
              </Table.Th>,
            ])}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {evaluation.accounts.map((account, index) => {
            const row = rows[index];
            return (
              <Table.Tr key={account.accountId}>
                <Table.Th scope="row" fw={500}>
                  {name(account.accountId)}
                </Table.Th>
                {FIELDS.flatMap((f) => {
                  const computed = account[f.computed];
                  const actual = row?.[f.field] ?? null;
                  const key = `${account.accountId}.${f.field}`;
                  return [
                    <Table.Td key={`${f.field}c`} ta="right">
                      <Money cents={computed} />
                    </Table.Td>,
                    <Table.Td key={`${f.field}a`} ta="right">
                      <MoneyInput
                        size="xs"
                        w="8rem"
                        ml="auto"
                        allowNegative={f.field === 'closingBalanceCents'}
                        aria-label={t('FINANCE.CLOSE.ACTUAL_OF', {
                          what: t(`FINANCE.COLUMN.${f.label}`),
                          account: name(account.accountId),
                        })}
                        placeholder={formatAmount(computed)}
                        value={actual}
                        onValidity={(readable) =>
                          setBad((old) => {
                            const next = new Set(old);
                            if (readable) next.delete(key);
                            else next.add(key);
                            return next;
                          })
                        }
                        onChange={(cents) =>
                          setRows((old) => old.map((r, i) => (i === index ? { ...r, [f.field]: cents } : r)))
                        }
                      />
                      {actual !== null && actual !== computed && (
                        <Text size="xs">
                          <Money cents={actual - computed} sign colored />
                        </Text>
                      )}
                    </Table.Td>,
                  ];
                })}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </ScrollTable>
      <Text size="xs" c="dimmed">
        {t('FINANCE.CLOSE.HELP')}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('COMMON.CANCEL')}
        </Button>
        <Button
          disabled={open.length > 0 || bad.size > 0 || (early && !meant)}
          loading={close.isPending}
          onClick={() => close.mutate()}
        >
          {t('FINANCE.CLOSE.BUTTON')}
        </Button>
      </Group>
    </Stack>
  );
}
