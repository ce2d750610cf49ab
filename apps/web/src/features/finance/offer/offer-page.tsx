import { insights, type OfferedAccount } from '@fibado/contracts';
import { Box, Button, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Figure } from '../../../components/figure';
import { showFirstWrong } from '../../../components/form-parts';
import { Money } from '../../../components/money';
import { SectionCard } from '../../../components/section-card';
import { client } from '../../../lib/client';
import { today as todayOf } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { formatPercent } from '../../../lib/money';
import { ConflictsPanel } from '../automatic-planning/conflicts-panel';
import { useDraft } from '../shared/editor';
import { HorizonChoice } from '../shared/horizon-choice';
import { DifferenceLists, ExactBadge } from '../shared/outline';
import { OutlineAccounts } from '../shared/outline-accounts';
import { OpenQuarter } from '../shared/open-quarter';
import { accountNameIn } from '../shared/problem';
import { QuestionState } from '../shared/question-state';
import { QuarterPage } from '../shared/quarter-page';
import type { QuarterData } from '../shared/queries';
import { useQuestion } from '../shared/use-question';
import { newOffer, OFFER_SCHEMA, OfferFields } from './offer-fields';

const LIMIT_MS = 60_000;

/** Valore di un'offerta: what an account not yet opened would be worth over the coming quarters, or over this one. */
export function Component() {
  return (
    <QuarterPage current="offer" texts="FINANCE.OFFER" described>
      {(data) => <OpenQuarter data={data}>{(from) => <OfferPage data={data} from={from} />}</OpenQuarter>}
    </QuarterPage>
  );
}

interface OfferPageProps {
  readonly data: QuarterData;
  readonly from: string | undefined;
}

function OfferPage({ data, from }: OfferPageProps) {
  const { t } = useTranslation();
  const quarter = data.quarter.date;
  const draft = useDraft<OfferedAccount>(newOffer(data, from ?? quarter), OFFER_SCHEMA);
  // An account is opened for longer than a quarter.
  const [horizon, setHorizon] = useState<number | null>(data.settings.horizonQuarters);
  const question = useQuestion(LIMIT_MS, ({ offer, quarters }: AskedOffer, signal) => {
    const options = { timeLimitMs: LIMIT_MS, horizonQuarters: quarters };
    return client.call(insights.offer, { body: { quarter, offer, options }, signal });
  });
  return (
    <Stack gap="md">
      <Paper
        withBorder
        p="md"
        component="form"
        noValidate
        aria-label={t('FINANCE.OFFER.FORM')}
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          if (draft.check()) question.ask({ offer: draft.value, quarters: horizon ?? 1 });
          // Once its error is drawn.
          else setTimeout(() => showFirstWrong(form));
        }}
      >
        <OfferFields
          value={draft.value}
          onChange={(patch) => draft.setAll((old) => ({ ...old, ...patch }))}
          error={draft.error}
          unreadable={draft.unreadable}
          household={data}
          today={todayOf()}
        />
        <Box mt="sm" maw="24rem">
          <HorizonChoice value={horizon} most={data.settings.horizonQuarters} onChange={setHorizon} />
        </Box>
        <Group justify="flex-end" mt="md">
          <Button
            type="submit"
            disabled={question.underWay !== undefined}
            leftSection={<IconScale size={16} aria-hidden />}
          >
            {t('FINANCE.OFFER.ASK')}
          </Button>
        </Group>
      </Paper>
      <QuestionState question={question} />
      {question.answer && question.asked && question.underWay === undefined && (
        <OfferValue data={data} asked={question.asked} answer={question.answer} />
      )}
    </Stack>
  );
}

interface AskedOffer {
  readonly offer: OfferedAccount;
  readonly quarters: number;
}

interface OfferValueProps {
  readonly data: QuarterData;
  readonly asked: AskedOffer;
  readonly answer: Awaited<ReturnType<typeof client.call<typeof insights.offer>>>;
}

/** What the account is worth, from which rate on, and where the money would be. */
function OfferValue({ data, asked: { offer, quarters }, answer }: OfferValueProps) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const known = accountNameIn(data);
  const name = (id: string | undefined) => (id === answer.accountId ? offer.name : known(id));
  const { breakEven } = answer;
  // Of a plan that breaks limits no figure means anything, nor what an offer adds to it.
  const lost = [answer.base, answer.withOffer].find((plan) => plan.status === 'INFEASIBLE');
  if (lost) return <ConflictsPanel household={data} conflicts={lost.conflicts} quarter={data.quarter.date} />;
  return (
    <SectionCard
      title={t('FINANCE.OFFER.VALUE', { name: offer.name })}
      actions={<ExactBadge exact={answer.exact} />}
    >
      <SimpleGrid cols={{ base: 2, md: 4 }} role="status">
        <div>
          <Figure
            label={t('FINANCE.OFFER.WORTH', { count: quarters })}
            note={t('FINANCE.OFFER.WORTH_NOTE', { amount: money(answer.base.objectiveCents) })}
          >
            <Money cents={answer.gainCents} sign colored />
          </Figure>
        </div>
        <div>
          <Figure
            label={t('FINANCE.OFFER.BREAK_EVEN')}
            note={
              breakEven
                ? t('FINANCE.OFFER.BREAK_EVEN_NOTE', { below: formatPercent(breakEven.belowPct) })
                : t('FINANCE.OFFER.NO_BREAK_EVEN')
            }
          >
            {breakEven ? formatPercent(breakEven.ratePct) : '–'}
          </Figure>
        </div>
        <div>
          <Figure label={t('FINANCE.OFFER.AVERAGE')}>
            <Money cents={answer.averageBalanceCents} />
          </Figure>
        </div>
        <div>
          <Figure label={t('FINANCE.OFFER.PEAK')}>
            <Money cents={answer.peakBalanceCents} />
          </Figure>
        </div>
      </SimpleGrid>
      <Text size="sm">
        {t(answer.gainCents > 0 ? 'FINANCE.OFFER.TAKE' : 'FINANCE.OFFER.LEAVE', {
          name: offer.name,
          amount: money(answer.gainCents),
          count: quarters,
        })}
      </Text>
      <DifferenceLists difference={answer.difference} name={name} />
      <OutlineAccounts
        title={t('FINANCE.OFFER.WHERE')}
        name={name}
        order={data.accounts}
        plans={[
          { key: 'base', label: t('FINANCE.OFFER.WITHOUT'), plan: answer.base },
          { key: 'with', label: t('FINANCE.OFFER.WITH'), plan: answer.withOffer },
        ]}
      />
    </SectionCard>
  );
}
