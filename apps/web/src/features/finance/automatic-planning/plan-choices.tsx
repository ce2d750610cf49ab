import { insights, type OptimizeOptionsInput } from '@fibado/contracts';
import { Button, Group, Switch, Table, Text } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/money';
import { ScrollTable } from '../../../components/scroll-table';
import { SectionCard } from '../../../components/section-card';
import { client } from '../../../lib/client';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { formatPercent } from '../../../lib/money';
import { QuestionState } from '../shared/question-state';
import { useQuestion } from '../shared/use-question';
import {
  chosenOption,
  halfOf,
  isSameWish,
  nameOfWish,
  optionsOf,
  type PlanOption,
} from './plan-choices-model';
import type { PlanWishes, ShownPlan } from './plan-model';
import { givenLots } from './planned-lots-model';

/** Time limit of each of the two comparisons, milliseconds: they are asked without a click, so they are short. */
const LIMIT_MS = 10_000;
/** Quarters in which a minimum may be broken by the safer plan. */
const ALPHA = 0.05;

interface PlanChoicesProps {
  readonly quarter: string;
  /** The plan shown: what was answered about it is not asked again. */
  readonly plan: ShownPlan;
  /** Net return without any of the plans, in all quarters they look at, cents. */
  readonly baselineCents: number;
  /** What the plan on screen was chosen for. */
  readonly shown: PlanWishes;
  /** Transfers of the plan on screen were chosen one by one: it is not replaced unasked. */
  readonly isTouched: boolean;
  readonly onShow: (option: PlanOption) => void;
}

/**
 * Gain, risk and number of transfers side by side, for people whose spending varies. What is chosen is the plan on
 * screen, which is applied: the safer one at first.
 */
export function PlanChoices(props: PlanChoicesProps) {
  const { quarter, plan, baselineCents, shown, isTouched, onShow } = props;
  const { t } = useTranslation();
  const [wishes, setWishes] = useState<PlanWishes>({ fewer: false, safer: true });
  const { found, question } = useChoices(quarter, plan);
  const chosen = chosenOption(found, wishes);
  const isShown = chosen !== undefined && isSameWish(chosen.wishes, shown);
  const showFound = useEffectEvent(() => {
    if (chosen && !isShown && !isTouched) onShow(chosen);
  });
  useEffect(() => showFound(), [found]);
  const choose = (next: PlanWishes) => {
    setWishes(next);
    const option = chosenOption(found, next);
    if (option) onShow(option);
  };
  return (
    <SectionCard
      title={t('FINANCE.CHOICES.TITLE')}
      description={t('FINANCE.CHOICES.TEXT')}
      actions={
        found.length === 0 &&
        question.underWay === undefined && (
          <Button
            variant="light"
            leftSection={<IconScale size={16} aria-hidden />}
            onClick={() => question.ask(undefined)}
          >
            {t('FINANCE.CHOICES.ASK')}
          </Button>
        )
      }
    >
      <QuestionState question={question} />
      {question.underWay !== undefined && found.length === 0 && (
        <Text size="sm">{t('FINANCE.CHOICES.SEEKING')}</Text>
      )}
      {chosen && (
        <>
          <Group gap="lg">
            <Switch
              label={t('FINANCE.CHOICES.SAFER')}
              checked={wishes.safer}
              onChange={(e) => choose({ ...wishes, safer: e.currentTarget.checked })}
            />
            <Switch
              label={t('FINANCE.CHOICES.FEWER')}
              checked={wishes.fewer}
              disabled={!found.some((one) => one.wishes.fewer)}
              onChange={(e) => choose({ ...wishes, fewer: e.currentTarget.checked })}
            />
          </Group>
          <Options options={found} chosen={chosen} baselineCents={baselineCents} />
          {!isShown && (
            <Group justify="flex-end">
              <Button onClick={() => onShow(chosen)}>
                {t('FINANCE.CHOICES.SHOW', { count: chosen.plan.transfers.length })}
              </Button>
            </Group>
          )}
        </>
      )}
    </SectionCard>
  );
}

/** The last answer, so that coming back to the same plan asks nothing. */
let answered: { readonly inputHash: string; readonly options: readonly PlanOption[] } | undefined;

/** The plans to choose from, asked for once for each plan shown; the pair with fewer transfers comes after the first. */
function useChoices(quarter: string, { options, result }: ShownPlan) {
  const { inputHash } = result;
  const known = answered?.inputHash === inputHash ? answered.options : undefined;
  const [found, setFound] = useState(known ?? []);
  const question = useQuestion(2 * LIMIT_MS, async (_: undefined, signal) => {
    const pair = (more: OptimizeOptionsInput) =>
      client.call(insights.robust, {
        body: {
          quarter,
          alpha: ALPHA,
          options: { ...options, ...more, timeLimitMs: LIMIT_MS },
          ...givenLots(result),
        },
        signal,
      });
    const every = await pair({});
    setFound(optionsOf(every, undefined));
    const half = halfOf(every.without.transfers.length);
    const all = optionsOf(every, half === undefined ? undefined : await pair({ maxTransfers: half }));
    setFound(all);
    answered = { inputHash, options: all };
    return all;
  });
  const start = useEffectEvent(() => {
    if (known === undefined) question.ask(undefined);
  });
  useEffect(() => start(), []);
  return { found, question };
}

interface OptionsProps {
  readonly options: readonly PlanOption[];
  readonly chosen: PlanOption;
  readonly baselineCents: number;
}

function Options({ options, chosen, baselineCents }: OptionsProps) {
  const { t } = useTranslation();
  return (
    <ScrollTable minWidth={300} label={t('FINANCE.CHOICES.TITLE')} fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('FINANCE.CHOICES.PLAN')}</Table.Th>
          {['GAIN', 'RISK', 'TRANSFERS'].map((key) => (
            <Table.Th key={key} scope="col" ta="right">
              {t(`FINANCE.CHOICES.${key}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {options.map((one) => {
          const isChosen = one === chosen;
          return (
            <Table.Tr key={nameOfWish(one.wishes)} fw={isChosen ? 700 : undefined}>
              <Table.Th scope="row" fw={isChosen ? 700 : 500}>
                {t(`FINANCE.CHOICES.${nameOfWish(one.wishes)}`)}
                {isChosen && ` · ${t('FINANCE.CHOICES.CHOSEN')}`}
              </Table.Th>
              <Table.Td ta="right">
                <Money cents={one.plan.netReturnCents - baselineCents} sign />
                <WithoutEffort plan={one.plan} baselineCents={baselineCents} />
              </Table.Td>
              <Table.Td ta="right">
                {percent(one.risk.share)}
                <Text size="xs" c="dimmed">
                  {t('FINANCE.CHOICES.BETWEEN', { low: percent(one.risk.low), high: percent(one.risk.high) })}
                </Text>
              </Table.Td>
              <Table.Td ta="right">{one.plan.transfers.length}</Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </ScrollTable>
  );
}

/** What is left of the gain once the effort of the transfers is counted: by that plans are chosen. */
function WithoutEffort({
  plan,
  baselineCents,
}: Pick<PlanOption, 'plan'> & Pick<OptionsProps, 'baselineCents'>) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  if (plan.objectiveCents === plan.netReturnCents) return null;
  return (
    <Text size="xs" c="dimmed">
      {t('FINANCE.CHOICES.WITHOUT_EFFORT', {
        amount: money(plan.objectiveCents - baselineCents, { sign: true }),
      })}
    </Text>
  );
}

/** A share as a percentage with one decimal. */
const percent = (share: number): string => formatPercent(Math.round(share * 1000) / 10);
