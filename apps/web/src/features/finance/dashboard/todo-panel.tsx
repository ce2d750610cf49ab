import { operations as operationsApi, type Operation, type Summary } from '@fibado/contracts';
import {
  Badge,
  Button,
  Checkbox,
  CopyButton,
  Group,
  Paper,
  Stack,
  Switch,
  Text,
  Tooltip,
} from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/money';
import { toastUndo } from '../../../components/toasts';
import { client } from '../../../lib/client';
import { formatDay } from '../../../lib/day';
import { bankAmount } from '../../../lib/money';
import { useCanWrite } from '../shared/access';
import { confirmFuture } from '../shared/confirm-future';
import { operationsQuery, type QuarterData, refreshFinance } from '../shared/queries';
import { todoDays, type TodoItem } from './view-models';

interface TodoPanelProps {
  readonly data: QuarterData & { readonly summary: Summary };
  readonly today: string;
}

/** The transfers to make at the banks, day by day; ticking one makes it a fact. */
export function TodoPanel({ data, today }: TodoPanelProps) {
  const { t } = useTranslation();
  const [showDone, setShowDone] = useState(false);
  const setStatus = useSetStatus(data.quarter.date);
  // What was ticked here stays in its place until the page is left: the next one does not slip under the pointer.
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const tick = async ({ operation, from, to }: TodoItem, done: boolean) => {
    const what = { description: `${from} → ${to}`, date: operation.date };
    if (done && !(await confirmFuture([what], today))) return;
    setTicked((old) => new Set(old).add(operation.id));
    setStatus(operation, done ? 'DONE' : 'PLANNED');
  };
  const all = todoDays(data, data.operations, today);
  const days = all
    .map((day) => ({
      ...day,
      items: day.items.filter(
        ({ operation }) => showDone || operation.status === 'PLANNED' || ticked.has(operation.id),
      ),
    }))
    .filter((day) => day.items.length > 0);
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="todo" id="todo-panel">
      <Group justify="space-between" mb="xs">
        <Text fw={600} size="sm" id="todo">
          {t('FINANCE.TASKS.TITLE')}
        </Text>
        {all.length > 0 && (
          <Switch
            size="xs"
            label={t('FINANCE.TASKS.SHOW_DONE')}
            checked={showDone}
            onChange={(event) => setShowDone(event.currentTarget.checked)}
          />
        )}
      </Group>
      {days.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('FINANCE.TASKS.NONE')} {all.length === 0 && t('FINANCE.TASKS.NONE_WHY')}
        </Text>
      ) : (
        <Stack
          gap="sm"
          mah="34rem"
          style={{ overflowY: 'auto' }}
          tabIndex={0}
          role="group"
          aria-labelledby="todo"
        >
          {days.map((day) => (
            <div key={day.date}>
              <Group gap="xs">
                <Text size="xs" fw={600} c="dimmed">
                  {formatDay(day.date)}
                </Text>
                {day.items.some((i) => i.overdue) && (
                  <Badge size="xs" color="red.8">
                    {t('FINANCE.TASKS.OVERDUE')}
                  </Badge>
                )}
                {day.date === today && <Badge size="xs">{t('FINANCE.CHART.TODAY')}</Badge>}
              </Group>
              {day.items.map((item) => (
                <Item
                  key={item.operation.id}
                  item={item}
                  closed={data.quarter.state === 'CLOSED'}
                  onTick={(done) => void tick(item, done)}
                />
              ))}
            </div>
          ))}
        </Stack>
      )}
    </Paper>
  );
}

function Item({
  item,
  closed,
  onTick,
}: {
  readonly item: TodoItem;
  readonly closed: boolean;
  readonly onTick: (done: boolean) => void;
}) {
  const { t } = useTranslation();
  const canWrite = useCanWrite();
  const { operation } = item;
  return (
    <Group align="flex-start" wrap="nowrap" gap="xs" py={4}>
      <Checkbox
        size="sm"
        mt={2}
        aria-label={t('FINANCE.TASKS.TICK', { from: item.from, to: item.to })}
        checked={operation.status === 'DONE'}
        disabled={!canWrite || closed}
        onChange={(event) => onTick(event.currentTarget.checked)}
      />
      <div style={{ flex: 1, minWidth: 0 }}>
        <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
          <Text size="sm" td={operation.status === 'DONE' ? 'line-through' : undefined}>
            {item.from} → {item.to}
          </Text>
          <Text size="sm" fw={600}>
            <Money cents={operation.amountCents} />
          </Text>
        </Group>
        <Group gap={4}>
          {item.iban !== undefined && <Copy label={t('FINANCE.FIELD.IBAN')} value={item.iban} />}
          <Copy label={t('FINANCE.FIELD.AMOUNT')} value={bankAmount(operation.amountCents)} />
          <Copy label={t('FINANCE.FIELD.CAUSALE')} value={operation.description} />
        </Group>
      </div>
    </Group>
  );
}

function Copy({ label, value }: { readonly label: string; readonly value: string }) {
  const { t } = useTranslation();
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t('COMMON.COPIED') : value}>
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={copy}
            aria-label={t('FINANCE.TASKS.COPY', { what: label })}
            leftSection={copied ? <IconCheck size={12} aria-hidden /> : <IconCopy size={12} aria-hidden />}
          >
            {label}
          </Button>
        </Tooltip>
      )}
    </CopyButton>
  );
}

/** Ticks or unticks an operation at once, and takes the tick back when the server refuses. */
function useSetStatus(date: string) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { queryKey } = operationsQuery(date);
  const mutation = useMutation({
    meta: { blocking: false },
    mutationFn: (operation: Operation) => client.call(operationsApi.save, { body: operation }),
    onMutate: async (changed) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (old: Operation[] | undefined) =>
        old?.map((o) => (o.id === changed.id ? changed : o)),
      );
      return { before };
    },
    onError: (_error, _changed, context) => queryClient.setQueryData(queryKey, context?.before),
    onSuccess: (saved) =>
      queryClient.setQueryData(queryKey, (old: Operation[] | undefined) =>
        old?.map((o) => (o.id === saved.id ? saved : o)),
      ),
    onSettled: () => refreshFinance(queryClient),
  });
  return (operation: Operation, status: Operation['status']) => {
    mutation.mutate(
      { ...operation, status },
      {
        onSuccess: (saved) => {
          if (status === 'DONE')
            toastUndo(t('FINANCE.TASKS.DONE', { what: operation.description }), () =>
              mutation.mutate({ ...saved, status: 'PLANNED' }),
            );
        },
      },
    );
  };
}
