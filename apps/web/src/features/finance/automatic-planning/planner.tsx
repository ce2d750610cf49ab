import {
  operations as operationsApi,
  type OptimizerRunDetail,
  type PlannedTransfer,
} from '@fibado/contracts';
import { Alert, Button, Grid, Group, Paper, Stack } from '@mantine/core';
import { IconCheck, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { toastDone } from '../../../components/toasts';
import { useUnsavedChanges } from '../../../components/unsaved-changes';
import { client } from '../../../lib/client';
import { today as todayOf } from '../../../lib/day';
import { useShortcuts } from '../../../lib/shortcuts';
import { useCanWrite } from '../shared/access';
import { BalancesView } from '../shared/balances-view';
import { nameIn, problemOf, problemOperations, referee } from '../shared/problem';
import { QuestionState } from '../shared/question-state';
import { type QuarterData, refreshFinance } from '../shared/queries';
import { Violations } from '../shared/violations';
import { AccountsComparison } from './accounts-comparison';
import { ConflictsPanel } from './conflicts-panel';
import { Frontier } from './frontier';
import { LimitPrices } from './limit-prices';
import { defaultOptions, OptionsPanel } from './options-panel';
import {
  type Choice,
  choiceOf,
  chosenTransfers,
  groundOf,
  marksOf,
  operationsOf,
  optionsToSend,
  type PlanOptions,
  type ShownPlan,
  transferKey,
  withoutMovable,
} from './plan-model';
import { ResultHeader } from './result-header';
import { RunHistory } from './run-history';
import { RunPanel } from './run-panel';
import { TransfersTable } from './transfers-table';
import { useRun } from './use-run';
import { useWhyNot, WhyNot, withoutTransfer } from './why-not';

/** Options, a run, and its result beside the present plan, with every switch replayed by the referee at once. */
export function Planner({ data }: { readonly data: QuarterData }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const isWriter = useCanWrite();
  const canWrite = isWriter && data.quarter.state !== 'CLOSED';
  const today = todayOf();
  const [options, setOptions] = useState<PlanOptions>(() =>
    defaultOptions(data.quarter.date, today, data.settings),
  );
  const [shown, setShown] = useState<ShownPlan>();
  const result = shown?.result;
  const plannedFrom = shown?.options.from ?? null;
  const [failed, setFailed] = useState<OptimizerRunDetail>();
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());

  const problem = useMemo(
    () => problemOf(data, data.quarter.date, data.quarter.setups, problemOperations(data.operations)),
    [data],
  );
  const present = useMemo(() => referee(problem), [problem]);
  const base = useMemo(() => withoutMovable(problem, plannedFrom), [problem, plannedFrom]);
  const chosen = useMemo(() => (result ? chosenTransfers(result.transfers, choices) : []), [result, choices]);
  const planned = useMemo(() => referee(base, chosen), [base, chosen]);
  const ground = useMemo(() => result && groundOf(base, result), [base, result]);

  const take = useCallback((next: ShownPlan) => {
    setShown(next);
    setFailed(undefined);
    // A transfer fixed before stays fixed when it comes back; the rest starts switched on.
    setChoices((old) => new Map([...old].filter(([, choice]) => choice === 'FIXED')));
  }, []);
  const { run, running, starting, error } = useRun(
    data.quarter.date,
    problem,
    useMemo(() => ({ onResult: take, onFailure: setFailed }), [take]),
  );
  const busy = running !== undefined || starting;
  const start = (again: boolean) => {
    setFailed(undefined);
    run({
      options,
      send: again && result ? optionsToSend(options, result.transfers, choices) : optionsToSend(options),
    });
  };
  const whyNot = useWhyNot(data.quarter.date, shown?.options ?? {}, result?.inputHash);

  // Questions are asked of the household's quarter, and a plan tried with another minimum is none of its plans.
  const asksTheQuarter = shown?.minBalanceCents === null;

  const name = nameIn(data.accounts);
  const describe = (transfer: PlannedTransfer) =>
    t('FINANCE.PLANNING.CAUSALE', { from: name(transfer.fromAccountId), to: name(transfer.toAccountId) });
  const accept = useMutation({
    mutationFn: () =>
      client.call(operationsApi.saveBulk, {
        body: {
          operations: operationsOf(data.quarter.date, result?.transfers ?? [], choices, describe),
          replaceOptimizer: {
            quarter: data.quarter.date,
            ...(plannedFrom === null ? {} : { from: plannedFrom }),
          },
          ...(shown?.runId === undefined ? {} : { acceptedRunId: shown.runId }),
        },
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: async (saved) => {
      // Committed at once: the guard against leaving must know before the page is left.
      flushSync(() => setShown(undefined));
      await refreshFinance(queryClient);
      toastDone(t('FINANCE.PLANNING.ACCEPTED', { count: saved.operations.length }));
      await navigate(`/fibado/dashboard?quarter=${data.quarter.date}`);
    },
  });
  useUnsavedChanges(choices.size > 0 && result !== undefined);

  // A plan without transfers changes something only where an earlier one is taken away.
  const replacesSomething = chosen.length > 0 || base.operations.length < problem.operations.length;
  const changed = result !== undefined && result.transfers.some((x) => choiceOf(choices, x) !== 'ON');
  useShortcuts(
    useMemo(
      () => [
        {
          keys: 'mod+Enter',
          label: 'FINANCE.KEYS.ACCEPT_PLAN',
          run: () => {
            const ready = canWrite && !busy && !accept.isPending && replacesSomething;
            if (ready && result && result.status !== 'INFEASIBLE') accept.mutate();
          },
        },
      ],
      [accept, busy, canWrite, result, replacesSomething],
    ),
  );

  if (data.quarter.setups.length === 0)
    return <Alert color="yellow">{t('FINANCE.PLANNING.NO_SETUPS')}</Alert>;
  return (
    <Grid gap="md">
      {canWrite && (
        <Grid.Col span={{ base: 12, lg: 3 }}>
          <OptionsPanel
            options={options}
            onChange={setOptions}
            settings={data.settings}
            quarter={data.quarter.date}
            disabled={busy}
            onRun={() => start(false)}
          />
        </Grid.Col>
      )}
      <Grid.Col span={{ base: 12, lg: canWrite ? 9 : 12 }}>
        <Stack gap="md">
          {running && <RunPanel running={running} />}
          {failed && !running && (
            <Alert color={failed.state === 'CANCELLED' ? 'gray' : 'red'} role="status">
              {failed.state === 'CANCELLED'
                ? t('FINANCE.RUN.CANCELLED')
                : t(`FINANCE.RUNS.FAILURE.${failed.failure ?? 'ERROR'}`)}
            </Alert>
          )}
          {error !== undefined && <QuestionState question={{ underWay: undefined, error }} />}
          {shown === undefined || result === undefined || ground === undefined ? (
            <>
              {!running && (
                <Alert color={canWrite ? 'teal' : 'gray'}>
                  {t(
                    canWrite
                      ? 'FINANCE.PLANNING.START'
                      : isWriter
                        ? 'FINANCE.QUARTER.CLOSED_READ_ONLY'
                        : 'FINANCE.READ_ONLY',
                  )}
                </Alert>
              )}
              {present.evaluation && (
                <>
                  <Violations household={data} violations={present.evaluation.violations} />
                  <Paper withBorder p="sm">
                    <BalancesView
                      title={t('FINANCE.PLANNING.PRESENT')}
                      household={data}
                      setups={data.quarter.setups}
                      evaluation={present.evaluation}
                      operations={data.operations}
                      today={today}
                    />
                  </Paper>
                </>
              )}
            </>
          ) : result.status === 'INFEASIBLE' ? (
            <ConflictsPanel household={data} conflicts={result.conflicts} quarter={data.quarter.date} />
          ) : (
            <>
              <ResultHeader
                result={result}
                ground={ground}
                present={present.evaluation}
                planned={planned.evaluation}
                chosen={chosen.length}
              />
              {planned.evaluation && (
                <Violations household={data} violations={planned.evaluation.violations} />
              )}
              <Paper withBorder p="sm">
                <TransfersTable
                  household={data}
                  transfers={result.transfers}
                  choices={choices}
                  readOnly={!canWrite}
                  onChoose={(transfer, choice) =>
                    setChoices((old) => new Map(old).set(transferKey(transfer), choice))
                  }
                  onAsk={
                    asksTheQuarter
                      ? (transfer) => {
                          whyNot.ask(withoutTransfer(transfer));
                          document.getElementById('why-not')?.scrollIntoView({ block: 'nearest' });
                        }
                      : undefined
                  }
                  onChooseAll={(choice) =>
                    setChoices(new Map(result.transfers.map((x) => [transferKey(x), choice])))
                  }
                />
                {canWrite && (
                  <Group justify="flex-end" mt="sm" gap="xs">
                    <Button
                      variant="light"
                      disabled={!changed || busy}
                      leftSection={<IconRefresh size={16} aria-hidden />}
                      onClick={() => start(true)}
                    >
                      {t('FINANCE.PLANNING.AGAIN')}
                    </Button>
                    <Button
                      leftSection={<IconCheck size={16} aria-hidden />}
                      loading={accept.isPending}
                      disabled={busy || !replacesSomething}
                      onClick={() => accept.mutate()}
                    >
                      {t('FINANCE.PLANNING.ACCEPT_N', { count: chosen.length })}
                    </Button>
                  </Group>
                )}
              </Paper>
              {planned.evaluation && present.evaluation && (
                <>
                  <Paper withBorder p="sm">
                    <BalancesView
                      title={t('FINANCE.PLANNING.BALANCES')}
                      household={data}
                      setups={data.quarter.setups}
                      evaluation={planned.evaluation}
                      compare={{ label: t('FINANCE.PLANNING.PRESENT'), evaluation: present.evaluation }}
                      operations={[...base.operations, ...marksOf(chosen, describe)]}
                      today={today}
                    />
                  </Paper>
                  <AccountsComparison
                    household={data}
                    present={present.evaluation}
                    planned={planned.evaluation}
                  />
                </>
              )}
              {asksTheQuarter && (
                <>
                  <div id="why-not">
                    <WhyNot data={data} question={whyNot} />
                  </div>
                  <LimitPrices
                    key={`prices ${result.inputHash}`}
                    household={data}
                    quarter={data.quarter.date}
                    options={shown.options}
                  />
                </>
              )}
              <Frontier
                key={result.inputHash}
                problem={problem}
                shown={shown}
                onTake={(plan) => {
                  setChoices(new Map());
                  setShown(plan);
                }}
              />
            </>
          )}
          <RunHistory quarter={data.quarter.date} canWrite={canWrite} onShow={take} />
        </Stack>
      </Grid.Col>
    </Grid>
  );
}
