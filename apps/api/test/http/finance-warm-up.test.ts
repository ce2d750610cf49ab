import { SolverPool } from '../../src/finance/solver/solver-pool.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { QUARTER, TestHousehold } from '../support/finance.js';

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
    /** Opens the planning page, and says how many solvers were at work meanwhile. */
    const busyWhileOpened = async () => {
      let most = 0;
      const timer = setInterval(() => (most = Math.max(most, pool.busy)), 1);
      await home.get(`optimizer/runs?quarter=${QUARTER}`).expect(200);
      clearInterval(timer);
      return Math.max(most, pool.busy);
    };
    return { home, pool, busyWhileOpened };
  }

  it('is warmed up once, when the planning page is opened, and then plans', async () => {
    const { home, pool, busyWhileOpened } = await instance(SETTINGS);
    expect(pool.busy).toBe(0);
    expect(await busyWhileOpened()).toBe(1);
    // Asked for in the middle of it, a plan waits for its end.
    const { body } = await home.post('optimizer/optimize', { quarter: QUARTER }).expect(200);
    expect(body.result.status).toBe('OPTIMAL');
    expect(await busyWhileOpened()).toBe(0);
  });

  it('is not started where the settings say so, or worker processes plan', async () => {
    for (const setting of [{ SOLVER_WARM_UP: 'false' }, { SOLVER_IN_API: 'false' }]) {
      const { busyWhileOpened } = await instance({ ...SETTINGS, SOLVER_MEMORY_MB: '701', ...setting });
      expect(await busyWhileOpened()).toBe(0);
      await app?.close();
      app = undefined;
    }
  });
});
