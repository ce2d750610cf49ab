/** The example of the package's page runs as it stands there, and says what the page says. */

import { readFileSync } from 'node:fs';
import { plan, problem, why } from '../examples/two-accounts.js';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

describe('the example', () => {
  it('is the one on the page', () => {
    expect(read('../README.md')).toContain(read('../examples/two-accounts.ts'));
  });

  it('invests the salary until the bill, and says why', () => {
    expect(plan).toMatchObject({ status: 'OPTIMAL', objectiveCents: 2614, gainCents: 1453, gapCents: 0 });
    expect(plan.transfers).toMatchObject([
      { date: '2027-04-01', amountCents: 420_000, reason: 'RATE_GAIN', marginalCents: 869 },
      { date: '2027-06-15', amountCents: 150_000, reason: 'NEEDED_FOR_BILL', marginalCents: 357 },
    ]);
    expect(why.lossCents).toBe(869);
    expect(problem.accounts).toHaveLength(2);
  });
});
