import { insights, operations as operationsApi } from '@fibado/contracts';
import {
  Alert,
  Anchor,
  Button,
  Group,
  NativeSelect,
  NumberInput,
  Paper,
  SimpleGrid,
  Stack,
  Table,
  Text,
} from '@mantine/core';
import { IconCheck, IconUmbrella } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { Figure } from '../../../components/figure';
import { Money } from '../../../components/money';
import { ScrollTable } from '../../../components/scroll-table';
import { SectionCard } from '../../../components/section-card';
import { toastDone } from '../../../components/toasts';
import { client } from '../../../lib/client';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { formatPercent } from '../../../lib/money';
import { ConflictsPanel } from '../automatic-planning/conflicts-panel';
import { operationsOf } from '../automatic-planning/plan-model';
import { useCanWrite } from '../shared/access';
import { DifferenceLists, ExactBadge, OutlineTransfers } from '../shared/outline';
import { OutlineAccounts } from '../shared/outline-accounts';
import { OpenQuarter } from '../shared/open-quarter';
import { accountNameIn } from '../shared/problem';
import { QuestionState } from '../shared/question-state';
import { QuarterPage } from '../shared/quarter-page';
import { type QuarterData, refreshFinance } from '../shared/queries';
import { useQuestion } from '../shared/use-question';
import { RiskChart } from './risk-chart';

const LIMIT_MS = 60_000;
/** Shares of quarters, in percent, in which a minimum may be broken. */
const ALPHAS = [1, 2, 5, 10, 20];

/** Piano prudente: kept above the minimum in all but a few of the quarters that may come. */
export function Component() {
  return (
    <QuarterPage current="robust" texts="FINANCE.ROBUST" described>
      {(data) => <OpenQuarter data={data}>{(from) => <RobustPage data={data} from={from} />}</OpenQuarter>}
    </QuarterPage>
  );
}

interface RobustPageProps {
  readonly data: QuarterData;
  readonly from: string | undefined;
}

function RobustPage({ data, from }: RobustPageProps) {
  const { t } = useTranslation();
  const quarter = data.quarter.date;
  const [alphaPct, setAlpha] = useState(5);
  const [samples, setSamples] = useState(400);
  const question = useQuestion(LIMIT_MS, (input: { alpha: number; samples: number }, signal) =>
    client.call(insights.robust, {
      body: {
        quarter,
        ...input,
        options: { timeLimitMs: LIMIT_MS, ...(from === undefined ? {} : { from }) },
      },
      signal,
    }),
  );
  const uncertain = data.operations.filter(
    (o) => o.uncertainty !== undefined && o.status === 'PLANNED',
  ).length;
  return (
    <Stack gap="md">
      <Paper
        withBorder
        p="md"
        component="form"
        aria-label={t('FINANCE.ROBUST.FORM')}
        onSubmit={(event) => {
          event.preventDefault();
          question.ask({ alpha: alphaPct / 100, samples });
        }}
      >
        <Text size="sm" mb="sm">
          {uncertain === 0
            ? t('FINANCE.ROBUST.NONE_UNCERTAIN')
            : t('FINANCE.ROBUST.UNCERTAIN', { count: uncertain })}{' '}
          <Anchor
            component={Link}
            to={`/fibado/dashboard/operation/edit/${quarter}`}
            size="sm"
            underline="always"
          >
            {t('FINANCE.ROBUST.GO_OPERATIONS')}
          </Anchor>
        </Text>
        <Group align="flex-end">
          <NativeSelect
            label={t('FINANCE.ROBUST.ALPHA')}
            value={String(alphaPct)}
            data={ALPHAS.map((pct) => ({
              value: String(pct),
              label: t('FINANCE.ROBUST.ALPHA_OPTION', { pct, of: Math.round(100 / pct) }),
            }))}
            onChange={(e) => setAlpha(Number(e.currentTarget.value))}
          />
          <NumberInput
            label={t('FINANCE.ROBUST.SAMPLES')}
            w="9rem"
            min={100}
            max={2000}
            step={100}
            allowDecimal={false}
            clampBehavior="strict"
            value={samples}
            onChange={(v) => typeof v === 'number' && setSamples(v)}
          />
          <Button
            type="submit"
            disabled={uncertain === 0 || samples < 100 || question.underWay !== undefined}
            leftSection={<IconUmbrella size={16} aria-hidden />}
          >
            {t('FINANCE.ROBUST.ASK')}
          </Button>
        </Group>
      </Paper>
      <QuestionState question={question} />
      {question.answer && question.underWay === undefined && (
        <RobustPlan
          data={data}
          from={from}
          alphaPct={(question.asked?.alpha ?? 0) * 100}
          answer={question.answer}
        />
      )}
    </Stack>
  );
}

type RobustAnswer = Awaited<ReturnType<typeof client.call<typeof insights.robust>>>;

interface RobustPlanProps extends RobustPageProps {
  readonly alphaPct: number;
  readonly answer: RobustAnswer;
}

/** Replaces the plan of the quarter by the safe one, and goes to the dashboard. */
function useAcceptance(data: QuarterData, from: string | undefined, answer: RobustAnswer) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const name = accountNameIn(data);
  const quarter = data.quarter.date;
  return useMutation({
    mutationFn: () =>
      client.call(operationsApi.saveBulk, {
        body: {
          operations: operationsOf(quarter, answer.plan.transfers, new Map(), (transfer) =>
            t('FINANCE.PLANNING.CAUSALE', {
              from: name(transfer.fromAccountId),
              to: name(transfer.toAccountId),
            }),
          ),
          replaceOptimizer: { quarter, ...(from === undefined ? {} : { from }) },
        },
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: async (saved) => {
      await refreshFinance(queryClient);
      toastDone(t('FINANCE.PLANNING.ACCEPTED', { count: saved.operations.length }));
      await navigate(`/fibado/dashboard?quarter=${quarter}`);
    },
  });
}

/** The safe plan beside the plain one: what safety costs, what it is worth, and what it does otherwise. */
function RobustPlan({ data, from, alphaPct, answer }: RobustPlanProps) {
  const { t } = useTranslation();
  const canWrite = useCanWrite();
  const name = accountNameIn(data);
  const quarter = data.quarter.date;
  const accept = useAcceptance(data, from, answer);
  const lost = [answer.without, answer.plan].find((plan) => plan.status === 'INFEASIBLE');
  if (lost) return <ConflictsPanel household={data} conflicts={lost.conflicts} quarter={quarter} />;
  return (
    <>
      {!answer.reached && (
        <Alert color="yellow" role="alert">
          {t('FINANCE.ROBUST.NOT_REACHED', { alpha: formatPercent(alphaPct) })}
        </Alert>
      )}
      <SectionCard title={t('FINANCE.ROBUST.RESULT')} actions={<ExactBadge exact={answer.exact} />}>
        <RiskFigures answer={answer} />
        <RiskChart alphaPct={alphaPct} risk={answer.risk} without={answer.riskWithout} />
      </SectionCard>
      {answer.buffers.length > 0 && <Buffers data={data} answer={answer} />}
      <SectionCard title={t('FINANCE.ROBUST.AGAINST')}>
        <DifferenceLists difference={answer.difference} name={name} />
        <OutlineTransfers plan={answer.plan} name={name} />
        <OutlineAccounts
          title={t('FINANCE.OFFER.WHERE')}
          name={name}
          order={data.accounts}
          plans={[
            { key: 'safe', label: t('FINANCE.ROBUST.SAFE'), plan: answer.plan },
            { key: 'plain', label: t('FINANCE.ROBUST.PLAIN'), plan: answer.without },
          ]}
        />
        {canWrite && (
          <Group justify="flex-end">
            <Button
              loading={accept.isPending}
              leftSection={<IconCheck size={16} aria-hidden />}
              onClick={() => accept.mutate()}
            >
              {t('FINANCE.ROBUST.ACCEPT', { count: answer.plan.transfers.length })}
            </Button>
          </Group>
        )}
      </SectionCard>
    </>
  );
}

/** What safety costs and what it is worth. */
function RiskFigures({ answer }: { readonly answer: RobustAnswer }) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} role="status">
      <div>
        <Figure label={t('FINANCE.ROBUST.PRICE')} note={t('FINANCE.ROBUST.PRICE_NOTE')}>
          <Money cents={answer.priceCents} />
        </Figure>
      </div>
      <div>
        <Figure
          label={t('FINANCE.ROBUST.RISK')}
          note={t('FINANCE.ROBUST.RISK_NOTE', {
            low: formatPercent(round(answer.risk.low)),
            high: formatPercent(round(answer.risk.high)),
          })}
        >
          {formatPercent(round(answer.risk.share))}
        </Figure>
      </div>
      <div>
        <Figure
          label={t('FINANCE.ROBUST.RISK_WITHOUT')}
          note={t('FINANCE.ROBUST.RISK_NOTE', {
            low: formatPercent(round(answer.riskWithout.low)),
            high: formatPercent(round(answer.riskWithout.high)),
          })}
        >
          {formatPercent(round(answer.riskWithout.share))}
        </Figure>
      </div>
      <div>
        <Figure
          label={t('FINANCE.RESULT.NET')}
          note={t('FINANCE.ROBUST.NET_NOTE', { amount: money(answer.without.netReturnCents) })}
        >
          <Money cents={answer.plan.netReturnCents} />
        </Figure>
      </div>
    </SimpleGrid>
  );
}

interface BuffersProps {
  readonly data: QuarterData;
  readonly answer: RobustAnswer;
}

/** What is kept above the minimum of each account, and how often that is not enough. */
function Buffers({ data, answer }: BuffersProps) {
  const { t } = useTranslation();
  const name = accountNameIn(data);
  return (
    <SectionCard title={t('FINANCE.ROBUST.BUFFERS')} description={t('FINANCE.ROBUST.BUFFERS_TEXT')}>
      <ScrollTable minWidth={680} label={t('FINANCE.ROBUST.BUFFERS')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('FINANCE.FIELD.ACCOUNT')}</Table.Th>
            {(['MINIMUM', 'BUFFER', 'BROKEN', 'BROKEN_WITHOUT', 'WORST'] as const).map((column) => (
              <Table.Th key={column} scope="col" ta="right">
                {t(`FINANCE.ROBUST.COLUMN.${column}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {answer.buffers.map((buffer) => (
            <Table.Tr key={buffer.accountId}>
              <Table.Th scope="row" fw={500}>
                {name(buffer.accountId)}
              </Table.Th>
              <Table.Td ta="right">
                <Money cents={buffer.minimumCents} />
              </Table.Td>
              <Table.Td ta="right" fw={600}>
                <Money cents={buffer.bufferCents} sign />
              </Table.Td>
              <Table.Td ta="right">{ofSamples(buffer.broken, answer.risk.samples)}</Table.Td>
              <Table.Td ta="right">{ofSamples(buffer.brokenWithout, answer.risk.samples)}</Table.Td>
              <Table.Td ta="right">
                <Money cents={buffer.worstShortfallCents} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </ScrollTable>
    </SectionCard>
  );
}

/** A share as a percentage with one decimal. */
const round = (share: number): number => Math.round(share * 1000) / 10;
const ofSamples = (count: number, samples: number): string => `${String(count)} / ${String(samples)}`;
