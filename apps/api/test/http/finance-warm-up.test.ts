import pg from 'pg';
import { readEnv } from '../../src/config/env.js';
import { SolverPool } from '../../src/finance/solver/solver-pool.js';
import { PLAN_EXPECTED_CHANNEL } from '../../src/finance/solver/solver-warm-up.js';
import { InstanceSecret } from '../../src/platform/secrets.js';
import { createWorker } from '../../src/worker.js';
import { createTestApp, TEST_SECRET, type TestApp } from '../support/app.js';
import { QUARTER, TestHousehold } from '../support/finance.js';
import { until } from '../support/waiting.js';

const jest = import.meta.jest;

/** Unlike in other tests, so that no thread was started for these settings before. */
const SETTINGS = { SOLVER_THREADS: '1', SOLVER_MEMORY_MB: '700', SOLVER_WARM_UP: 'true' };

describe('a solver for the plan that is about to be asked for', () => {
  let app: TestApp | undefined;
  afterEach(() => app?.close());

  /** An instance with a household, whose solver threads are looked at. */
  async function instance(settings: Record<string, string>) {
    app = await createTestApp(settings);
    const home = await TestHousehold.create(app);
    await home.simple();
    const pool = app.app.get(SolverPool);
    const openPage = () => home.get(`optimizer/runs?quarter=${QUARTER}`).expect(200);
    return { app, home, pool, openPage };
  }

  it('is warmed up once, when the planning page is opened, and then plans', async () => {
    const { home, pool, openPage } = await instance(SETTINGS);
    expect(pool.busy).toBe(0);
    await openPage();
    await until('a solver at work', () => pool.busy === 1);
    // Asked for in the middle of it, a plan waits for its end.
    const { body } = await home.post('optimizer/optimize', { quarter: QUARTER }).expect(200);
    expect(body.result.status).toBe('OPTIMAL');
    const warmUp = jest.spyOn(pool, 'warmUp');
    await openPage();
    await until('the notice', () => warmUp.mock.calls.length > 0);
    await warmUp.mock.results[0]?.value;
    expect(pool.busy).toBe(0);
  });

  it('is warmed up in the worker process where workers plan, and not in the API', async () => {
    const { app, pool, openPage } = await instance({ ...SETTINGS, SOLVER_IN_API: 'false' });
    const worker = await createWorker({
      env: readEnv({
        FIBADO_DATA: app.env.dataDir,
        LOG_LEVEL: 'silent',
        DATABASE_POOL: '4',
        ...SETTINGS,
        SOLVER_MEMORY_MB: '702',
      }),
      clock: app.clock,
      secret: new InstanceSecret(TEST_SECRET),
      databaseUrl: app.database.appUrl,
    });
    try {
      await openPage();
      await until('a solver at work', () => worker.get(SolverPool).busy === 1);
      expect(pool.busy).toBe(0);
      await until('the end of the warm-up', () => worker.get(SolverPool).busy === 0);
    } finally {
      await worker.close();
    }
  });

  it('is not asked for where the settings say so', async () => {
    const { app, openPage } = await instance({ ...SETTINGS, SOLVER_WARM_UP: 'false' });
    const client = new pg.Client({ connectionString: app.database.ownerUrl });
    await client.connect();
    try {
      const heard: unknown[] = [];
      client.on('notification', ({ payload }) => heard.push(payload));
      await client.query(`listen ${PLAN_EXPECTED_CHANNEL}`);
      await openPage();
      await client.query(`select pg_notify($1, 'the test')`, [PLAN_EXPECTED_CHANNEL]);
      await until('what the test says', () => heard.length > 0);
      expect(heard).toEqual(['the test']);
    } finally {
      await client.end();
    }
  });
});
