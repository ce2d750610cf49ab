import { optimizer } from '@fibado/contracts';
import { type Problem, withGivenLots } from '@fibado/planning';
import { Button, Group, Paper, Progress, Slider, Text } from '@mantine/core';
import { IconChartLine, IconPlayerStop } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FrontierChart } from '../../../charts/frontier-chart';
import { toastError } from '../../../components/toasts';
import { client } from '../../../lib/client';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { frontierSteps, type PlanResult, type ShownPlan } from './plan-model';

interface FrontierProps {
  readonly problem: Problem;
  readonly shown: ShownPlan;
  readonly onTake: (plan: ShownPlan) => void;
}

/** Fewer transfers: the best plan for each number of them, and what each more transfer brings. */
export function Frontier({ problem, shown, onTake }: FrontierProps) {
  const { result, options, minBalanceCents } = shown;
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const [plans, setPlans] = useState<readonly PlanResult[]>([result]);
  const [left, setLeft] = useState(0);
  const [at, setAt] = useState<number>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const steps = frontierSteps(result.transfers.length);
  const compute = async () => {
    const abort = new AbortController();
    controller.current = abort;
    const settings = minBalanceCents === null ? problem.settings : { ...problem.settings, minBalanceCents };
    const body = withGivenLots({ ...problem, settings }, result.lots ?? []);
    try {
      for (const [index, maxTransfers] of steps.entries()) {
        setLeft(steps.length - index);
        const plan = await client.call(optimizer.whatIf, {
          // Its lots are constants: what is asked for is a plan of transfers around them.
          body: { problem: body, options: { ...options, maxTransfers, newLots: false } },
          signal: abort.signal,
        });
        if (plan.status !== 'INFEASIBLE') setPlans((old) => withPlan(old, { ...plan, lots: result.lots }));
      }
    } catch (error) {
      if (!abort.signal.aborted) toastError(error);
    } finally {
      setLeft(0);
    }
  };

  if (steps.length === 0) return null;
  const chosen = plans[at ?? plans.length - 1] ?? result;
  return (
    <Paper withBorder p="sm" component="section" aria-label={t('FINANCE.FRONTIER.TITLE')}>
      {plans.length < 2 ? (
        <Text fw={600} size="sm">
          {t('FINANCE.FRONTIER.TITLE')}
        </Text>
      ) : (
        <>
          <FrontierChart
            title={t('FINANCE.FRONTIER.TITLE')}
            points={plans.map((p) => ({ transfers: p.transfers.length, netReturnCents: p.netReturnCents }))}
            chosen={chosen.transfers.length}
            formatMoney={money}
          />
          <Slider
            my="md"
            min={0}
            max={plans.length - 1}
            step={1}
            value={at ?? plans.length - 1}
            onChange={setAt}
            label={(index) => t('FINANCE.FRONTIER.N', { count: plans[index]?.transfers.length ?? 0 })}
            thumbProps={{ 'aria-label': t('FINANCE.FRONTIER.SLIDER') }}
          />
        </>
      )}
      <Group justify="space-between" mt="xs">
        <Text size="sm" role="status">
          {plans.length < 2
            ? t('FINANCE.FRONTIER.TEXT')
            : t('FINANCE.FRONTIER.CHOSEN', {
                count: chosen.transfers.length,
                net: money(chosen.netReturnCents),
                less: money(result.netReturnCents - chosen.netReturnCents),
              })}
        </Text>
        {left > 0 ? (
          <Group gap="xs">
            <Progress
              w="8rem"
              value={((steps.length - left) / steps.length) * 100}
              aria-label={t('FINANCE.PLANNING.PROGRESS')}
            />
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlayerStop size={14} aria-hidden />}
              onClick={() => controller.current?.abort()}
            >
              {t('COMMON.CANCEL')}
            </Button>
          </Group>
        ) : plans.length < 2 ? (
          <Button
            size="xs"
            variant="light"
            leftSection={<IconChartLine size={14} aria-hidden />}
            onClick={() => void compute()}
          >
            {t('FINANCE.FRONTIER.COMPUTE')}
          </Button>
        ) : (
          <Button
            size="xs"
            disabled={chosen === result}
            onClick={() =>
              onTake({
                result: chosen,
                options: { ...options, maxTransfers: chosen.transfers.length },
                minBalanceCents,
              })
            }
          >
            {t('FINANCE.FRONTIER.TAKE')}
          </Button>
        )}
      </Group>
    </Paper>
  );
}

/** The plans in the order of their transfers; of two with as many, the one that keeps more. */
export function withPlan(plans: readonly PlanResult[], plan: PlanResult): PlanResult[] {
  const same = plans.find((p) => p.transfers.length === plan.transfers.length);
  if (same && same.netReturnCents >= plan.netReturnCents) return [...plans];
  return [...plans.filter((p) => p !== same), plan].sort((a, b) => a.transfers.length - b.transfers.length);
}
