import { type Goal, insights } from '@fibado/contracts';
import { Button, Group, List, Stack, Text } from '@mantine/core';
import { IconCoins } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../lib/client';
import { formatDay } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { ConflictList, ExactBadge } from '../shared/outline';
import type { Household } from '../shared/queries';
import { QuestionState } from '../shared/question-state';
import { nameIn } from '../shared/shown';
import { useHorizonQuestion } from '../shared/use-horizon-question';
import { byDay } from './goals-model';

const LIMIT_MS = 30_000;

type Prices = Awaited<ReturnType<typeof client.call<typeof insights.goals>>>;
type Price = Prices['goals'][number];

interface GoalPricesProps {
  readonly goals: readonly Goal[];
  readonly household: Household;
}

/** What keeping each goal costs, and until when money may be tied: asked when a person wants to know. */
export function GoalPrices({ goals, household }: GoalPricesProps) {
  const { t } = useTranslation();
  const { question, isOpen, canAsk, ask } = useHorizonQuestion(LIMIT_MS, (body, signal) =>
    client.call(insights.goals, { body, signal }),
  );
  return (
    <Stack gap="sm" mt="sm">
      <Group>
        <Button
          variant="default"
          disabled={!canAsk}
          leftSection={<IconCoins size={16} aria-hidden />}
          onClick={ask}
        >
          {t('FINANCE.GOALS.ASK')}
        </Button>
        {!isOpen && <Text size="sm">{t('FINANCE.YEAR.PLAN.NO_BASE')}</Text>}
      </Group>
      <QuestionState question={question} />
      {question.answer && question.underWay === undefined && (
        <Answer answer={question.answer} goals={goals} household={household} />
      )}
    </Stack>
  );
}

function Answer({ answer, goals, household }: GoalPricesProps & { readonly answer: Prices }) {
  const { t } = useTranslation();
  const goal = nameIn(goals);
  if (answer.base.status === 'INFEASIBLE')
    return (
      <Stack gap="xs">
        <Text size="sm" role="status">
          {t('FINANCE.INFEASIBLE.TITLE')}
        </Text>
        <ConflictList
          conflicts={answer.base.conflicts}
          name={nameIn(household.accounts)}
          bank={nameIn(household.banks)}
          goal={goal}
        />
      </Stack>
    );
  return (
    <Stack gap="xs">
      {answer.goals.length === 0 && (
        <Text size="sm" role="status">
          {t('FINANCE.GOALS.NONE')}
        </Text>
      )}
      <List size="sm">
        {answer.goals.map((price) => (
          <List.Item key={price.goalId}>
            <PriceLine price={price} name={goal(price.goalId)} household={household} />
          </List.Item>
        ))}
      </List>
      {answer.unpriced.length > 0 && (
        <Text size="sm">{t('FINANCE.GOALS.UNPRICED', { count: answer.unpriced.length })}</Text>
      )}
    </Stack>
  );
}

interface PriceLineProps {
  readonly price: Price;
  readonly name: string;
  readonly household: Household;
}

/** A goal's price as far as it is proven, and the last days for a term deposit. */
function PriceLine({ price, name, household }: PriceLineProps) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const account = nameIn(household.accounts);
  const { exact, priceCents, leastCents, mostCents, maturities } = price;
  return (
    <>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <ExactBadge exact={exact} />
      </Group>
      <Text size="sm">
        {exact
          ? t(priceCents > 0 ? 'FINANCE.GOALS.PRICE' : 'FINANCE.GOALS.FREE', { price: money(priceCents) })
          : t('FINANCE.GOALS.BETWEEN', { least: money(leastCents), most: money(mostCents) })}
      </Text>
      {byDay(maturities).map(({ date, accountIds }) => (
        <Text key={date} size="sm">
          {t('FINANCE.GOALS.MATURITY', {
            day: formatDay(date),
            accounts: accountIds.map(account).join(', '),
          })}
        </Text>
      ))}
    </>
  );
}
