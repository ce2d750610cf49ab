import TestSequencer from '@jest/test-sequencer';

/** The slowest files of the whole run, slowest first; the seconds of all others are less than ten on two processors. */
const SLOWEST = [
  'apps/api/test/http/finance-runs.test.ts',
  'apps/api/test/medium/slow-clients.test.ts',
  'apps/api/test/http/notify-embedded.test.ts',
  'apps/web/src/features/finance/automatic-planning/automatic-planning-page.test.tsx',
  'packages/optimizer/test/insight/properties.test.ts',
  'apps/web/src/features/finance/offer/offer-page.test.tsx',
  'packages/optimizer/test/thresholds.test.ts',
  'packages/optimizer/test/insight/regret.test.ts',
  'apps/web/src/features/finance/operations/operations-page.test.tsx',
  'apps/api/test/http/finance-optimizer.test.ts',
  'apps/api/test/http/finance-accepting.test.ts',
  'apps/api/test/http/finance-insights.test.ts',
  'apps/api/test/http/finance-scenarios.test.ts',
  'apps/api/test/http/admin-users.test.ts',
  'apps/api/test/http/sso.test.ts',
  'apps/api/test/medium/scale.test.ts',
];

/**
 * Begins with what takes longest, so that no file is left alone at the end. Jest knows how long files took when they
 * ran here before; in a fresh clone the longest are those above, before the others by size.
 */
export default class Sequencer extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    return [...sorted].sort((one, other) => rank(one) - rank(other));
  }
}

function rank({ path }) {
  const place = SLOWEST.findIndex((name) => path.replaceAll('\\', '/').endsWith(`/${name}`));
  return place === -1 ? SLOWEST.length : place;
}
