import { createStore } from '../../../lib/store';

/** A run that a person of this tab started and has not yet seen the end of. */
export interface PendingRun {
  readonly runId: string;
  readonly quarter: string;
  /** What is read of it belongs to this household. */
  readonly tenant: string;
}

const KEY = 'fibado-pending-runs';
/** Runs forgotten by their tab are dropped, the oldest first. */
const MOST = 5;

function stored(): readonly PendingRun[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? (found as PendingRun[]) : [];
  } catch {
    return [];
  }
}

const runs = createStore<readonly PendingRun[]>(stored());

function put(next: readonly PendingRun[]): void {
  runs.set(next);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Without storage a reload forgets them, and nothing else.
  }
}

/** The runs whose end is still to be told; they outlive a reload of the tab. */
export const pendingRuns = {
  get: runs.get,
  subscribe: runs.subscribe,
  set: runs.set,
  add: (run: PendingRun): void =>
    put([...runs.get().filter(({ runId }) => runId !== run.runId), run].slice(-MOST)),
  remove: (runId: string): void => {
    if (runs.get().some((one) => one.runId === runId)) put(runs.get().filter((one) => one.runId !== runId));
  },
};
