import { quarters as quartersApi } from '@fibado/contracts';
import type { Evaluation } from '@fibado/planning';
import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Money } from '../../../components/money';
import { client } from '../../../lib/client';
import { useQuarterText } from '../shared/quarter-text';
import { type QuarterData, refreshFinance } from '../shared/queries';
import { Violations } from '../shared/violations';
import type { SetupCheck } from './setup-model';

interface StartDialogProps {
  readonly opened: boolean;
  readonly data: QuarterData;
  readonly evaluation: Evaluation | undefined;
  readonly checks: readonly SetupCheck[];
  readonly onClose: () => void;
}

/** Says what starting means and what is still odd, then starts the quarter. */
export function StartDialog({ opened, data, evaluation, checks, onClose }: StartDialogProps) {
  const { t } = useTranslation();
  const quarterText = useQuarterText();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { date } = data.quarter;
  const start = useMutation({
    meta: { confirm: true },
    mutationFn: () => client.call(quartersApi.start, { body: { date } }),
    onSuccess: async () => {
      await refreshFinance(queryClient);
      await navigate(`/fibado/dashboard?quarter=${date}`);
    },
  });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t('FINANCE.START.TITLE', { quarter: quarterText(date) })}
      closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}
    >
      <Stack gap="sm">
        <Text size="sm">{t('FINANCE.START.TEXT')}</Text>
        <Text size="sm">
          {t('FINANCE.START.FIGURES', {
            accounts: data.quarter.setups.length,
            operations: data.operations.length,
          })}{' '}
          {evaluation && (
            <>
              {t('FINANCE.LIVE.NET')}: <Money cents={evaluation.netReturnCents} />
            </>
          )}
        </Text>
        {checks.length > 0 && (
          <List size="sm">
            {checks.map((check, index) => (
              <List.Item key={index}>
                {t(`FINANCE.CHECK.${check.kind}`, { account: check.account ?? '' })}
              </List.Item>
            ))}
          </List>
        )}
        <Violations household={data} violations={evaluation?.violations ?? []} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('COMMON.CANCEL')}
          </Button>
          <Button data-autofocus loading={start.isPending} onClick={() => start.mutate()}>
            {t('FINANCE.START.BUTTON')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
