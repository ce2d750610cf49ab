/**
 * Ending a run early from another thread. A solver's thread is busy and reads no messages, so it is told through shared
 * memory: once the flag is set, the run's clock jumps beyond every time limit with each look, and engines stop at their
 * next callback. The run then ends as at its time limit, with the best plan it has.
 */

import type { Clock } from './budget.js';
import { loadEngines } from './engines/load.js';
import type { Engine, Engines } from './engines/port.js';

/** More than any time limit, milliseconds; after 1e7 looks the clock still tells milliseconds. */
const FAR_MS = 1e8;

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
  // With every look: what begins after the flag was set is over at its next look, and not given its time from then on.
  let jumps = 0;
  const now = (): number => {
    if (isStopped()) jumps += 1;
    return performance.now() + jumps * FAR_MS;
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
