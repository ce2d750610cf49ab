import TestSequencer from '@jest/test-sequencer';

/** The slowest files of the whole run, slowest first; all others take less than nine seconds on two processors. */
const SLOWEST = [
  'apps/api/test/workers/runs-workers.test.ts',
  'packages/optimizer/test/recorded-lots.test.ts',
  'apps/api/test/http/finance-runs.test.ts',
  'apps/web/src/features/finance/automatic-planning/automatic-planning-page.test.tsx',
  'apps/api/test/http/notify-embedded.test.ts',
  'packages/planning/test/reference.test.ts',
  'apps/web/src/features/finance/accounts/account-editor-page.test.tsx',
  'apps/web/src/features/finance/operations/operations-page.test.tsx',
  'packages/optimizer/test/insight/properties.test.ts',
  'apps/api/test/http/finance-insights.test.ts',
  'apps/api/test/medium/stalled-uploads.test.ts',
  'apps/api/test/http/finance-accepting.test.ts',
  'apps/api/test/http/finance-plans-with-lots.test.ts',
  'apps/api/test/http/health.test.ts',
  'apps/api/test/http/finance-run-workers.test.ts',
  'apps/api/test/medium/backup.test.ts',
  'apps/api/test/http/finance-fair-turns.test.ts',
  'packages/optimizer/test/plain-model.test.ts',
  'apps/api/test/http/job-queue.test.ts',
  'apps/api/test/http/guessing.test.ts',
  'apps/web/src/features/finance/import-data/import-data-page.test.tsx',
  'packages/optimizer/test/periods.test.ts',
  'packages/optimizer/test/brute-force.test.ts',
  'packages/optimizer/test/days.test.ts',
  'apps/api/test/http/bank-fetches.test.ts',
  'packages/optimizer/test/stretch-counts.test.ts',
  'packages/contracts/test/openapi.test.ts',
  'apps/api/test/http/finance-optimizer.test.ts',
];

/**
 * Begins with what takes longest, so that no file is left alone at the end. Jest knows how long files took when they
 * ran here before; in a fresh clone the longest are those above, before the others by size. Files of the API, which wait
 * for databases, leases and beats, are spread among those that compute: side by side they would leave processors idle.
 */
export default class Sequencer extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isTimed = sorted.some(({ duration }) => duration !== undefined);
    if (!isTimed) sorted.sort((one, other) => rank(one) - rank(other));
    const waiting = sorted.filter(waits);
    const computing = sorted.filter((test) => !waits(test));
    return [...spread(waiting), ...spread(computing)]
      .sort((one, other) => one.place - other.place)
      .map(({ test }) => test);
  }
}

const waits = ({ path }) => path.replaceAll('\\', '/').includes('/apps/api/');

/** Evenly from 0 to 1. */
const spread = (tests) => tests.map((test, index) => ({ test, place: (index + 0.5) / tests.length }));

function rank({ path }) {
  const place = SLOWEST.findIndex((name) => path.replaceAll('\\', '/').endsWith(`/${name}`));
  return place === -1 ? SLOWEST.length : place;
}
