import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withSourceLines } from './source-lines.js';

describe('the stack of an error from the bundle', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fibado-lines-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('names the source of a line that has one, and leaves the others', () => {
    const file = join(folder, 'main.js');
    // Line 2 comes from the source's line 7, line 1 and line 3 from a dependency.
    writeFileSync(
      `${file}.map`,
      JSON.stringify({ version: 3, sources: ['', 'src/plan.ts'], names: [], mappings: ';ACME;' }),
    );
    const { href } = pathToFileURL(file);
    const frames = [1, 2, 3].map((line) => `    at f (${href}:${line}:9)`);
    const told = withSourceLines(`Error: no plan\n${frames.join('\n')}`).split('\n');
    expect(told[0]).toBe('Error: no plan');
    expect(told[1]).toBe(frames[0]);
    expect(told[2]).toMatch(/^ {4}at f \(\S*src\/plan\.ts:7\)$/);
    expect(told[3]).toBe(frames[2]);
  });
});
