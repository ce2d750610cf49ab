/* global describe, it, expect, afterAll */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, pause, start, stopAll } from './support/program.mjs';

const LIMIT_MIB = 180;
const REST_MS = 10_000;

describe('an instance at rest', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fibado-rest-'));
  afterAll(async () => {
    await stopAll();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  /** The command is given to node itself, so that the child is the process that is asked about. */
  const begin = async () => {
    const env = { FIBADO_DATA: join(folder, 'data'), PORT: String(await freePort()) };
    const program = start(env, [process.execPath, 'scripts/start.mjs']);
    await program.ready();
    return program;
  };

  it(`holds less than ${LIMIT_MIB} MiB, the database's processes not counted`, async () => {
    const first = await begin();
    first.signal('SIGTERM');
    await first.ended;
    const { child } = await begin();
    await pause(REST_MS);
    const file = `/proc/${child.pid}/status`;
    // Outside Linux the figure is unknown; that it starts and ends there is shown all the same.
    if (!existsSync(file)) return;
    const resident = Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(file, 'utf8'))[1]) / 1024;
    expect(resident).toBeGreaterThan(50);
    expect(resident).toBeLessThan(LIMIT_MIB);
  }, 300_000);
});
