import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { QUARTER, TestHousehold } from '../support/finance.js';
import { copyHousehold } from '../support/many-households.js';

const TENANTS = 150;
const QUARTERS = 8;
const OPERATIONS = 40;
/** Tables that are large here; of smaller ones a few pages are read whole at less cost. */
const GROWING = ['operations', 'quarters', 'setups'];

interface Scans {
  readonly name: string;
  readonly whole: number;
  readonly byIndex: number;
}

describe('a household among many', () => {
  let app: TestApp;
  let closed = false;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => (closed ? app.database.drop() : app.close()));

  /** How often each table was read whole, and by an index, since statistics began. */
  const scans = () =>
    asOwner<Scans>(
      app.database,
      `select relname as name, seq_scan::int as whole, coalesce(idx_scan, 0)::int as "byIndex"
       from pg_stat_user_tables where relname = any($1) order by 1`,
      [GROWING],
    );

  it('reads its list and its summary by indexes alone', async () => {
    const home = await TestHousehold.create(app);
    const { first } = await home.simple();
    const operations = Array.from({ length: OPERATIONS }, (_, i) =>
      home.anOperation(first.id, { amountCents: i + 1 }),
    );
    await home.post('operations/save-bulk', { operations }).expect(200);
    await copyHousehold(app.database.ownerUrl, home.user.tenantId, { tenants: TENANTS, quarters: QUARTERS });
    const [{ total } = { total: 0 }] = await asOwner<{ total: number }>(
      app.database,
      'select count(*)::int as total from operations',
    );
    expect(total).toBe(TENANTS * QUARTERS * OPERATIONS + OPERATIONS);
    const before = await scans();
    expect(before.map((table) => table.name)).toEqual(GROWING);
    for (let i = 0; i < 5; i += 1) {
      expect((await home.get(`operations/get/${QUARTER}`).expect(200)).body).toHaveLength(OPERATIONS);
      await home.get(`quarters/summary/${QUARTER}`).expect(200);
      await home.get('quarters/list').expect(200);
      await home.get('accounts/get').expect(200);
    }
    // A server process hands its figures in when it ends.
    await app.app.close();
    closed = true;
    let after = await scans();
    const byIndex = (of: readonly Scans[], name: string) =>
      of.find((table) => table.name === name)?.byIndex ?? 0;
    for (let i = 0; i < 50 && byIndex(after, 'operations') < byIndex(before, 'operations') + 10; i += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      after = await scans();
    }
    expect(byIndex(after, 'operations')).toBeGreaterThanOrEqual(byIndex(before, 'operations') + 10);
    expect(after.map(({ name, whole }) => ({ name, whole }))).toEqual(
      before.map(({ name, whole }) => ({ name, whole })),
    );
  }, 120_000);
});
