import { insights, type LimitPrice } from '@fibado/contracts';
import { Button, Group, List, Text } from '@mantine/core';
import { IconCoinEuro } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '../../../components/section-card';
import { client } from '../../../lib/client';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { ExactBadge } from '../shared/outline';
import { nameIn } from '../shared/problem';
import { QuestionState } from '../shared/question-state';
import type { Household } from '../shared/queries';
import { useQuestion } from '../shared/use-question';
import { ConflictsPanel } from './conflicts-panel';
import type { ShownPlan } from './plan-model';
import { givenLots } from './planned-lots-model';

const LIMIT_MS = 30_000;

interface LimitPricesProps {
  readonly household: Household;
  readonly quarter: string;
  readonly plan: ShownPlan;
}

/** What each limit the plan touches costs, in sentences. */
export function LimitPrices({ household, quarter, plan: { options, result } }: LimitPricesProps) {
  const { t } = useTranslation();
  const text = usePriceText(household);
  const account = nameIn(household.accounts);
  const question = useQuestion(LIMIT_MS, (_: null, signal) =>
    client.call(insights.limitPrices, {
      body: {
        quarter,
        options: { ...options, timeLimitMs: LIMIT_MS },
        ...givenLots(result),
      },
      signal,
    }),
  );
  const { answer } = question;
  return (
    <SectionCard
      title={t('FINANCE.PRICES.TITLE')}
      description={t('FINANCE.PRICES.TEXT')}
      actions={
        <Button
          size="xs"
          variant="light"
          leftSection={<IconCoinEuro size={14} aria-hidden />}
          disabled={question.underWay !== undefined}
          onClick={() => question.ask(null)}
        >
          {t('FINANCE.PRICES.ASK')}
        </Button>
      }
    >
      <QuestionState question={question} />
      {answer && (
        <div role="status">
          {answer.base.status === 'INFEASIBLE' ? (
            <ConflictsPanel household={household} conflicts={answer.base.conflicts} quarter={quarter} />
          ) : answer.prices.length === 0 ? (
            <Text size="sm">{t('FINANCE.PRICES.NONE')}</Text>
          ) : (
            <List size="sm" spacing={4}>
              {answer.prices.map((price, index) => (
                <List.Item key={index}>
                  <Group gap="xs" component="span">
                    {text(price)}
                    {!price.exact && <ExactBadge exact={false} />}
                  </Group>
                </List.Item>
              ))}
            </List>
          )}
          {answer.unpriced.length > 0 && (
            <Text size="xs" c="dimmed" mt="xs">
              {t('FINANCE.PRICES.UNPRICED', {
                limits: answer.unpriced
                  .map(({ limit, accountId }) =>
                    [t(`FINANCE.PRICES.NAME.${limit}`), ...(accountId ? [account(accountId)] : [])].join(' '),
                  )
                  .join(', '),
              })}
            </Text>
          )}
        </div>
      )}
    </SectionCard>
  );
}

/** `100,00 € di minimo in meno su «X» valgono 0,32 €`. */
export function usePriceText(household: Household): (price: LimitPrice) => string {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const account = nameIn(household.accounts);
  const limitOf = ({ limit, accountId }: LimitPrice): number => {
    const isOfTransfers = limit === 'singleLimitCents' || limit === 'dailyLimitCents';
    return (isOfTransfers ? household.accounts.find(({ id }) => id === accountId)?.[limit] : undefined) ?? 0;
  };
  return (price) =>
    t(`FINANCE.PRICES.${price.accountId === undefined ? 'WHOLE' : 'ACCOUNT'}.${price.limit}`, {
      count: price.unit === 'CENTS' ? 1 : price.by,
      amount: money(price.by),
      limit: money(limitOf(price)),
      raised: money(limitOf(price) + price.by),
      account: account(price.accountId),
      worth: money(price.worthCents),
    });
}
