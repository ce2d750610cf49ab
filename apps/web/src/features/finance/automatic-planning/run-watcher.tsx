import { isApiError } from '@fibado/client';
import type { OptimizerRunDetail } from '@fibado/contracts';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { toastLink } from '../../../components/toasts';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { useStore } from '../../../lib/store';
import { useUser } from '../../../lib/stored-session';
import { type PendingRun, pendingRuns } from '../shared/pending-runs';
import { useQuarterText } from '../shared/quarter-text';
import { refreshFinance } from '../shared/queries';
import { isOver } from './run-model';
import { runQuery } from './run-queries';

const POLL_MS = 1000;

const pageOf = (quarter: string): string => `/fibado/dashboard/automatic-planning/${quarter}`;

/** Tells the end of a run to the person who started it and is on another page by then, or has reloaded. */
export default function RunWatcher() {
  const tenant = useUser()?.tenant;
  const pending = useStore(pendingRuns).filter((run) => run.tenant === tenant);
  const { pathname } = useLocation();
  const results = useQueries({
    queries: pending.map(({ runId }) => ({
      ...runQuery(runId),
      staleTime: 0,
      refetchInterval: POLL_MS,
      meta: { inline: true },
    })),
  });
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const quarterText = useQuarterText();
  const tell = useEffectEvent(({ quarter, runId }: PendingRun, run: OptimizerRunDetail) => {
    const isFound = run.outcome !== undefined && run.outcome.status !== 'INFEASIBLE';
    const text = isFound ? 'FINANCE.RUN.ENDED' : 'FINANCE.RUN.ENDED_WITHOUT';
    void refreshFinance(queryClient);
    toastLink(
      t(text, {
        quarter: quarterText(quarter),
        amount: money(run.outcome?.gainCents ?? 0, { sign: true }),
      }),
      t('FINANCE.RUN.GO_TO_PLAN'),
      () => void navigate(`${pageOf(quarter)}?run=${runId}`),
    );
  });
  const told = useRef(new Set<string>());
  useEffect(() => {
    for (const [index, run] of pending.entries()) {
      const { data, error } = results[index] ?? {};
      const isGone = isApiError(error) && error.code !== 'UNAUTHENTICATED';
      if ((!data || !isOver(data.state)) && !isGone) continue;
      pendingRuns.remove(run.runId);
      // On its own page the plan itself says that it is there.
      if (!data || pathname === pageOf(run.quarter) || told.current.has(run.runId)) continue;
      told.current.add(run.runId);
      tell(run, data);
    }
  }, [pending, results, pathname]);
  return null;
}
