/* global describe, it, expect, afterAll */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './support/program.mjs';

const folder = mkdtempSync(join(tmpdir(), 'fibado-plan-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const plan = (value) => {
  const file = join(folder, 'household.json');
  writeFileSync(file, JSON.stringify(value));
  const done = spawnSync(process.execPath, ['scripts/plan.mjs', file], { cwd: root, encoding: 'utf8' });
  return { ...done, text: done.stdout + done.stderr };
};

// Numbers and what is counted agree, in Italian: the example breaks one limit without a plan.
describe('npm run plan', () => {
  const { problem } = JSON.parse(readFileSync(join(root, 'examples/famiglia.json'), 'utf8'));
  const quick = { timeLimitMs: 2000 };

  it('says of one limit what holds for one', () => {
    const { status, text } = plan({ problem, options: quick });
    expect(status).toBe(0);
    expect(text).toContain('Senza il piano si violerebbe un limite.');
    expect(text).toMatch(new RegExp(`^Trimestre dal 01/04/2027: ${problem.setups.length} conti$`, 'm'));
  });

  it('says of several limits what holds for several', () => {
    const expense = problem.operations.find(({ kind }) => kind === 'EXPENSE');
    const other = problem.accounts.find(({ name }) => name === 'Conto Marco');
    const day = { date: '2027-06-01', valueDate: '2027-06-01' };
    const large = {
      ...expense,
      ...day,
      id: crypto.randomUUID(),
      accountId: other.id,
      amountCents: 1_500_000,
    };
    const { text } = plan({
      problem: { ...problem, operations: [...problem.operations, large] },
      options: quick,
    });
    expect(text).toMatch(/Senza il piano si violerebbero [2-9] limiti\./);
  });

  it('counts the errors it does not show', () => {
    const wrong = (count) => ({
      problem: { ...problem, operations: Array.from({ length: count }, () => 1) },
    });
    expect(plan(wrong(1)).text).toMatch(/ contiene un errore:/);
    expect(plan(wrong(21)).text).toMatch(/ contiene 21 errori:[^]*… e un altro$/m);
    expect(plan(wrong(23)).text).toMatch(/… e 3 altri$/m);
  });
});
