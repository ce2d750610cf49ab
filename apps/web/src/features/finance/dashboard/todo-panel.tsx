import type { Summary } from '@fibado/contracts';
import { Badge, Checkbox, Group, Paper, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/money';
import { formatDay } from '../../../lib/day';
import { bankAmount } from '../../../lib/money';
import { useCanWrite } from '../shared/access';
import { confirmFuture } from '../shared/confirm-future';
import { CopyChip } from '../shared/copy-chip';
import type { QuarterData } from '../shared/queries';
import { useSetStatus } from '../shared/use-set-status';
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
          data-scrolls
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
          {item.iban !== undefined && <CopyChip label={t('FINANCE.FIELD.IBAN')} value={item.iban} />}
          <CopyChip label={t('FINANCE.FIELD.AMOUNT')} value={bankAmount(operation.amountCents)} />
          <CopyChip label={t('FINANCE.FIELD.CAUSALE')} value={operation.description} />
        </Group>
      </div>
    </Group>
  );
}
