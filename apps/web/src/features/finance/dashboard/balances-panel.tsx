import type { Summary } from '@fibado/contracts';
import { isMovable } from '@fibado/planning';
import { Paper } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { runQuery } from '../automatic-planning/run-queries';
import { BalancesView, type Side } from '../shared/balances-view';
import type { QuarterData } from '../shared/queries';
import type * as OtherSide from './other-side';
import { isDecided } from './view-models';

interface BalancesPanelProps {
  readonly data: QuarterData & { readonly summary: Summary };
  readonly today: string;
}

/** The quarter's daily balances, as the server computes them, before and after its plan. */
export function BalancesPanel({ data, today }: BalancesPanelProps) {
  const { t } = useTranslation();
  const { side, compare, ask } = useOtherSide(data);
  return (
    <Paper withBorder p="sm">
      <BalancesView
        title={t('FINANCE.DASHBOARD.BALANCES')}
        household={data}
        setups={data.quarter.setups}
        evaluation={data.summary.evaluation}
        operations={data.operations}
        side={side ?? 'AFTER'}
        compare={compare}
        onCompare={side && ask}
        today={today}
        story
      />
    </Paper>
  );
}

/** Which side of a plan the quarter stands on: before one that is proposed, or after the one applied. */
function sideOf({ summary, operations }: BalancesPanelProps['data']): Side | undefined {
  const { latestPlan } = summary;
  if (latestPlan && !latestPlan.stale && !isDecided(summary)) return 'BEFORE';
  return operations.some(isMovable) ? 'AFTER' : undefined;
}

/** The quarter on the other side of its plan, computed by the referee on demand. */
function useOtherSide(data: BalancesPanelProps['data']) {
  const { t } = useTranslation();
  const [referee, setReferee] = useState<typeof OtherSide>();
  const side = sideOf(data);
  const runId = data.summary.latestPlan?.runId ?? '';
  const run = useQuery({
    ...runQuery(runId),
    enabled: referee !== undefined && side === 'BEFORE' && runId !== '',
  }).data;
  const compare = useMemo(() => {
    if (!referee || side === undefined) return undefined;
    const other =
      side === 'AFTER'
        ? referee.beforePlan(data)
        : run && referee.afterPlan(data, run, (names) => t('FINANCE.PLANNING.CAUSALE', names));
    return other && { ...other, label: t(`FINANCE.CHART.${side === 'AFTER' ? 'BEFORE' : 'AFTER'}`) };
  }, [referee, side, data, run, t]);
  const ask = () => void import('./other-side').then(setReferee);
  return { side, compare, ask };
}
