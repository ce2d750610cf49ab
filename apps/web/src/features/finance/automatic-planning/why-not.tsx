import { insights } from '@fibado/contracts';
import { Alert, Button, Group, NativeSelect, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DayInput } from '../../../components/day-input';
import { MoneyInput } from '../../../components/money-input';
import { SectionCard } from '../../../components/section-card';
import { client } from '../../../lib/client';
import { formatDay } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { ConflictList, DifferenceLists, ExactBadge } from '../shared/outline';
import { accountNameIn, goalNameIn, nameIn } from '../shared/problem';
import { QuestionState } from '../shared/question-state';
import type { QuarterData } from '../shared/queries';
import { type Question, useQuestion } from '../shared/use-question';
import type { ProposedTransfer, ShownPlan } from './plan-model';
import { givenLots } from './planned-lots-model';

const LIMIT_MS = 30_000;

/** What is asked: a transfer made all the same, or one not made. */
export interface WhyNotInput {
  readonly force: boolean;
  readonly fromAccountId: string;
  readonly toAccountId: string;
  /** Needed to force one; absent forbids it on every day. */
  readonly date?: string | undefined;
  /** Needed to force one. */
  readonly amountCents?: number | undefined;
}

const callOf = (quarter: string, { options, result }: ShownPlan, input: WhyNotInput, signal: AbortSignal) => {
  const { force, fromAccountId, toAccountId, date, amountCents } = input;
  const asked =
    force && date !== undefined && amountCents !== undefined
      ? { forced: [{ date, fromAccountId, toAccountId, amountCents }] }
      : { forbidden: [{ fromAccountId, toAccountId, ...(date === undefined ? {} : { date }) }] };
  return client.call(insights.whyNot, {
    body: {
      quarter,
      options: { ...options, timeLimitMs: LIMIT_MS },
      ...asked,
      ...givenLots(result),
    },
    signal,
  });
};
type WhyNotAnswer = Awaited<ReturnType<typeof callOf>>;

/**
 * Asks what a choice against the plan would cost, its lots taken as given.
 * @param plan asked about: under another one the answer is not kept, nor waited for.
 */
export function useWhyNot(quarter: string, plan: ShownPlan): Question<WhyNotInput, WhyNotAnswer> {
  const question = useQuestion(LIMIT_MS, (input: WhyNotInput, signal) =>
    callOf(quarter, plan, input, signal),
  );
  const { forget } = question;
  const { inputHash } = plan.result;
  useEffect(() => forget, [forget, inputHash]);
  return question;
}

/** The question a transfer of the plan raises: and without it? */
export const withoutTransfer = (transfer: ProposedTransfer): WhyNotInput => ({
  force: false,
  fromAccountId: transfer.fromAccountId,
  toAccountId: transfer.toAccountId,
  date: transfer.date,
});

interface WhyNotProps {
  readonly data: QuarterData;
  /** The last day the plan looks at. */
  readonly to: string;
  readonly question: Question<WhyNotInput, WhyNotAnswer>;
}

/** Perché no? A transfer forced or forbidden, what it costs, and what the plan would do instead. */
export function WhyNot({ data, to, question }: WhyNotProps) {
  const { t } = useTranslation();
  return (
    <SectionCard title={t('FINANCE.WHY_NOT.TITLE')} description={t('FINANCE.WHY_NOT.TEXT')}>
      <WhyNotForm data={data} to={to} busy={question.underWay !== undefined} onAsk={question.ask} />
      <QuestionState question={question} />
      {question.answer && question.asked && question.underWay === undefined && (
        <Answer data={data} asked={question.asked} answer={question.answer} />
      )}
    </SectionCard>
  );
}

interface WhyNotFormProps extends Pick<WhyNotProps, 'data' | 'to'> {
  readonly busy: boolean;
  readonly onAsk: (input: WhyNotInput) => void;
}

function WhyNotForm({ data, to: lastDay, busy, onAsk }: WhyNotFormProps) {
  const { t } = useTranslation();
  const accounts = data.accounts.filter((a) => data.quarter.setups.some((s) => s.accountId === a.id));
  const [force, setForce] = useState(true);
  const [from, setFrom] = useState(accounts[0]?.id ?? '');
  const [to, setTo] = useState(accounts[1]?.id ?? '');
  const [date, setDate] = useState<string | null>(null);
  const [amountCents, setAmount] = useState<number | null>(null);
  const [readable, setReadable] = useState(true);
  const choices = accounts.map((a) => ({ value: a.id, label: a.name }));
  const ready = from !== to && readable && (!force || (date !== null && (amountCents ?? 0) > 0));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !busy)
          onAsk({
            force,
            fromAccountId: from,
            toAccountId: to,
            ...(date === null ? {} : { date }),
            ...(force && amountCents !== null ? { amountCents } : {}),
          });
      }}
    >
      <SegmentedControl
        size="xs"
        mb="sm"
        aria-label={t('FINANCE.WHY_NOT.KIND')}
        value={force ? 'FORCE' : 'FORBID'}
        onChange={(kind) => setForce(kind === 'FORCE')}
        data={(['FORCE', 'FORBID'] as const).map((kind) => ({
          value: kind,
          label: t(`FINANCE.WHY_NOT.KINDS.${kind}`),
        }))}
      />
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        <NativeSelect
          label={t('FINANCE.WHY_NOT.FROM')}
          data={choices}
          value={from}
          onChange={(e) => setFrom(e.currentTarget.value)}
        />
        <NativeSelect
          label={t('FINANCE.WHY_NOT.TO')}
          data={choices}
          value={to}
          error={from === to ? t('FINANCE.ISSUE.TRANSFER_SELF') : undefined}
          onChange={(e) => setTo(e.currentTarget.value)}
        />
        <DayInput
          label={t('FINANCE.WHY_NOT.DAY')}
          placeholder={force ? t('COMMON.FIELD.DAY_PLACEHOLDER') : t('FINANCE.WHY_NOT.ANY_DAY')}
          minDate={data.quarter.date}
          maxDate={lastDay}
          reference={data.quarter.date}
          clearable={!force}
          clearButtonProps={{ 'aria-label': t('COMMON.CLEAR') }}
          value={date}
          onChange={setDate}
        />
        {force && (
          <MoneyInput
            label={t('FINANCE.OPERATION.amount')}
            value={amountCents}
            onChange={setAmount}
            onValidity={setReadable}
          />
        )}
      </SimpleGrid>
      <Group justify="flex-end" mt="sm">
        <Button
          type="submit"
          size="xs"
          disabled={!ready || busy}
          leftSection={<IconHelpCircle size={14} aria-hidden />}
        >
          {t('FINANCE.WHY_NOT.ASK')}
        </Button>
      </Group>
    </form>
  );
}

function Answer({
  data,
  asked,
  answer,
}: {
  readonly data: QuarterData;
  readonly asked: WhyNotInput;
  readonly answer: WhyNotAnswer;
}) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const name = accountNameIn(data);
  const what = t(
    asked.force
      ? 'FINANCE.WHY_NOT.ASKED_FORCE'
      : asked.date === undefined
        ? 'FINANCE.WHY_NOT.ASKED_FORBID'
        : 'FINANCE.WHY_NOT.ASKED_FORBID_DAY',
    {
      from: name(asked.fromAccountId),
      to: name(asked.toAccountId),
      day: asked.date === undefined ? '' : formatDay(asked.date),
      amount: asked.amountCents === undefined ? '' : money(asked.amountCents),
    },
  );
  const { lossCents, alternative, difference, obstacles } = answer;
  if (obstacles.length > 0)
    return (
      <Alert color="yellow" role="status" title={what}>
        {obstacles.map((obstacle, index) => (
          <Text size="sm" key={index}>
            {t(`FINANCE.WHY_NOT.OBSTACLE.${obstacle.kind}`, { account: name(obstacle.accountId) })}
          </Text>
        ))}
      </Alert>
    );
  if (lossCents === null)
    return (
      <Alert color="red" role="status" title={what}>
        <Text size="sm" mb="xs">
          {t('FINANCE.WHY_NOT.IMPOSSIBLE')}
        </Text>
        {alternative && (
          <ConflictList
            conflicts={alternative.conflicts}
            name={name}
            bank={nameIn(data.banks)}
            goal={goalNameIn(data)}
          />
        )}
      </Alert>
    );
  return (
    <Alert color={lossCents > 0 ? 'yellow' : 'teal'} role="status" title={what}>
      <Stack gap="xs" c="var(--mantine-color-text)">
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {lossCents > 0
              ? t('FINANCE.WHY_NOT.LOSS', { amount: money(lossCents) })
              : t('FINANCE.WHY_NOT.NO_LOSS')}
          </Text>
          <ExactBadge exact={answer.exact} />
        </Group>
        {difference && <DifferenceLists difference={difference} name={name} />}
      </Stack>
    </Alert>
  );
}
