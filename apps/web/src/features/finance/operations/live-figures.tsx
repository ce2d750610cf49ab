import type { Evaluation } from '@fibado/planning';
import { Group, Paper, Text } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/money';
import { lowestIndex } from '../../../charts/scale';
import { formatDay } from '../../../lib/day';
import type { QuarterData } from '../shared/queries';
import { type MovingOperation, totalsWithMoving } from '../shared/under-way';

interface LiveFiguresProps {
  readonly data: QuarterData;
  readonly operations: readonly MovingOperation[];
  readonly now: Evaluation;
  readonly before: Evaluation | undefined;
}

/** What the rows make of the quarter, and what that changes against what is saved. */
export const LiveFigures = memo(function LiveFigures({ data, operations, now, before }: LiveFiguresProps) {
  const { t } = useTranslation();
  const duty = (e: Evaluation) => e.accounts.reduce((sum, a) => sum + a.stampDutyCents, 0);
  const moved = [...operations, ...(data.quarter.carriedOver ?? [])];
  const totals = totalsWithMoving(now, moved, data.accounts, data.settings.calendar);
  const low = lowestIndex(totals);
  const rows = [
    {
      key: 'NET',
      cents: now.netReturnCents,
      change: before && now.netReturnCents - before.netReturnCents,
    },
    { key: 'DUTY', cents: duty(now), change: before && duty(now) - duty(before) },
    { key: 'CLOSING', cents: totals.at(-1) ?? 0, change: undefined },
    {
      key: 'LOW',
      cents: low === undefined ? 0 : (totals[low] ?? 0),
      change: undefined,
      note: low === undefined ? '' : formatDay(now.days[low] ?? ''),
    },
  ] as const;
  return (
    <Paper withBorder p="xs" role="status" aria-label={t('FINANCE.LIVE.TITLE')}>
      <Group gap="lg">
        {rows.map((row) => (
          <div key={row.key}>
            <Text size="xs" c="dimmed">
              {t(`FINANCE.LIVE.${row.key}`)} {'note' in row && row.note}
            </Text>
            <Text fw={600}>
              <Money cents={row.cents} />
              {row.change !== undefined && row.change !== 0 && (
                <Text span size="xs" ml={4}>
                  (<Money cents={row.change} sign colored={row.key === 'NET'} />)
                </Text>
              )}
            </Text>
          </div>
        ))}
      </Group>
    </Paper>
  );
});
