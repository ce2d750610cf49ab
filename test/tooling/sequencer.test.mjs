/* global describe, it, expect */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Sequencer, { COMPUTING, WAITING } from '../sequencer.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What Jest asks of a project: where it keeps how long files took, which is nowhere, and how large they are. */
const context = {
  config: { cacheDirectory: ROOT, id: 'none', name: 'none' },
  hasteFS: { getSize: () => 1 },
};
const file = (path) => ({ path: join(ROOT, path), duration: undefined, context });
/** Paths in the order in which so many worker processes take them. */
const order = (paths, maxWorkers = 3) => {
  const sequencer = new Sequencer({ contexts: [], globalConfig: { maxWorkers } });
  return sequencer.sort(paths.map(file)).map(({ path }) => path.slice(ROOT.length));
};

describe('the order of test files', () => {
  it('knows files that exist', () => {
    const missing = Object.keys({ ...WAITING, ...COMPUTING }).filter((path) => !existsSync(join(ROOT, path)));
    expect(missing).toEqual([]);
  });

  it('begins a file that waits only when the one before it should have ended', () => {
    const [first, second] = Object.entries(WAITING);
    const others = Object.entries(COMPUTING);
    const sorted = order([second[0], first[0], ...others.map(([path]) => path)]);
    expect(sorted[0]).toBe(first[0]);
    const between = sorted.slice(1, sorted.indexOf(second[0]));
    const seconds = between.reduce((sum, path) => sum + COMPUTING[path], 0);
    // Two processes compute while the first file waits.
    expect(seconds).toBeGreaterThanOrEqual(2 * first[1]);
    expect(seconds - COMPUTING[between.at(-1)]).toBeLessThan(2 * first[1]);
  });

  it('begins with the slowest of those that compute', () => {
    const paths = Object.keys(COMPUTING);
    const quick = 'packages/planning/test/money.test.ts';
    const sorted = order([quick, ...[...paths].reverse()]);
    const seconds = sorted.map((path) => COMPUTING[path] ?? 0);
    expect(seconds).toEqual([...seconds].sort((one, other) => other - one));
    expect(sorted.at(-1)).toBe(quick);
  });
});
