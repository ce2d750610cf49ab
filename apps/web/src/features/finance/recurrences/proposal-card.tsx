import { type RecurrenceProposal, recurrences as recurrencesApi } from '@fibado/contracts';
import { Button, Group, Paper, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/money';
import { ScrollTable } from '../../../components/scroll-table';
import { toastDone } from '../../../components/toasts';
import { client } from '../../../lib/client';
import { formatDay, today } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { useCanWrite } from '../shared/access';
import { refreshFinance } from '../shared/queries';
import { useRhythmText } from '../shared/rhythm-text';

interface ProposalCardProps {
  readonly proposal: RecurrenceProposal;
  readonly accountName: (id: string | undefined) => string;
}

/** A rule the movements suggest: what it says, the movements it was read from, how it would have done before. */
export function ProposalCard({ proposal, accountName }: ProposalCardProps) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const rhythm = useRhythmText();
  const canWrite = useCanWrite();
  const keep = useKeep(proposal);
  const decline = useDecline(proposal);
  const { amountCents, lowCents, highCents, missing } = proposal;
  const accounts = [proposal.accountId, proposal.toAccountId].flatMap((id) => (id ? accountName(id) : []));
  return (
    <Paper withBorder p="sm" component="article" aria-label={proposal.description}>
      <Group justify="space-between" align="flex-start">
        <Stack gap={2} flex="1 1 16rem">
          <Text fw={600}>{proposal.description}</Text>
          <Text size="sm">
            {t(`FINANCE.OPERATION_KIND.${proposal.kind}`)} · <Money cents={amountCents} /> ·{' '}
            {rhythm(proposal)} ({t(`FINANCE.RECURRENCES.SHIFT_${proposal.onNonBusinessDay}`)}) ·{' '}
            {accounts.join(' → ')}
          </Text>
          <Text size="sm" c="dimmed">
            {lowCents !== undefined || highCents !== undefined
              ? `${t('FINANCE.RECURRENCES.RANGE', {
                  low: money(lowCents ?? amountCents),
                  high: money(highCents ?? amountCents),
                })}; `
              : ''}
            {t('FINANCE.RECURRENCES.NEXT', { day: formatDay(proposal.next) })}
          </Text>
          <BackTestText proposal={proposal} />
          {missing.length > 0 && (
            <Text size="sm">
              {t('FINANCE.RECURRENCES.MISSED', { days: missing.map(formatDay).join(', ') })}
            </Text>
          )}
        </Stack>
        {canWrite && (
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              loading={decline.isPending}
              aria-label={t('FINANCE.RECURRENCES.DECLINE_NAMED', { name: proposal.description })}
              onClick={() => decline.mutate()}
            >
              {t('FINANCE.RECURRENCES.DECLINE')}
            </Button>
            <Button
              size="xs"
              loading={keep.isPending}
              aria-label={t('FINANCE.RECURRENCES.KEEP_NAMED', { name: proposal.description })}
              onClick={() => keep.mutate()}
            >
              {t('FINANCE.RECURRENCES.KEEP')}
            </Button>
          </Group>
        )}
      </Group>
      <Evidence proposal={proposal} />
    </Paper>
  );
}

/** Stores the rule; its operations are planned from today on. */
function useKeep(proposal: RecurrenceProposal) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { next: _next, evidence: _evidence, missing: _missing, backTest: _backTest, ...rule } = proposal;
  return useMutation({
    mutationFn: () =>
      client.call(recurrencesApi.keep, {
        body: { ...rule, id: crypto.randomUUID(), origin: 'LEARNT', applyFrom: today() },
      }),
    onSuccess: async () => {
      toastDone(t('FINANCE.RECURRENCES.KEPT', { name: proposal.description }));
      await refreshFinance(queryClient);
    },
  });
}

/** The movements it was read from are not proposed again. */
function useDecline({ kind, accountId, toAccountId, description }: RecurrenceProposal) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      client.call(recurrencesApi.decline, {
        body: { id: crypto.randomUUID(), kind, accountId, toAccountId, description },
      }),
    onSuccess: async () => {
      toastDone(t('FINANCE.RECURRENCES.DECLINED', { name: description }));
      await refreshFinance(queryClient);
    },
  });
}

function BackTestText({ proposal: { backTest } }: { readonly proposal: RecurrenceProposal }) {
  const { t, i18n } = useTranslation();
  const money = useMoneyFormat();
  return (
    <Text size="sm">
      {backTest.predictions === 0
        ? t('FINANCE.RECURRENCES.NO_BACK_TEST')
        : t('FINANCE.RECURRENCES.BACK_TEST', {
            count: backTest.predictions,
            days: backTest.daysRight,
            amounts: backTest.amountsRight,
            error: backTest.meanDayError.toLocaleString(i18n.language),
            cents: money(backTest.meanAmountErrorCents),
          })}
    </Text>
  );
}

function Evidence({ proposal }: { readonly proposal: RecurrenceProposal }) {
  const { t } = useTranslation();
  return (
    <details>
      <summary>
        <Text span size="sm">
          {t('FINANCE.RECURRENCES.EVIDENCE', { count: proposal.evidence.length })}
        </Text>
      </summary>
      <ScrollTable
        minWidth={420}
        label={t('FINANCE.RECURRENCES.EVIDENCE_TABLE', { name: proposal.description })}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('FINANCE.RECURRENCES.EXPECTED')}</Table.Th>
            <Table.Th>{t('FINANCE.OPERATION.date')}</Table.Th>
            <Table.Th>{t('FINANCE.OPERATION.description')}</Table.Th>
            <Table.Th ta="right">{t('FINANCE.OPERATION.amount')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {proposal.evidence.map((one) => (
            <Table.Tr key={one.operationId}>
              <Table.Td>{formatDay(one.expected)}</Table.Td>
              <Table.Td>{formatDay(one.date)}</Table.Td>
              <Table.Td>{one.description}</Table.Td>
              <Table.Td ta="right">
                <Money cents={one.amountCents} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </ScrollTable>
    </details>
  );
}
