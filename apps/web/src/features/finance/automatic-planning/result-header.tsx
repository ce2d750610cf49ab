import type { Evaluation } from '@fibado/planning';
import { Box, Group, Paper, SimpleGrid, Text, ThemeIcon } from '@mantine/core';
import { IconInfoCircle, IconShieldCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Figure } from '../../../components/figure';
import { Money } from '../../../components/money';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { formatDecimal } from '../../../lib/money';
import { type Ground, type PlanResult, proofOf } from './plan-model';

interface ResultHeaderProps {
  readonly result: PlanResult;
  readonly ground: Ground;
  readonly present: Evaluation | undefined;
  readonly planned: Evaluation | undefined;
  readonly chosen: number;
  /** How far the proof of an incumbent is. */
  readonly progress: ReactNode;
  readonly actions: ReactNode;
}

/** The plan's figures beside the present ones, what is proven about them, and what can be done with it. */
export function ResultHeader(props: ResultHeaderProps) {
  const { result, ground, present, planned, chosen, progress, actions } = props;
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const baseline = ground.baselineCents;
  const net = planned?.netReturnCents ?? ground.wholeCents;
  return (
    <Paper withBorder p="sm" component="section" aria-label={t('FINANCE.RESULT.TITLE')}>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm" role="status">
        <Figure
          label={t('FINANCE.RESULT.GAIN')}
          note={t('FINANCE.RESULT.GAIN_NOTE', { amount: money(baseline) })}
        >
          <Money cents={net - baseline} sign colored />
        </Figure>
        <Figure
          label={t('FINANCE.RESULT.NET')}
          note={t('FINANCE.RESULT.NET_NOTE', { amount: money(ground.wholeCents) })}
        >
          <Money cents={net} />
        </Figure>
        <Figure
          label={t('FINANCE.RESULT.AGAINST_PRESENT')}
          note={t('FINANCE.RESULT.PRESENT_NOTE', { amount: money(present?.netReturnCents ?? 0) })}
        >
          <Money cents={net - (present?.netReturnCents ?? 0)} sign colored />
        </Figure>
        <Figure
          label={t('FINANCE.RESULT.TRANSFERS')}
          note={t('FINANCE.RESULT.TRANSFERS_NOTE', { count: result.transfers.length })}
        >
          {chosen}
        </Figure>
      </SimpleGrid>
      <Group mt="sm" gap="md">
        {actions}
        <Box flex="1 1 20rem">
          <ProofText result={result} ground={ground} chosen={chosen} />
          {progress}
        </Box>
      </Group>
      {result.solver && <SolverDetails solver={result.solver} />}
    </Paper>
  );
}

/** What is proven of the plan as it is chosen; nothing of an incumbent, which is still being proven. */
function ProofText({ result, ground, chosen }: Pick<ResultHeaderProps, 'result' | 'ground' | 'chosen'>) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const proof = proofOf(result);
  const left = result.transfers.length - chosen;
  if (proof.kind === 'NONE' && !ground.changed) return null;
  const horizon = result.horizon?.quarters.length ?? 1;
  // A plan over several quarters is proven over all of them.
  const over = (key: string) => (horizon > 1 ? `FINANCE.RESULT.${key}_HORIZON` : `FINANCE.RESULT.${key}`);
  const isProven = proof.kind === 'PROVEN' && !ground.changed && left === 0;
  const text = ground.changed
    ? t('FINANCE.RESULT.CHANGED_SINCE')
    : left > 0
      ? t('FINANCE.RESULT.NOT_WHOLE', { count: left })
      : proof.kind === 'PROVEN'
        ? t(over('PROVEN'), {
            count: horizon,
            own: money(result.objectiveCents),
            amount: money(proof.boundCents),
          })
        : proof.kind === 'BOUNDED' &&
          t(over('BOUNDED'), {
            count: horizon,
            own: money(result.objectiveCents),
            amount: money(proof.boundCents),
            gap: money(proof.gapCents),
          });
  return (
    <Group gap="xs" wrap="nowrap">
      <ThemeIcon size="sm" color={isProven ? 'teal.9' : 'yellow.9'} aria-hidden>
        {isProven ? <IconShieldCheck size={14} /> : <IconInfoCircle size={14} />}
      </ThemeIcon>
      <Text size="sm">{text}</Text>
    </Group>
  );
}

function SolverDetails({ solver }: { readonly solver: NonNullable<PlanResult['solver']> }) {
  const { t } = useTranslation();
  return (
    <Text component="details" size="xs" c="dimmed" mt={4}>
      <summary>{t('FINANCE.RESULT.DETAILS')}</summary>
      {t('FINANCE.RESULT.SOLVER', {
        engine: solver.engine,
        seconds: formatDecimal(Math.round(solver.timeMs / 100) / 10),
        rows: solver.rows,
        columns: solver.columns,
      })}
    </Text>
  );
}
