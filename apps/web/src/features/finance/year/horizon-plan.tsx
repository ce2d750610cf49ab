import { optimizer, type OptimizeResultBody } from '@fibado/contracts';
import type { Problem } from '@fibado/planning';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { SectionCard } from '../../../components/section-card';
import { client } from '../../../lib/client';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { QuestionState } from '../shared/question-state';
import type { Household } from '../shared/queries';
import { useQuestion } from '../shared/use-question';
import { plannedQuarters } from './horizon-model';
import { HorizonOutline, HorizonTable } from './horizon-outline';

interface HorizonPlanProps {
  readonly household: Household;
  /** Puts the problem together when it is asked; absent while no quarter is there to begin with. */
  readonly problem: (() => Problem) | undefined;
  readonly today: string;
}

const TIME_LIMIT_MS = 20_000;

/** The best transfers over the household's horizon, asked for and not stored: by quarter, and what moves when. */
export function HorizonPlan({ household, problem, today }: HorizonPlanProps) {
  const { t } = useTranslation();
  const { horizonQuarters } = household.settings;
  const plan = useQuestion(TIME_LIMIT_MS, (asked: Problem, signal) =>
    client.call(optimizer.whatIf, {
      body: {
        problem: asked,
        options: { timeLimitMs: TIME_LIMIT_MS, from: today > asked.quarter ? today : asked.quarter },
      },
      signal,
    }),
  );
  return (
    <SectionCard
      title={t('FINANCE.YEAR.PLAN.TITLE')}
      description={t('FINANCE.YEAR.PLAN.TEXT', { count: horizonQuarters })}
    >
      <Group>
        <Button
          disabled={!problem || plan.underWay !== undefined}
          onClick={() => problem && plan.ask(problem())}
        >
          {t('FINANCE.YEAR.PLAN.RUN')}
        </Button>
        <Anchor component={Link} to="/fibado/settings" size="sm">
          {t('FINANCE.YEAR.PLAN.SETTING')}
        </Anchor>
      </Group>
      {!problem && <Text size="sm">{t('FINANCE.YEAR.PLAN.NO_BASE')}</Text>}
      <QuestionState question={plan} />
      {plan.answer && plan.asked && !plan.underWay && (
        <Planned household={household} problem={plan.asked} result={plan.answer} />
      )}
    </SectionCard>
  );
}

interface PlannedProps {
  readonly household: Household;
  readonly problem: Problem;
  readonly result: OptimizeResultBody;
}

function Planned({ household, problem, result }: PlannedProps) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const myopia = result.horizon?.myopia;
  const quarters = useMemo(() => plannedQuarters(problem, result.transfers), [problem, result]);
  if (result.status === 'INFEASIBLE') return <Text role="status">{t('FINANCE.YEAR.PLAN.NONE')}</Text>;
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {result.status === 'OPTIMAL'
          ? t('FINANCE.YEAR.PLAN.PROVEN')
          : t('FINANCE.YEAR.PLAN.GAP', { amount: money(result.gapCents) })}
      </Text>
      {myopia && (
        <Text size="sm" fw={500}>
          {myopia.priceCents > 0
            ? t('FINANCE.YEAR.PLAN.MYOPIA', { amount: money(myopia.priceCents) })
            : t('FINANCE.YEAR.PLAN.MYOPIA_NONE')}
        </Text>
      )}
      <HorizonTable quarters={quarters} />
      <HorizonOutline household={household} quarters={quarters} />
    </Stack>
  );
}
