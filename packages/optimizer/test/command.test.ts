import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command } from '../src/command.js';
import type { OptimizationResult } from '../src/types.js';
import { problem } from '../examples/two-accounts.js';

describe('the command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fibado-command-'));
  const at = (name: string): string => join(folder, name);
  let said: string[] = [];
  const say = (line: string): void => {
    said.push(line);
  };

  beforeEach(() => {
    said = [];
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('reads a problem and writes plan, trace and LP file', async () => {
    writeFileSync(at('problem.json'), JSON.stringify({ problem, options: { marginals: false } }));
    const args = [at('problem.json'), '--trace', '--plan', at('plan.json'), '--lp', at('plan.lp')];
    expect(await command(args, say)).toBe(0);
    const plan = JSON.parse(readFileSync(at('plan.json'), 'utf8')) as OptimizationResult;
    expect(plan).toMatchObject({ status: 'OPTIMAL', objectiveCents: 2614, gapCents: 0 });
    const program = readFileSync(at('plan.lp'), 'utf8');
    expect(program).toContain('Maximize');
    expect(program).toContain('balance_savings_2027.04.01');
    const all = said.join('\n');
    expect(all).toMatch(/^flows: \d+ columns/m);
    expect(all).toMatch(/incumbent 26\.14 €/);
    expect(all).toMatch(/^local-search +IMPROVE/m);
  });

  it('names every wrong field', async () => {
    const wrong = {
      ...problem,
      accounts: problem.accounts.map((account) => ({ ...account, bankId: 'none' })),
    };
    writeFileSync(at('wrong.json'), JSON.stringify(wrong));
    expect(await command([at('wrong.json')], say)).toBe(1);
    expect(said.join('\n')).toContain('accounts');
  });

  it('says how it is used', async () => {
    expect(await command([], say)).toBe(1);
    expect(said.join('\n')).toContain('usage');
  });
});
