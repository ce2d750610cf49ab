import { JobRunner } from '../../src/platform/jobs/job-runner.js';
import { openLine } from '../http/notify-client.js';
import { until } from '../support/waiting.js';
import { listOf } from '../http/notify-suite.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { type ApiProcess, DEATHS, startProcess } from './processes.js';

/** Three at each moment; more on request: `FIBADO_DEATHS=50`. */
const ROUNDS = Number(process.env['FIBADO_DEATHS'] ?? 3 * DEATHS.length);

describe('a process killed between commit and publish', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it(`loses nothing in ${ROUNDS} deaths`, async () => {
    const user = await app.newUser(['FBDO_FIBADO']);
    const runner = app.app.get(JobRunner);
    // This process only listens: whatever is passed on, the victims have to have passed on.
    await runner.stop();
    const line = await openLine(app, user);
    const deaths: string[] = [];
    const deathOf = (round: number) => DEATHS[round % DEATHS.length];
    // Starting takes longest: the next two start while one dies.
    const starting: Promise<ApiProcess>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let ahead = starting.length; ahead < Math.min(round + 3, ROUNDS); ahead += 1)
        starting.push(startProcess(app, {}, deathOf(ahead)));
      const dieAt = deathOf(round);
      const victim = (await starting[round]) as ApiProcess;
      const committed = await victim.happen(user.tenantId, 'import.finished', {
        quarter: '2026-10-01',
        account: `Conto ${round}`,
        imported: round,
        skipped: 0,
      });
      expect(committed).toBe(dieAt !== 'committed');
      deaths.push((await victim.ended) ?? 'none');
    }
    expect(deaths).toEqual(Array.from({ length: ROUNDS }, () => 'SIGKILL'));
    const waiting = await asOwner(app.database, 'select 1 from jobs');
    expect(waiting.length).toBeGreaterThan(0);

    runner.start();
    await until(
      'an empty queue',
      async () => (await asOwner(app.database, 'select 1 from jobs')).length === 0,
    );
    const items = await listOf(app, user);
    const wanted = Array.from({ length: ROUNDS }, (_, round) => `Conto ${round}`).sort();
    expect(items.map((item) => item.params['account']).sort()).toEqual(wanted);
    const ids = items.map((item) => item.idNotify).sort();
    await until(
      'every message',
      () => new Set(line.received.map((message) => message.idNotify)).size === ROUNDS,
    );
    expect([...new Set(line.received.map((message) => message.idNotify))].sort()).toEqual(ids);
    expect(line.closed).toBe(false);
    await line.close();
  }, 840_000);

  it('leaves the work of a dead process to another that lives', async () => {
    const user = await app.newUser(['FBDO_FIBADO']);
    const line = await openLine(app, user);
    const victim = await startProcess(app, {}, 'committed');
    await victim.happen(user.tenantId, 'plan.stale', { quarter: '2026-10-01' });
    await until('the message', () => line.received.length > 0);
    await line.close();
  });

  it('reaches, from another process, a browser connected to this one', async () => {
    const user = await app.newUser(['FBDO_FIBADO']);
    const runner = app.app.get(JobRunner);
    await runner.stop();
    const line = await openLine(app, user);
    const other = await startProcess(app);
    await other.happen(user.tenantId, 'plan.stale', { quarter: '2026-10-01' });
    await until('the message', () => line.received.length > 0);
    await other.stop();
    runner.start();
    await line.close();
  });
});
