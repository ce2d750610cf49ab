import { familyProblem } from '../../../../bench/optimizer/family.js';
import { poolFormulation } from '../formulations/formulations.js';
import { namesOf } from '../formulations/names.js';
import { householdOf } from '../household/household.js';
import { lpFile, statisticsOf } from './lp-file.js';
import { ProgramBuilder } from './program.js';

describe('an LP file', () => {
  it('has objective, rows, bounds and integers by name', () => {
    const builder = new ProgramBuilder();
    builder.block('knapsack');
    const count = builder.column(0, 7, 3, true);
    const taken = builder.binary(-2);
    const free = builder.column(-Infinity, Infinity);
    builder.addConstant(10);
    builder.row(-1, 4, [
      [count, 1],
      [taken, -2.5],
    ]);
    builder.equal(0, [[free, 1]]);
    const text = lpFile(builder.build(), { columns: ['count', 'taken', 'free'], rows: ['fits', 'zero'] });
    expect(text.split('\n')).toEqual([
      'Maximize',
      ' value: + 3 count - 2 taken + 10 one',
      'Subject To',
      ' fits.least: + 1 count - 2.5 taken >= -1',
      ' fits.most: + 1 count - 2.5 taken <= 4',
      ' zero: + 1 free = 0',
      'Bounds',
      ' one = 1',
      ' 0 <= count <= 7',
      ' -inf <= free <= +inf',
      'General',
      ' count',
      'Binary',
      ' taken',
      'End',
      '',
    ]);
  });

  it('names every column and row of a household once, and counts every block', () => {
    const model = poolFormulation(
      householdOf(familyProblem({ accounts: 5, events: 10, effortCents: 50, seed: 1, leadDays: 1 })),
      { spans: true },
    );
    const program = model.builder.build();
    const names = namesOf(model);
    expect(names.columns).toHaveLength(program.columns);
    expect(names.rows).toHaveLength(program.rows);
    for (const list of [names.columns, names.rows]) {
      expect(new Set(list).size).toBe(list.length);
      expect(list.filter((name) => !/^[a-z][\w.]*$/.test(name))).toEqual([]);
    }
    expect(names.columns).toContain('send_used_account0_2027.04.01');
    const blocks = statisticsOf(program, model.builder.blocks);
    expect(blocks.map(({ block }) => block)).toEqual([
      'flows',
      'interest',
      'duty',
      'fees',
      'guarantee',
      'cuts',
    ]);
    expect(blocks.reduce((sum, { rows }) => sum + rows, 0)).toBe(program.rows);
    expect(blocks.reduce((sum, { columns }) => sum + columns, 0)).toBe(program.columns);
    expect(blocks.reduce((sum, { nonzeros }) => sum + nonzeros, 0)).toBe(program.values.length);
  });
});
