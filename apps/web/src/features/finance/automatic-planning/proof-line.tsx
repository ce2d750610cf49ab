import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import type { ShownPlan } from './plan-model';
import type { PlannerState } from './use-planner';

/** While the plan shown is still being proven: how far the proof is, a better plan to take, and a way to stop. */
export function ProofLine({
  planner: { running, plan, dispatch },
  shown,
}: {
  readonly planner: PlannerState;
  readonly shown: ShownPlan;
}) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const { better } = plan;
  const isProving = running !== undefined && running.runId === shown.runId;
  const bound = running?.samples.at(-1)?.boundCents;
  if (better)
    return (
      <Group gap="xs">
        <Text size="sm">
          {t('FINANCE.RUN.BETTER_BY', {
            amount: money(better.result.objectiveCents - shown.result.objectiveCents),
          })}
        </Text>
        <Button size="compact-xs" variant="light" onClick={() => dispatch({ type: 'takeBetter' })}>
          {t('FINANCE.RUN.TAKE_BETTER')}
        </Button>
      </Group>
    );
  if (shown.isIncumbent !== true) return null;
  if (!isProving) return <Text size="sm">{t('FINANCE.RUN.NOT_PROVEN')}</Text>;
  return (
    <Group gap="xs">
      <Text size="sm">
        {running.phase === 'EXPLAINING'
          ? t('FINANCE.RUN.EXPLAINING')
          : bound === undefined
            ? t('FINANCE.RUN.PROVING')
            : t('FINANCE.RUN.PROVEN_WITHIN', {
                gap: money(Math.max(0, bound - shown.result.objectiveCents)),
              })}
      </Text>
      <Button size="compact-xs" variant="subtle" color="gray" onClick={running.cancel}>
        {t('FINANCE.RUN.STOP')}
      </Button>
    </Group>
  );
}
