/* global describe, it, expect, afterAll */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, ownerUrl, pause, query, start, stopAll } from './support/program.mjs';

const LIMIT_MIB = 180;
const REST_MS = 10_000;

describe('an instance at rest', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fibado-rest-'));
  const data = join(folder, 'data');
  afterAll(async () => {
    await stopAll();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  /** The command is given to node itself, so that the child is the process that is asked about. */
  const begin = async () => {
    const env = { FIBADO_DATA: data, PORT: String(await freePort()) };
    const program = start(env, [process.execPath, 'scripts/start.mjs']);
    await program.ready();
    return program;
  };

  /** Waits until no plan waits or is computed. */
  const planned = async () => {
    const open = `select 1 from optimizer_runs where state in ('QUEUED', 'RUNNING')`;
    while ((await query(ownerUrl(data, 'fibado'), open)).length > 0) await pause(100);
  };

  it(`holds less than ${LIMIT_MIB} MiB, the database's processes not counted`, async () => {
    const first = await begin();
    // The demonstration is planned when it is made.
    await planned();
    first.signal('SIGTERM');
    await first.endedWell();
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
