import { insights, operations as operationsApi, type OptimizeOptionsInput } from '@fibado/contracts';
import { isInQuarter } from '@fibado/planning';
import { Button, Group, List, Stack, Text } from '@mantine/core';
import { IconStairs } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { SectionCard } from '../../../components/section-card';
import { toastDone } from '../../../components/toasts';
import { client } from '../../../lib/client';
import { formatDay } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { ExactBadge, TransferList } from '../shared/outline';
import { nameIn } from '../shared/problem';
import { QuestionState } from '../shared/question-state';
import { type Household, refreshFinance, termOffersQuery } from '../shared/queries';
import { useQuestion } from '../shared/use-question';
import { operationsOf } from './plan-model';

const LIMIT_MS = 60_000;

type OfferSet = Awaited<ReturnType<typeof client.call<typeof insights.termOffers>>>['sets'][number];

interface LotProposalProps {
  readonly household: Household;
  readonly quarter: string;
  readonly options: OptimizeOptionsInput;
  /** Called when the plan is taken up, before the page is left. */
  readonly onTakenUp: () => void;
}

/** The quarter planned with lots of the stored offers, for households that have some. */
export function LotProposal(props: LotProposalProps) {
  const { quarter, options } = props;
  const { t } = useTranslation();
  const { data: offers = [] } = useQuery(termOffersQuery());
  const question = useQuestion(LIMIT_MS, (_: null, signal) =>
    client.call(insights.termOffers, {
      body: { quarter, options: { ...options, timeLimitMs: LIMIT_MS } },
      signal,
    }),
  );
  if (offers.length === 0) return null;
  const best = question.answer?.sets.at(-1);
  return (
    <SectionCard
      title={t('FINANCE.PLANNING.LOTS.TITLE')}
      description={t('FINANCE.PLANNING.LOTS.TEXT')}
      actions={
        <Button
          size="xs"
          variant="light"
          leftSection={<IconStairs size={14} aria-hidden />}
          disabled={question.underWay !== undefined}
          onClick={() => question.ask(null)}
        >
          {t('FINANCE.PLANNING.LOTS.ASK')}
        </Button>
      }
    >
      <QuestionState question={question} />
      {question.answer &&
        (best ? (
          <Proposal {...props} set={best} nameOf={nameIn(offers)} />
        ) : (
          <Text size="sm" role="status">
            {t('FINANCE.PLANNING.LOTS.NONE')}
          </Text>
        ))}
    </SectionCard>
  );
}

interface ProposalProps extends LotProposalProps {
  readonly set: OfferSet;
  readonly nameOf: (offerId: string) => string;
}

function Proposal({ set, nameOf, ...props }: ProposalProps) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const { household, quarter } = props;
  const transfers = set.plan.filter(({ date }) => isInQuarter(date, quarter));
  const hasLots = set.lots.some(({ openedOn }) => isInQuarter(openedOn, quarter));
  const takeUp = useTakeUp(props, set);
  return (
    <Stack gap="xs" role="status">
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {t('FINANCE.PLANNING.LOTS.GAIN', { gain: money(set.gainCents) })}
        </Text>
        <ExactBadge exact={set.exact} />
      </Group>
      <List size="sm">
        {set.lots.map(({ offerId, amountCents, openedOn, maturityDate, brokenOn }) => (
          <List.Item key={`${offerId} ${openedOn} ${brokenOn ?? ''} ${String(amountCents)}`}>
            {t(`FINANCE.PLANNING.LOTS.${brokenOn === undefined ? 'LOT' : 'LOT_BROKEN'}`, {
              name: nameOf(offerId),
              amount: money(amountCents),
              from: formatDay(openedOn),
              to: formatDay(brokenOn ?? maturityDate),
            })}
          </List.Item>
        ))}
      </List>
      <TransferList
        title={t('FINANCE.PLANNING.LOTS.TRANSFERS')}
        transfers={transfers}
        name={nameIn(household.accounts)}
      />
      <Group>
        <Button disabled={!hasLots} loading={takeUp.isPending} onClick={() => takeUp.mutate()}>
          {t('FINANCE.PLANNING.LOTS.TAKE_UP')}
        </Button>
        <Text size="xs">{t('FINANCE.PLANNING.LOTS.TAKE_UP_TEXT')}</Text>
      </Group>
    </Stack>
  );
}

/** Stores the transfers and lots of the quarter together; what is intended after it is planned anew then. */
function useTakeUp({ household, quarter, options, onTakenUp }: LotProposalProps, set: OfferSet) {
  const { t } = useTranslation();
  const name = nameIn(household.accounts);
  const describe = ({ fromAccountId, toAccountId }: OfferSet['plan'][number]): string =>
    t('FINANCE.PLANNING.CAUSALE', { from: name(fromAccountId), to: name(toAccountId) });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const transfers = set.plan.filter(({ date }) => isInQuarter(date, quarter));
  const lots = set.lots.filter(({ openedOn }) => isInQuarter(openedOn, quarter));
  return useMutation({
    mutationFn: () =>
      client.call(operationsApi.saveWithLots, {
        body: {
          operations: operationsOf(quarter, transfers, new Map(), describe),
          replaceOptimizer: { quarter, ...(options.from === undefined ? {} : { from: options.from }) },
          lots: lots.map(({ offerId, amountCents, openedOn, maturityDate }) => ({
            offerId,
            amountCents,
            openedOn,
            maturityDate,
          })),
        },
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: async (saved) => {
      onTakenUp();
      await refreshFinance(queryClient);
      toastDone(t('FINANCE.PLANNING.LOTS.DONE', { count: saved.lots.length }));
      await navigate(`/fibado/dashboard?quarter=${quarter}`);
    },
  });
}
