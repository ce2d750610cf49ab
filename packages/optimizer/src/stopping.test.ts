import { hardProblem } from '@fibado/planning/testing';
import { Budget } from './budget.js';
import { NO_PLAN_IN_TIME } from './no-plan.js';
import { newStopFlag, setStopFlag } from './stop-flag.js';
import { stoppableRun } from './stopping.js';
import run from './worker.js';

const HOUR_MS = 3_600_000;

describe('a run that is told to stop', () => {
  it('leaves no budget any time, whenever that one began', async () => {
    const flag = newStopFlag();
    const { clock } = await stoppableRun(flag);
    const before = new Budget(clock, HOUR_MS);
    expect(before.remainingMs()).toBeGreaterThan(HOUR_MS - 60_000);
    setStopFlag(flag);
    const after = new Budget(clock, HOUR_MS);
    expect([before.remainingMs(), after.remainingMs(), after.remainingMs()]).toEqual([0, 0, 0]);
  });

  it.each([60, 120])(
    'ends at once although it was told before it began: %d movements',
    async (operations) => {
      const flag = newStopFlag();
      setStopFlag(flag);
      // More than a test may take.
      const options = { timeLimitMs: 60_000, effortCostCents: 50 };
      const ended = run({ problem: hardProblem(operations, operations / 10), options, stop: flag });
      const outcome = await ended.then(
        ({ status }) => status,
        (error: Error) => error.message,
      );
      expect(['FEASIBLE', NO_PLAN_IN_TIME]).toContain(outcome);
    },
  );

  it('measures its progress by the real clock', async () => {
    const flag = newStopFlag();
    const { clock, elapsedMs } = await stoppableRun(flag);
    setStopFlag(flag);
    expect(clock.now()).toBeLessThan(clock.now());
    expect(elapsedMs()).toBeLessThan(HOUR_MS);
  });
});
