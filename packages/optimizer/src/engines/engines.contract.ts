/** What every engine must do: one suite, run on each. */

import { ProgramBuilder, type Program } from '../modelling/program.js';
import type { Engine, SolveOutcome } from './port.js';

const LIMITS = { timeLimitMs: 10_000 };

export function engineContract(name: string, load: () => Promise<Engine>): void {
  describe(`engine ${name}`, () => {
    let engine: Engine;
    beforeAll(async () => {
      engine = await load();
    });

    const solved = (program: Program): Extract<SolveOutcome, { values: Float64Array }> => {
      const outcome = engine.solve(program, LIMITS);
      if (outcome.status !== 'OPTIMAL') throw new Error(`ended ${outcome.status}`);
      return outcome;
    };

    it('names itself and its version', () => {
      expect(engine.name).toBe(name);
      expect(engine.version).toMatch(/^\d+\.\d+/);
    });

    it('maximises a linear program, constant included', () => {
      const builder = new ProgramBuilder();
      const x = builder.column(0, 40, 30);
      const y = builder.column(0, Infinity, 50);
      builder.addConstant(7);
      builder.atMost(40, [
        [x, 1],
        [y, 2],
      ]);
      builder.atMost(50, [
        [x, 2],
        [y, 1],
      ]);
      const { objective, bound, values } = solved(builder.build());
      expect(objective).toBeCloseTo(1107, 6);
      expect(bound).toBeGreaterThanOrEqual(objective - 1e-6);
      expect(values[x]).toBeCloseTo(20, 6);
      expect(values[y]).toBeCloseTo(10, 6);
    });

    it('keeps equalities, ranges, free and negative columns', () => {
      const builder = new ProgramBuilder();
      const x = builder.column(-Infinity, Infinity, -1);
      const y = builder.column(-5, -2, 1);
      builder.equal(-4, [
        [x, 1],
        [y, 1],
      ]);
      builder.row(-3, 3, [
        [x, 1],
        [y, -1],
      ]);
      const { values, objective } = solved(builder.build());
      expect(values[y]).toBeCloseTo(-2, 6);
      expect(values[x]).toBeCloseTo(-2, 6);
      expect(objective).toBeCloseTo(0, 6);
    });

    it('decides integers: a knapsack and a kept charge', () => {
      const builder = new ProgramBuilder();
      const items = [
        [10, 5],
        [13, 6],
        [7, 4],
        [8, 4],
      ].map(([value = 0, weight = 0]) => ({ column: builder.binary(value), weight }));
      builder.atMost(
        10,
        items.map(({ column, weight }) => [column, weight] as const),
      );
      const flow = builder.column(0, 100, 2);
      const open = builder.binary(-150);
      builder.atMost(0, [
        [flow, 1],
        [open, -100],
      ]);
      const { values, objective } = solved(builder.build());
      expect(objective).toBeCloseTo(21 + 50, 6);
      expect(items.map(({ column }) => Math.round(values[column] ?? 0))).toEqual([0, 1, 0, 1]);
      expect(values[open]).toBeCloseTo(1, 6);
    });

    it('decides whole numbers above one', () => {
      const builder = new ProgramBuilder();
      const x = builder.column(0, 9, 5, true);
      builder.atMost(13.5, [[x, 2]]);
      expect(solved(builder.build()).values[x]).toBeCloseTo(6, 6);
    });

    it('says infeasible, with and without integers', () => {
      for (const integer of [false, true]) {
        const builder = new ProgramBuilder();
        const x = builder.column(0, 1, 1, integer);
        builder.atLeast(2, [[x, 1]]);
        expect(engine.solve(builder.build(), LIMITS).status).toBe('INFEASIBLE');
      }
      const builder = new ProgramBuilder();
      const x = builder.binary(1);
      builder.equal(1.5, [[x, 3]]);
      expect(engine.solve(builder.build(), LIMITS).status).toBe('INFEASIBLE');
    });

    it('takes an empty program and an empty row', () => {
      const nothing = new ProgramBuilder();
      nothing.addConstant(3);
      const empty = engine.solve(nothing.build(), LIMITS);
      expect(empty).toMatchObject({ status: 'OPTIMAL', objective: 3 });
      const builder = new ProgramBuilder();
      builder.column(0, 2, 1);
      builder.row(-1, 1, []);
      expect(solved(builder.build()).objective).toBeCloseTo(2, 6);
      builder.row(1, 2, []);
      expect(engine.solve(builder.build(), LIMITS).status).toBe('INFEASIBLE');
    });

    it('gives the same answer twice', () => {
      const builder = new ProgramBuilder();
      const columns = Array.from({ length: 12 }, (_, index) => builder.binary(3 + ((index * 7) % 5)));
      builder.atMost(
        17,
        columns.map((column, index) => [column, 2 + ((index * 3) % 4)] as const),
      );
      const program = builder.build();
      expect([...solved(program).values]).toEqual([...solved(program).values]);
    });
  });
}
