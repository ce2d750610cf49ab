import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** What the bench of twelve hours says, cut short; `npm run soak -- leak` is its full length. */
function soak(deeds: number, more: Record<string, string> = {}): Promise<{ code: number; output: string }> {
  const size = { SOAK_DEEDS: String(deeds), SOAK_HOUSEHOLDS: '2', SOAK_PEOPLE: '2', SOAK_RESULTS: '' };
  const child = spawn(process.execPath, ['--import', './scripts/typescript.mjs', 'bench/soak.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...size, ...more },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code: code ?? -1, output })));
}

describe('an instance at work', () => {
  it('holds no more after a while than before: sessions, files, plans and lines leave nothing behind', async () => {
    const { code, output } = await soak(200);
    expect(output).toMatch(/ 0 errors/);
    expect([code, output]).toEqual([0, expect.stringContaining('Heap: ')]);
  }, 300_000);

  it('is told apart from one that keeps a little of each request', async () => {
    const { code, output } = await soak(150, { SOAK_IMPORT: './apps/api/test/support/leaking.mjs' });
    expect(output).toMatch(/ 0 errors/);
    expect([code, output]).toEqual([1, expect.stringContaining('Heap: ')]);
  }, 300_000);
});
