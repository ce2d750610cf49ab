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
import {
  frontierSteps,
  type Ground,
  ofQuarter,
  type PlanResult,
  type ShownPlan,
  wholeOf,
} from './plan-model';

interface FrontierProps {
  readonly problem: Problem;
  readonly shown: ShownPlan;
  readonly ground: Ground;
  readonly onTake: (plan: ShownPlan) => void;
}

/**
 * Fewer transfers: the best plan for each number of them, and what each more transfer brings; of a plan over several
 * quarters counted in all of them.
 */
export function Frontier({ problem, shown, ground, onTake }: FrontierProps) {
  const { result, options, minBalanceCents } = shown;
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const [at, setAt] = useState<number>();
  const { plans, steps, left, compute, cancel } = useFrontier(problem, shown, ground);
  const whole = (plan: PlanResult) => wholeOf({ result: plan }, ground);
  const countOf = (plan: PlanResult) => whole(plan).transfers.length;
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
            points={plans.map((p) => ({
              transfers: countOf(p),
              netReturnCents: whole(p).netReturnCents,
            }))}
            chosen={countOf(chosen)}
            formatMoney={money}
          />
          <Slider
            my="md"
            min={0}
            max={plans.length - 1}
            step={1}
            value={at ?? plans.length - 1}
            onChange={setAt}
            label={(index) => t('FINANCE.FRONTIER.N', { count: countOf(plans[index] ?? result) })}
            thumbProps={{ 'aria-label': t('FINANCE.FRONTIER.SLIDER') }}
          />
        </>
      )}
      <Group justify="space-between" mt="xs">
        <Text size="sm" role="status">
          {plans.length < 2
            ? t('FINANCE.FRONTIER.TEXT')
            : t('FINANCE.FRONTIER.CHOSEN', {
                count: countOf(chosen),
                net: money(whole(chosen).netReturnCents),
                less: money(whole(result).netReturnCents - whole(chosen).netReturnCents),
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
              onClick={cancel}
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
                options: { ...options, maxTransfers: countOf(chosen) },
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

/** The plans with fewer transfers, found one after the other. */
function useFrontier(problem: Problem, { result, options, minBalanceCents }: ShownPlan, ground: Ground) {
  const [plans, setPlans] = useState<readonly PlanResult[]>([result]);
  const [left, setLeft] = useState(0);
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const steps = frontierSteps(wholeOf({ result }, ground).transfers.length);
  const compute = async () => {
    const abort = new AbortController();
    controller.current = abort;
    const settings = minBalanceCents === null ? problem.settings : { ...problem.settings, minBalanceCents };
    const asked =
      result.later === undefined
        ? // Its lots are constants: what is asked for is a plan of transfers around them.
          { problem: withGivenLots({ ...problem, settings }, result.lots ?? []) }
        : { quarter: problem.quarter };
    try {
      for (const [index, maxTransfers] of steps.entries()) {
        setLeft(steps.length - index);
        const plan = await client.call(optimizer.whatIf, {
          body: { ...asked, options: { ...options, maxTransfers, newLots: false } },
          signal: abort.signal,
        });
        const found = { ...ofQuarter({ quarter: problem.quarter, options }, plan), lots: result.lots };
        if (plan.status !== 'INFEASIBLE') setPlans((old) => withPlan(old, found, ground));
      }
    } catch (error) {
      if (!abort.signal.aborted) toastError(error);
    } finally {
      setLeft(0);
    }
  };
  return { plans, steps, left, compute, cancel: () => controller.current?.abort() };
}

/** The plans in the order of their transfers; of two with as many, the one that keeps more. */
export function withPlan(plans: readonly PlanResult[], plan: PlanResult, ground: Ground): PlanResult[] {
  const whole = (one: PlanResult) => wholeOf({ result: one }, ground);
  const countOf = (one: PlanResult) => whole(one).transfers.length;
  const same = plans.find((one) => countOf(one) === countOf(plan));
  if (same && whole(same).netReturnCents >= whole(plan).netReturnCents) return [...plans];
  return [...plans.filter((one) => one !== same), plan].sort((a, b) => countOf(a) - countOf(b));
}
