import { insights, type Lot, type TermOffer } from '@fibado/contracts';
import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconArrowsSplit2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../components/confirm';
import { SectionCard } from '../../../components/section-card';
import { client } from '../../../lib/client';
import { formatDay } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { useCanWrite } from '../shared/access';
import { ExactBadge } from '../shared/outline';
import { QuestionState } from '../shared/question-state';
import { useHorizonQuestion } from '../shared/use-horizon-question';
import { useLotChanges } from './use-lot-changes';

const LIMIT_MS = 30_000;

type Choices = Awaited<ReturnType<typeof client.call<typeof insights.lotChoices>>>;
type Choice = Choices['lots'][number]['choices'][number];

interface LotChoicesProps {
  readonly lots: readonly Lot[];
  readonly offers: readonly TermOffer[];
}

/** What breaking, renewing or ending each open lot is worth: asked when a person wants to know. */
export function LotChoices({ lots, offers }: LotChoicesProps) {
  const { t } = useTranslation();
  const { question, isOpen, isLoading, canAsk, ask } = useHorizonQuestion(LIMIT_MS, (body, signal) =>
    client.call(insights.lotChoices, { body, signal }),
  );
  if (isLoading) return null;
  return (
    <SectionCard
      title={t('FINANCE.TERM.CHOICES.TITLE')}
      description={t('FINANCE.TERM.CHOICES.TEXT')}
      actions={
        <Button
          variant="default"
          disabled={!canAsk}
          leftSection={<IconArrowsSplit2 size={16} aria-hidden />}
          onClick={ask}
        >
          {t('FINANCE.TERM.CHOICES.ASK')}
        </Button>
      }
    >
      {!isOpen && <Alert color="gray">{t('FINANCE.TERM.RANK.NO_QUARTER')}</Alert>}
      <QuestionState question={question} />
      {question.answer && question.underWay === undefined && (
        <Answer answer={question.answer} lots={lots} offers={offers} />
      )}
    </SectionCard>
  );
}

function Answer({ answer, lots, offers }: LotChoicesProps & { readonly answer: Choices }) {
  const { t } = useTranslation();
  const told = answer.lots.flatMap(({ lotId, choices }) => {
    const lot = lots.find(({ id }) => id === lotId);
    const offer = offers.find(({ id }) => id === lot?.offerId);
    return lot && offer ? [{ lot, offer, choices }] : [];
  });
  return (
    <Stack gap="sm">
      {told.length === 0 && <Text size="sm">{t('FINANCE.TERM.CHOICES.NONE')}</Text>}
      {told.map(({ lot, offer, choices }) => (
        <ChosenLot key={lot.id} lot={lot} offer={offer} choices={choices} />
      ))}
      {answer.unanswered.length > 0 && (
        <Text size="sm">{t('FINANCE.TERM.CHOICES.UNANSWERED', { count: answer.unanswered.length })}</Text>
      )}
    </Stack>
  );
}

interface ChosenLotProps {
  readonly lot: Lot;
  readonly offer: TermOffer;
  readonly choices: readonly Choice[];
}

function ChosenLot({ lot, offer, choices }: ChosenLotProps) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const [best] = choices;
  const title = t('FINANCE.TERM.CHOICES.LOT', {
    name: offer.name,
    amount: money(lot.amountCents),
    day: formatDay(lot.maturityDate),
  });
  return (
    <Paper withBorder p="sm" component="article" aria-label={title}>
      <Stack gap={4}>
        <Group justify="space-between">
          <Title order={3} size="h5">
            {title}
          </Title>
          {best && <ExactBadge exact={choices.every(({ exact }) => exact)} />}
        </Group>
        {choices.map((choice) => (
          <ChoiceLine key={choice.kind} choice={choice} lot={lot} offer={offer} isBest={choice === best} />
        ))}
      </Stack>
    </Paper>
  );
}

interface ChoiceLineProps extends Omit<ChosenLotProps, 'choices'> {
  readonly choice: Choice;
  readonly isBest: boolean;
}

/** One choice in words, with the way to record it once the bank was told. */
function ChoiceLine({ choice, lot, offer, isBest }: ChoiceLineProps) {
  const { t } = useTranslation();
  const canWrite = useCanWrite();
  const money = useMoneyFormat();
  const record = useRecord();
  const { kind, on, amountCents, gainCents, objectiveCents } = choice;
  const day = on === undefined ? '' : formatDay(on);
  const what = t(`FINANCE.TERM.CHOICES.${kind}`, { day, amount: money(amountCents ?? 0) });
  return (
    <Group justify="space-between">
      <Text size="sm" fw={isBest ? 600 : undefined}>
        {t(`FINANCE.TERM.CHOICES.${outcomeOf(choice)}`, {
          what,
          gain: money(Math.abs(gainCents ?? 0)),
          worth: money(objectiveCents ?? 0),
        })}
      </Text>
      {canWrite && isBest && kind !== 'KEEP' && on !== undefined && (
        <Button
          variant="default"
          size="xs"
          aria-label={t('FINANCE.TERM.CHOICES.RECORD_OF', { what, name: offer.name })}
          onClick={() => void record(choice, lot, on, `${what}: ${offer.name}`)}
        >
          {t('FINANCE.TERM.RANK.RECORD')}
        </Button>
      )}
    </Group>
  );
}

function outcomeOf({ kind, objectiveCents, gainCents }: Choice): string {
  if (objectiveCents === null) return 'NO_PLAN';
  if (gainCents === undefined) return 'NEEDED';
  if (kind === 'KEEP') return 'AS_IT_IS';
  return gainCents > 0 ? 'MORE' : gainCents < 0 ? 'LESS' : 'SAME';
}

/** Asks whether the bank was told, and records it. */
function useRecord() {
  const { t } = useTranslation();
  const { breakOn, giveNotice, renew } = useLotChanges();
  return async ({ kind, amountCents }: Choice, lot: Lot, on: string, what: string): Promise<void> => {
    const message = t('FINANCE.TERM.CHOICES.RECORD_ASK', { what });
    if (!(await confirm({ message, confirmLabel: t('FINANCE.TERM.RANK.RECORD') }))) return;
    if (kind === 'BREAK' || kind === 'BREAK_PART') breakOn(lot, on, amountCents);
    if (kind === 'END') giveNotice(lot);
    if (kind === 'RENEW') renew(lot);
  };
}
