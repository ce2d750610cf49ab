import type { Evaluation } from '@fibado/planning';
import { Group, List, Paper, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/money';
import { totalBalances } from '../shared/problem';
import type { SetupCheck } from './setup-model';

interface ChecksPanelProps {
  readonly checks: readonly SetupCheck[];
  readonly evaluation: Evaluation | undefined;
  readonly started: boolean;
}

/** What is missing before the start, kept up to date while the grid is typed into. */
export function ChecksPanel({ checks, evaluation, started }: ChecksPanelProps) {
  const { t } = useTranslation();
  const total = evaluation && totalBalances(evaluation.accounts);
  return (
    <Paper withBorder p="sm" component="section" aria-label={t('FINANCE.CHECK.TITLE')}>
      {evaluation && (
        <Group justify="space-between" mb="xs">
          <div>
            <Text size="xs" c="dimmed">
              {t('FINANCE.CHECK.TOTAL')}
            </Text>
            <Text fw={600}>
              <Money cents={evaluation.accounts.reduce((sum, a) => sum + a.openingBalanceCents, 0)} />
            </Text>
          </div>
          <div>
            <Text size="xs" c="dimmed">
              {t('FINANCE.LIVE.CLOSING')}
            </Text>
            <Text fw={600}>
              <Money cents={total?.at(-1) ?? 0} />
            </Text>
          </div>
          <div>
            <Text size="xs" c="dimmed">
              {t('FINANCE.LIVE.NET')}
            </Text>
            <Text fw={600}>
              <Money cents={evaluation.netReturnCents} />
            </Text>
          </div>
        </Group>
      )}
      {!started && (
        <>
          <Text fw={600} size="sm" mb={4}>
            {t('FINANCE.CHECK.TITLE')}
          </Text>
          <div role="status">
            {checks.length === 0 ? (
              <Group gap="xs">
                <ThemeIcon size="sm" color="teal.9" aria-hidden>
                  <IconCheck size={14} />
                </ThemeIcon>
                <Text size="sm">{t('FINANCE.CHECK.READY')}</Text>
              </Group>
            ) : (
              <List size="sm" spacing={4}>
                {checks.map((check, index) => (
                  <List.Item
                    key={index}
                    icon={
                      <ThemeIcon size="sm" color={check.blocking ? 'red.8' : 'yellow.9'} aria-hidden>
                        {check.blocking ? <IconX size={14} /> : <IconAlertTriangle size={14} />}
                      </ThemeIcon>
                    }
                  >
                    {t(`FINANCE.CHECK.${check.kind}`, { account: check.account ?? '' })}
                  </List.Item>
                ))}
              </List>
            )}
          </div>
        </>
      )}
    </Paper>
  );
}
