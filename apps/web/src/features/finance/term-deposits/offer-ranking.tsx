import { insights, type TermOffer } from '@fibado/contracts';
import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { SectionCard } from '../../../components/section-card';
import { client } from '../../../lib/client';
import { formatDay } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { formatPercent } from '../../../lib/money';
import { useCanWrite } from '../shared/access';
import { ExactBadge } from '../shared/outline';
import { QuestionState } from '../shared/question-state';
import { useHorizonQuestion } from '../shared/use-horizon-question';

/** First figures come soon, each with what is proven of it; the rest of the time makes them better. */
const FIRST_MS = 8000;
const FIRST_OF_SEVERAL_MS = 20_000;
const LIMIT_MS = 60_000;

type Ranking = Awaited<ReturnType<typeof client.call<typeof insights.termOffers>>>;
type Ranked = Ranking['offers'][number];

/** What each offer is worth to the household from today on: asked when a person wants to know. */
export function OfferRanking({ offers }: { readonly offers: readonly TermOffer[] }) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const [first, setFirst] = useState<Ranking>();
  const { question, settings, isOpen, isLoading, canAsk, ask } = useHorizonQuestion(
    LIMIT_MS,
    async ({ quarter, options }, signal) => {
      const within = (timeLimitMs: number): Promise<Ranking> =>
        client.call(insights.termOffers, { body: { quarter, options: { ...options, timeLimitMs } }, signal });
      const firstMs = options.horizonQuarters > 1 ? FIRST_OF_SEVERAL_MS : FIRST_MS;
      setFirst(undefined);
      setFirst(await within(firstMs));
      return within(LIMIT_MS - firstMs);
    },
  );
  // Given up, the first figures stay.
  const ranking = (question.underWay === undefined ? question.answer : undefined) ?? first;
  if (offers.length === 0 || isLoading || settings === undefined) return null;
  return (
    <SectionCard
      title={t('FINANCE.TERM.RANK.TITLE')}
      description={t('FINANCE.TERM.RANK.TEXT', { effort: money(settings.effortCostCents) })}
      actions={
        <Button
          variant="default"
          disabled={!canAsk}
          leftSection={<IconScale size={16} aria-hidden />}
          onClick={ask}
        >
          {t('FINANCE.TERM.RANK.ASK')}
        </Button>
      }
    >
      {!isOpen && <Alert color="gray">{t('FINANCE.TERM.RANK.NO_QUARTER')}</Alert>}
      <QuestionState question={question} />
      {question.underWay && first && <Text size="sm">{t('FINANCE.TERM.RANK.FIRST')}</Text>}
      {ranking && <RankingAnswer ranking={ranking} offers={offers} />}
    </SectionCard>
  );
}

interface RankingAnswerProps {
  readonly ranking: Ranking;
  readonly offers: readonly TermOffer[];
}

function RankingAnswer({ ranking, offers }: RankingAnswerProps) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  const names = (ids: readonly string[]): string => ids.map((id) => byId.get(id)?.name ?? '').join(', ');
  return (
    <Stack gap="sm">
      {ranking.offers.map((ranked) => {
        const offer = byId.get(ranked.offerId);
        return offer && <RankedOffer key={ranked.offerId} ranked={ranked} offer={offer} />;
      })}
      {ranking.sets
        .filter(({ offerIds }) => offerIds.length > 1)
        .map(({ offerIds, gainCents }) => (
          <Text key={offerIds.join()} size="sm">
            {t('FINANCE.TERM.RANK.SET', { names: names(offerIds), gain: money(gainCents) })}
          </Text>
        ))}
      {ranking.unranked.length > 0 && (
        <Text size="sm">{t('FINANCE.TERM.RANK.UNRANKED', { names: names(ranking.unranked) })}</Text>
      )}
    </Stack>
  );
}

function RankedOffer({ ranked, offer }: { readonly ranked: Ranked; readonly offer: TermOffer }) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const { gainCents, mostCents, exact, breakEven } = ranked;
  const say = (key: string, options: Record<string, unknown> = {}): string =>
    t(`FINANCE.TERM.RANK.${key}`, options);
  const title = say(ranked.lots.length > 0 ? 'GAIN' : 'NOTHING', {
    name: offer.name,
    gain: money(gainCents),
  });
  return (
    <Paper withBorder p="sm" component="article" aria-label={title}>
      <Stack gap={4}>
        <Group justify="space-between">
          <Title order={3} size="h5">
            {title}
          </Title>
          <ExactBadge exact={exact} />
        </Group>
        <RankedLots ranked={ranked} offer={offer} />
        {!exact && <Text size="sm">{say('MOST', { most: money(mostCents) })}</Text>}
        {ranked.exit && <ExitWorth exit={ranked.exit} />}
        {breakEven && <Text size="sm">{say('BREAK_EVEN', { rate: formatPercent(breakEven.ratePct) })}</Text>}
        {offer.newMoney && <Text size="sm">{say('NEW_MONEY')}</Text>}
      </Stack>
    </Paper>
  );
}

/** What it is worth to the household that lots can be broken, and what is proven of it. */
function ExitWorth({ exit }: { readonly exit: NonNullable<Ranked['exit']> }) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const { worthCents, mostCents, exact } = exit;
  const text = worthCents > 0 ? 'EXIT' : 'EXIT_NOTHING';
  return (
    <Text size="sm">
      {t(`FINANCE.TERM.RANK.${text}`, { worth: money(worthCents) })}
      {!exact && ` ${t('FINANCE.TERM.RANK.EXIT_MOST', { most: money(mostCents) })}`}
    </Text>
  );
}

/** The sums the plan would deposit, each with the way to record it once the bank has done so. */
function RankedLots({ ranked, offer }: { readonly ranked: Ranked; readonly offer: TermOffer }) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const canWrite = useCanWrite();
  return ranked.lots.map(({ amountCents, openedOn, maturityDate, brokenOn, netReturnCents }) => {
    const amount = money(amountCents);
    const text = brokenOn === undefined ? 'LOT' : 'LOT_BROKEN';
    return (
      <Group key={`${openedOn} ${brokenOn ?? ''} ${String(amountCents)}`} justify="space-between">
        <Text size="sm">
          {t(`FINANCE.TERM.RANK.${text}`, {
            amount,
            from: formatDay(openedOn),
            to: formatDay(brokenOn ?? maturityDate),
            net: money(netReturnCents),
          })}
        </Text>
        {canWrite && (
          <Button
            component={Link}
            to={`lots/create/${offer.id}?amount=${String(amountCents)}&day=${openedOn}`}
            variant="default"
            size="xs"
            aria-label={t('FINANCE.TERM.RANK.RECORD_OF', { amount, name: offer.name })}
          >
            {t('FINANCE.TERM.RANK.RECORD')}
          </Button>
        )}
      </Group>
    );
  });
}
