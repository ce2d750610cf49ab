import type { OptimizeResultBody } from '@fibado/contracts';
import type { Evaluation } from '@fibado/planning';
import { Group, Paper, SimpleGrid, Text, ThemeIcon } from '@mantine/core';
import { IconInfoCircle, IconShieldCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Figure } from '../../../components/figure';
import { Money } from '../../../components/money';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { type Ground, proofOf } from './plan-model';

interface ResultHeaderProps {
  readonly result: OptimizeResultBody;
  readonly ground: Ground;
  readonly present: Evaluation | undefined;
  readonly planned: Evaluation | undefined;
  readonly chosen: number;
}

/** The plan's figures beside the present ones, and what is proven about them. */
export function ResultHeader({ result, ground, present, planned, chosen }: ResultHeaderProps) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const proof = proofOf(result);
  const proven = proof.kind === 'PROVEN' && !ground.changed;
  const baseline = ground.baselineCents;
  const net = planned?.netReturnCents ?? ground.wholeCents;
  return (
    <Paper withBorder p="sm" component="section" aria-label={t('FINANCE.RESULT.TITLE')}>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm" role="status">
        <div>
          <Figure
            label={t('FINANCE.RESULT.GAIN')}
            note={t('FINANCE.RESULT.GAIN_NOTE', { amount: money(baseline) })}
          >
            <Money cents={net - baseline} sign colored />
          </Figure>
        </div>
        <div>
          <Figure
            label={t('FINANCE.RESULT.NET')}
            note={t('FINANCE.RESULT.NET_NOTE', { amount: money(ground.wholeCents) })}
          >
            <Money cents={net} />
          </Figure>
        </div>
        <div>
          <Figure
            label={t('FINANCE.RESULT.AGAINST_PRESENT')}
            note={t('FINANCE.RESULT.PRESENT_NOTE', { amount: money(present?.netReturnCents ?? 0) })}
          >
            <Money cents={net - (present?.netReturnCents ?? 0)} sign colored />
          </Figure>
        </div>
        <div>
          <Figure
            label={t('FINANCE.RESULT.TRANSFERS')}
            note={t('FINANCE.RESULT.TRANSFERS_NOTE', { count: result.transfers.length })}
          >
            {chosen}
          </Figure>
        </div>
      </SimpleGrid>
      <Group gap="xs" mt="sm" wrap="nowrap">
        <ThemeIcon size="sm" color={proven ? 'teal.9' : 'yellow.9'} aria-hidden>
          {proven ? <IconShieldCheck size={14} /> : <IconInfoCircle size={14} />}
        </ThemeIcon>
        <Text size="sm">
          {ground.changed
            ? t('FINANCE.RESULT.CHANGED_SINCE')
            : proof.kind === 'PROVEN'
              ? t('FINANCE.RESULT.PROVEN', {
                  own: money(result.objectiveCents),
                  amount: money(proof.boundCents),
                })
              : proof.kind === 'BOUNDED' &&
                t('FINANCE.RESULT.BOUNDED', {
                  own: money(result.objectiveCents),
                  amount: money(proof.boundCents),
                  gap: money(proof.gapCents),
                })}
        </Text>
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        {t('FINANCE.RESULT.SOLVER', {
          engine: result.solver.engine,
          seconds: (result.solver.timeMs / 1000).toFixed(1).replace('.', ','),
          rows: result.solver.rows,
          columns: result.solver.columns,
        })}
      </Text>
    </Paper>
  );
}
