import { insights, type ResponseOf } from '@fibado/contracts';
import { Alert, Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { WaterfallChart } from '../../../charts/waterfall-chart';
import { Figure } from '../../../components/figure';
import { Money } from '../../../components/money';
import { SectionCard } from '../../../components/section-card';
import { client } from '../../../lib/client';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { ExactBadge, TransferList } from '../shared/outline';
import { accountNameIn } from '../shared/problem';
import { QuestionState } from '../shared/question-state';
import { QuarterPage } from '../shared/quarter-page';
import { type QuarterData, quartersQuery } from '../shared/queries';
import { useQuarterText } from '../shared/quarter-text';
import { useQuestion } from '../shared/use-question';

type Regret = ResponseOf<typeof insights.regret>;
const LIMIT_MS = 60_000;

/** Consuntivo: plan, actual and the best plan in hindsight of a closed quarter, and what made the difference. */
export function Component() {
  return (
    <QuarterPage current="regret" texts="FINANCE.REGRET" described>
      {(data) => <RegretPage data={data} />}
    </QuarterPage>
  );
}

function RegretPage({ data }: { readonly data: QuarterData }) {
  const { t } = useTranslation();
  const quarter = data.quarter.date;
  const question = useQuestion(LIMIT_MS, (_: null, signal) =>
    client.call(insights.regret, { body: { quarter, timeLimitMs: LIMIT_MS }, signal }),
  );
  if (data.quarter.state !== 'CLOSED') return <NotClosed />;
  return (
    <Stack gap="md">
      <Group>
        <Button
          leftSection={<IconHistory size={16} aria-hidden />}
          disabled={question.underWay !== undefined}
          onClick={() => question.ask(null)}
        >
          {t('FINANCE.REGRET.ASK')}
        </Button>
      </Group>
      <QuestionState question={question} />
      {question.answer && question.underWay === undefined && (
        <RegretAnswer data={data} regret={question.answer} />
      )}
    </Stack>
  );
}

/** Why there is nothing to compare yet, and the way to the newest quarter where there is. */
function NotClosed() {
  const { t } = useTranslation();
  const quarterText = useQuarterText();
  const closed = useQuery(quartersQuery()).data?.findLast((quarter) => quarter.state === 'CLOSED');
  return (
    <Alert color="gray">
      {t('FINANCE.REGRET.NOT_CLOSED')}{' '}
      {closed && (
        <Anchor component={Link} to={`/fibado/dashboard/regret/${closed.date}`} inherit>
          {t('FINANCE.REGRET.SEE', { quarter: quarterText(closed.date) })}
        </Anchor>
      )}
    </Alert>
  );
}

/** Cents deducted from a plan's objective for the effort of its transfers; no bank pays or charges them. */
const effortOf = (plan: Regret['plan']): number => plan.netReturnCents - plan.objectiveCents;

/** The figures, and the steps between them: both are net returns, so a card and the chart's bar agree. */
function RegretAnswer({ data, regret }: { readonly data: QuarterData; readonly regret: Regret }) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const name = accountNameIn(data);
  const stepsOf = (parts: Regret['regretParts'], effortCents: number, branch: string) =>
    [...parts, ...(effortCents === 0 ? [] : [{ kind: 'EFFORT', cents: effortCents }])].map((part) => ({
      key: part.kind,
      label: t(`FINANCE.REGRET.${branch}.${part.kind}`),
      cents: part.cents,
    }));
  const { plan, actual, hindsight } = regret;
  const plans = [
    { key: 'PLAN', plan },
    { key: 'ACTUAL', plan: actual },
    { key: 'HINDSIGHT', plan: hindsight },
  ] as const;
  return (
    <>
      <SectionCard title={t('FINANCE.REGRET.SUMMARY')} actions={<ExactBadge exact={regret.exact} />}>
        <SimpleGrid cols={{ base: 2, md: 4 }} role="status">
          <div>
            <Figure label={t('FINANCE.REGRET.PLAN')} note={t('FINANCE.REGRET.PLAN_NOTE')}>
              <Money cents={plan.netReturnCents} />
            </Figure>
          </div>
          <div>
            <Figure
              label={t('FINANCE.REGRET.REPORTED')}
              note={t('FINANCE.REGRET.REPORTED_NOTE', { amount: money(actual.netReturnCents) })}
            >
              <Money cents={regret.reportedNetReturnCents} />
            </Figure>
          </div>
          <div>
            <Figure label={t('FINANCE.REGRET.HINDSIGHT')} note={t('FINANCE.REGRET.HINDSIGHT_NOTE')}>
              <Money cents={hindsight.netReturnCents} />
            </Figure>
          </div>
          <div>
            <Figure label={t('FINANCE.REGRET.REGRET')} note={t('FINANCE.REGRET.REGRET_NOTE')}>
              <Money cents={regret.regretCents} />
            </Figure>
          </div>
        </SimpleGrid>
      </SectionCard>
      <SectionCard title={t('FINANCE.REGRET.VARIANCE_TITLE')} description={t('FINANCE.REGRET.VARIANCE_TEXT')}>
        <WaterfallChart
          title={t('FINANCE.REGRET.VARIANCE_CHART')}
          start={{ label: t('FINANCE.REGRET.PLAN'), cents: plan.netReturnCents }}
          steps={stepsOf(regret.varianceParts, effortOf(actual) - effortOf(plan), 'VARIANCE')}
          endLabel={t('FINANCE.REGRET.REPORTED')}
          formatMoney={money}
        />
      </SectionCard>
      <SectionCard title={t('FINANCE.REGRET.REGRET_TITLE')} description={t('FINANCE.REGRET.REGRET_TEXT')}>
        <WaterfallChart
          title={t('FINANCE.REGRET.REGRET_CHART')}
          start={{ label: t('FINANCE.REGRET.ACTUAL'), cents: actual.netReturnCents }}
          steps={stepsOf(regret.regretParts, effortOf(hindsight) - effortOf(actual), 'PART')}
          endLabel={t('FINANCE.REGRET.HINDSIGHT')}
          formatMoney={money}
        />
      </SectionCard>
      <SectionCard title={t('FINANCE.REGRET.TRANSFERS')}>
        <SimpleGrid cols={{ base: 1, md: 3 }}>
          {plans.map(({ key, plan: { transfers } }) =>
            transfers.length === 0 ? (
              <div key={key}>
                <Text size="sm" fw={600}>
                  {t(`FINANCE.REGRET.${key}`)}
                </Text>
                <Text size="sm">{t('FINANCE.OUTLINE.NO_TRANSFERS')}</Text>
              </div>
            ) : (
              <TransferList key={key} title={t(`FINANCE.REGRET.${key}`)} transfers={transfers} name={name} />
            ),
          )}
        </SimpleGrid>
      </SectionCard>
    </>
  );
}
