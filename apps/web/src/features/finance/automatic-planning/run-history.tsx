import { optimizer, type OptimizerRun } from '@fibado/contracts';
import { Badge, Group, Paper, Table, Text } from '@mantine/core';
import { IconEye, IconRepeat } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ActionIcon } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/money';
import { ScrollTable } from '../../../components/scroll-table';
import { QueryState } from '../../../components/states';
import { toastDone } from '../../../components/toasts';
import { client } from '../../../lib/client';
import { formatInstant } from '../../../lib/day';
import { refreshFinance } from '../shared/queries';
import { isOver, verdictOf } from './run-model';
import { runsQuery } from './run-queries';

interface RunHistoryProps {
  readonly quarter: string;
  readonly canWrite: boolean;
  /** Shows the plan of an earlier run again. */
  readonly onShow: (runId: string) => void;
}

const COLORS = {
  QUEUED: 'gray',
  RUNNING: 'blue',
  DONE: 'teal',
  FAILED: 'red',
  CANCELLED: 'yellow',
} as const;
/** While one of them works, how often they are looked at again. */
const WATCH_MS = 1500;

/** The quarter's runs: what came of each, its plan again, and whether repeating it gives the same plan. */
export function RunHistory({ quarter, canWrite, onShow }: RunHistoryProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const query = useQuery({
    ...runsQuery(quarter),
    refetchInterval: ({ state }) =>
      state.data?.items.some((run) => !isOver(run.state)) === true ? WATCH_MS : false,
  });
  const repeat = useMutation({
    meta: { blocking: false },
    mutationFn: (id: string) => client.call(optimizer.repeatRun, { params: { id } }),
    onSuccess: async () => {
      toastDone(t('FINANCE.RUNS.REPEATING'));
      await refreshFinance(queryClient);
    },
  });
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="run-history">
      <Text fw={600} size="sm" id="run-history">
        {t('FINANCE.RUNS.TITLE')}
      </Text>
      <Text size="xs" c="dimmed" mb="xs">
        {t('FINANCE.RUNS.TEXT')}
      </Text>
      <QueryState query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm">{t('FINANCE.RUNS.NONE')}</Text>
          ) : (
            <ScrollTable minWidth={640} labelledBy="run-history">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col">{t('FINANCE.RUNS.WHEN')}</Table.Th>
                  <Table.Th scope="col">{t('FINANCE.RUNS.STATE')}</Table.Th>
                  <Table.Th scope="col" ta="right">
                    {t('FINANCE.RUNS.NET')}
                  </Table.Th>
                  <Table.Th scope="col" ta="right">
                    {t('FINANCE.RESULT.GAIN')}
                  </Table.Th>
                  <Table.Th scope="col" ta="right">
                    {t('FINANCE.RESULT.TRANSFERS')}
                  </Table.Th>
                  <Table.Th scope="col">{t('FINANCE.RUNS.VERDICT')}</Table.Th>
                  <Table.Th scope="col">{t('COMMON.ACTIONS')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map((run) => (
                  <RunRow
                    key={run.runId}
                    run={run}
                    canWrite={canWrite}
                    onShow={() => onShow(run.runId)}
                    onRepeat={() => repeat.mutate(run.runId)}
                  />
                ))}
              </Table.Tbody>
            </ScrollTable>
          )
        }
      </QueryState>
    </Paper>
  );
}

/** Who asked for a run, or after whose save it was made. */
function madeBy({ automatic, kind, createdBy: name }: OptimizerRun, t: TFunction): string {
  if (automatic) return t('FINANCE.RUNS.AUTOMATIC', { name });
  return kind === 'REPEAT' ? t('FINANCE.RUNS.REPEAT_BY', { name }) : name;
}

interface RunRowProps {
  readonly run: OptimizerRun;
  readonly canWrite: boolean;
  readonly onShow: () => void;
  readonly onRepeat: () => void;
}

function RunRow({ run, canWrite, onShow, onRepeat }: RunRowProps) {
  const { t } = useTranslation();
  const at = formatInstant(run.createdAt);
  const verdict = verdictOf(run);
  const { outcome } = run;
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        {at}
        <Text size="xs" c="dimmed">
          {madeBy(run, t)}
        </Text>
      </Table.Th>
      <Table.Td>
        <Badge
          size="sm"
          miw="max-content"
          variant="outline"
          color={COLORS[run.state]}
          styles={{ label: { textTransform: 'none' } }}
        >
          {t(outcome ? `FINANCE.RUNS.OUTCOME.${outcome.status}` : `FINANCE.RUNS.STATES.${run.state}`)}
        </Badge>
        {run.failure && <Text size="xs">{t(`FINANCE.RUNS.FAILURE.${run.failure}`)}</Text>}
      </Table.Td>
      <Table.Td ta="right">{outcome ? <Money cents={outcome.netReturnCents} /> : '–'}</Table.Td>
      <Table.Td ta="right">{outcome ? <Money cents={outcome.gainCents} sign /> : '–'}</Table.Td>
      <Table.Td ta="right">
        {outcome ? outcome.transfers : '–'}
        {outcome?.lots ? <Text size="xs">{t('FINANCE.RUNS.LOTS', { count: outcome.lots })}</Text> : null}
      </Table.Td>
      <Table.Td>
        {run.acceptedAt !== undefined && (
          <Text size="xs">{t('FINANCE.RUNS.ACCEPTED', { at: formatInstant(run.acceptedAt) })}</Text>
        )}
        {verdict && (
          <Text size="xs" fw={600}>
            {t(`FINANCE.RUNS.VERDICTS.${verdict}`)}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Group gap={4} wrap="nowrap">
          {outcome && (
            <ActionIcon
              variant="subtle"
              aria-label={t('FINANCE.RUNS.SHOW', { at })}
              title={t('FINANCE.RUNS.SHOW', { at })}
              onClick={onShow}
            >
              <IconEye size={16} aria-hidden />
            </ActionIcon>
          )}
          {canWrite && run.repeatable && isOver(run.state) && (
            <ActionIcon
              variant="subtle"
              aria-label={t('FINANCE.RUNS.REPEAT', { at })}
              title={t('FINANCE.RUNS.REPEAT', { at })}
              onClick={onRepeat}
            >
              <IconRepeat size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
