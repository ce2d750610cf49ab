/**
 * Ending a run early from another thread. A solver's thread is busy and reads no messages, so it is told through shared
 * memory: once the flag is set, the run's clock says that its time is over and engines stop at their next callback. The
 * run then ends as at its time limit, with the best plan it has.
 */

import type { Clock } from './budget.js';
import { loadEngines } from './engines/load.js';
import type { Engine, Engines } from './engines/port.js';

/** Further in the future than any time limit, milliseconds. */
const FAR_MS = 1e9;

export interface StoppableRun {
  readonly clock: Clock;
  readonly engines: Engines;
  /** Milliseconds of the run by the real clock. */
  elapsedMs(): number;
}

/** The clock and engines of a run that ends when `flag` is set. */
export async function stoppableRun(flag: SharedArrayBuffer | undefined): Promise<StoppableRun> {
  const view = flag === undefined ? undefined : new Int32Array(flag);
  const isStopped = (): boolean => view !== undefined && Atomics.load(view, 0) !== 0;
  const started = performance.now();
  const known = await loadEngines();
  const elapsedMs = (): number => performance.now() - started;
  if (view === undefined) return { clock: performance, engines: known, elapsedMs };
  const { highs, glpk } = known;
  // The first look at the clock is the run's beginning: a flag set earlier must end the run and not shift its start.
  let hasBegun = false;
  const now = (): number => {
    const isOver = hasBegun && isStopped();
    hasBegun = true;
    return performance.now() + (isOver ? FAR_MS : 0);
  };
  return {
    clock: { now },
    engines: {
      highs: {
        ...stoppable(highs, isStopped),
        session: (program, leftMs, ask) => highs.session(program, leftMs, ask),
      },
      glpk: stoppable(glpk, isStopped),
    },
    elapsedMs,
  };
}

function stoppable(engine: Engine, isStopped: () => boolean): Engine {
  const { name, version } = engine;
  return {
    name,
    version,
    solve: (program, limits) =>
      engine.solve(program, {
        ...limits,
        shouldStop: () => isStopped() || limits.shouldStop?.() === true,
      }),
  };
}
