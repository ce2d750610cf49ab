import { readFileSync } from 'node:fs';
import { randomOf } from '@fibado/planning/testing';
import { ProgramBuilder, type Program } from '../modelling/program.js';
import { engineContract } from './engines.contract.js';
import { loadGlpkEngine } from './glpk.js';
import { loadHighsEngine } from './highs.js';

engineContract('highs', loadHighsEngine);
engineContract('glpk', loadGlpkEngine);

/** A small random program with every kind of bound. */
function randomProgram(seed: number): Program {
  const random = randomOf(seed);
  const builder = new ProgramBuilder();
  const columns = Array.from({ length: random.int(3, 9) }, () =>
    builder.column(random.int(-4, 0), random.int(1, 9), random.int(-9, 9), random.chance(0.5)),
  );
  for (let row = random.int(2, 7); row > 0; row -= 1) {
    const terms = columns.map((column) => [column, random.int(-3, 4)] as const);
    if (random.chance(0.2)) builder.row(random.int(-9, 0), random.int(0, 12), terms);
    else if (random.chance(0.5)) builder.atMost(random.int(-2, 14), terms);
    else builder.atLeast(random.int(-14, 2), terms);
  }
  return builder.build();
}

describe('both engines', () => {
  it('agree on every program', async () => {
    const [highs, glpk] = await Promise.all([loadHighsEngine(), loadGlpkEngine()]);
    let feasible = 0;
    for (let seed = 1; seed <= 150; seed += 1) {
      const program = randomProgram(seed);
      const [a, b] = [highs, glpk].map((engine) => engine.solve(program, { timeLimitMs: 5000 }));
      expect({ seed, status: a?.status }).toEqual({ seed, status: b?.status });
      if (a?.status !== 'OPTIMAL' || b?.status !== 'OPTIMAL') continue;
      feasible += 1;
      expect(a.objective).toBeCloseTo(b.objective, 5);
    }
    expect(feasible).toBeGreaterThan(50);
  });
});

/** A household's program over which HiGHS 1.15 ends with an error when it may not start over; `null`: no limit. */
function refusedProgram(): Program {
  const file = new URL('../../test/support/refused-program.json', import.meta.url);
  const stored = JSON.parse(readFileSync(file, 'utf8')) as Record<string, (number | null)[]> &
    Record<'rows' | 'columns' | 'offset', number>;
  const numbers = (key: string, limit = 0): Float64Array =>
    Float64Array.from(stored[key] ?? [], (value) => value ?? limit);
  return {
    rows: stored.rows,
    columns: stored.columns,
    offset: stored.offset,
    cost: numbers('cost'),
    columnLower: numbers('columnLower'),
    columnUpper: numbers('columnUpper', Infinity),
    integrality: Uint8Array.from(numbers('integrality')),
    rowLower: numbers('rowLower', -Infinity),
    rowUpper: numbers('rowUpper', Infinity),
    starts: Int32Array.from(numbers('starts')),
    indices: Int32Array.from(numbers('indices')),
    values: numbers('values'),
  };
}

describe('HiGHS', () => {
  it('tries once more where it ends with an error of its own', async () => {
    const [highs, glpk] = await Promise.all([loadHighsEngine(), loadGlpkEngine()]);
    const program = refusedProgram();
    const limits = { timeLimitMs: 10_000, absoluteGap: 0.5 };
    const [outcome, other] = [highs.solve(program, limits), glpk.solve(program, limits)];
    if (outcome.status !== 'OPTIMAL' || other.status !== 'OPTIMAL') throw new Error(outcome.status);
    expect(Math.abs(outcome.objective - other.objective)).toBeLessThanOrEqual(0.5);
  });

  it('looks for nothing that is not better than a cutoff', async () => {
    const highs = await loadHighsEngine();
    let cutOff = 0;
    for (let seed = 1; seed <= 150; seed += 1) {
      const plain = randomProgram(seed);
      const program = { ...plain, offset: 1000 * ((seed % 3) - 1) };
      const best = highs.solve(program, { timeLimitMs: 5000 });
      if (best.status !== 'OPTIMAL') continue;
      const below = highs.solve(program, { timeLimitMs: 5000, cutoff: best.objective - 0.5 });
      if (below.status !== 'OPTIMAL') throw new Error(`program ${String(seed)} ended ${below.status}`);
      expect(below.objective).toBeCloseTo(best.objective, 5);
      if (!program.integrality.includes(1)) continue;
      const cutoff = best.objective + 0.5;
      const above = highs.solve(program, { timeLimitMs: 5000, cutoff });
      if (above.status === 'INFEASIBLE') throw new Error(`program ${String(seed)} ended infeasible`);
      cutOff += 1;
      expect(above.status).not.toBe('OPTIMAL');
      expect(above.bound).toBeCloseTo(cutoff, 6);
    }
    expect(cutOff).toBeGreaterThan(50);
  });

  it('starts from a partial point, reports its bound and stops when asked', async () => {
    const highs = await loadHighsEngine();
    const builder = new ProgramBuilder();
    const random = randomOf(5);
    const columns = Array.from({ length: 60 }, () => builder.binary(random.int(10, 40)));
    for (let row = 0; row < 15; row += 1) {
      builder.atMost(
        200,
        columns.map((column) => [column, random.int(5, 35)] as const),
      );
    }
    const program = builder.build();
    const start = new Float64Array(program.columns).fill(NaN);
    start[0] = 1;
    const bounds: number[] = [];
    const stopped = highs.solve(program, {
      timeLimitMs: 20_000,
      start,
      onProgress: ({ bound }) => bounds.push(bound),
      shouldStop: () => bounds.length > 3,
    });
    expect(bounds.length).toBeGreaterThan(0);
    expect(stopped.status).not.toBe('INFEASIBLE');
    if (stopped.status === 'FEASIBLE') expect(stopped.bound).toBeGreaterThanOrEqual(stopped.objective);
  });
});
