import TestSequencer from '@jest/test-sequencer';

/** Seconds of the files that mostly wait, for leases, beats and limits of time. */
export const WAITING = {
  'apps/api/test/workers/runs-workers.test.ts': 35,
  'apps/api/test/http/notify-embedded.test.ts': 24,
  'apps/api/test/medium/stalled-uploads.test.ts': 23,
  'apps/api/test/http/finance-run-workers.test.ts': 15,
  'apps/api/test/http/health.test.ts': 11,
  'apps/api/test/http/finance-fair-turns.test.ts': 10,
  'apps/api/src/platform/messaging/stomp/server.test.ts': 7,
  'apps/api/test/http/job-queue.test.ts': 7,
  'apps/api/test/http/admin-dead-letters.test.ts': 6,
  'apps/api/src/finance/solver/run-progress.test.ts': 5,
  'apps/api/test/medium/slow-clients.test.ts': 5,
};

/** Seconds of the slowest of the others, on two processors. */
export const COMPUTING = {
  'packages/optimizer/test/recorded-lots.test.ts': 21,
  'packages/optimizer/test/insight/properties.test.ts': 18,
  'apps/web/src/features/finance/automatic-planning/automatic-planning-page.test.tsx': 16,
  'apps/api/test/medium/plain-owner.test.ts': 15,
  'apps/api/test/http/finance-accepting.test.ts': 15,
  'apps/api/test/http/finance-scenarios-horizon.test.ts': 13,
  'packages/optimizer/test/brute-force.test.ts': 12,
  'packages/optimizer/test/days.test.ts': 11,
  'apps/api/test/medium/backup.test.ts': 11,
  'apps/api/test/http/finance-runs.test.ts': 11,
  'apps/api/test/http/finance-insights.test.ts': 11,
  'apps/web/src/features/finance/accounts/account-editor-page.test.tsx': 10,
  'apps/web/src/features/finance/operations/operations-page.test.tsx': 9,
  'apps/web/src/features/finance/automatic-planning/earlier-runs.test.tsx': 9,
  'packages/planning/test/reference.test.ts': 9,
  'packages/spreadsheets/test/layouts.test.ts': 9,
  'packages/optimizer/test/insight/regret.test.ts': 8,
  'packages/contracts/test/openapi.test.ts': 8,
  'packages/optimizer/test/stretch-counts.test.ts': 8,
  'apps/api/test/http/finance-plans-with-lots.test.ts': 8,
  'apps/api/test/tenancy/outsiders.test.ts': 8,
};

/** Most files are quicker than a second. */
const USUAL = 0.5;

/**
 * Begins with what takes longest, so that no file is left alone at the end, as Jest knows it where files ran before and
 * as told above in a fresh clone. Files that wait come one after the other, beside those that compute: at the same time
 * they would leave processors idle.
 */
export default class Sequencer extends TestSequencer {
  constructor(options) {
    super(options);
    // While one worker process waits, the others compute.
    this.computing = Math.max(1, options.globalConfig.maxWorkers - 1);
  }

  sort(tests) {
    const slowestFirst = super
      .sort(tests)
      .map((test) => timed(test))
      .sort((one, other) => other.seconds - one.seconds);
    const waiting = slowestFirst.filter(({ waits }) => waits);
    const computing = slowestFirst.filter(({ waits }) => !waits);
    return [...begun(waiting, 1), ...begun(computing, this.computing)]
      .sort((one, other) => one.at - other.at)
      .map(({ test }) => test);
  }
}

/** A file with the seconds it takes. */
function timed(test) {
  const path = test.path.replaceAll('\\', '/');
  const known = (table) => Object.entries(table).find(([name]) => path.endsWith(`/${name}`))?.[1];
  const waiting = known(WAITING);
  const measured = test.duration === undefined ? undefined : test.duration / 1000;
  return {
    test,
    waits: waiting !== undefined,
    seconds: measured ?? waiting ?? known(COMPUTING) ?? USUAL,
  };
}

/** Files with the second at which so many worker processes come to each of them. */
function begun(files, workers) {
  let at = 0;
  return files.map(({ test, seconds }) => {
    const file = { test, at };
    at += seconds / workers;
    return file;
  });
}
