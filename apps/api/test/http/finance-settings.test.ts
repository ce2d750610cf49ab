import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { TestHousehold } from '../support/finance.js';

describe('settings', () => {
  let app: TestApp;
  let home: TestHousehold;
  beforeAll(async () => {
    app = await createTestApp();
  });
  beforeEach(async () => {
    home = await TestHousehold.create(app);
  });
  afterAll(() => app.close());

  const DEFAULTS = {
    language: 'it',
    automaticPlans: true,
    effortCostCents: 100,
    minBalanceCents: 0,
    transferStepCents: 100,
    thresholdMarginCents: 5000,
    guaranteeLimitCents: 10_000_000,
    guaranteePolicy: 'HARD',
    businessDaysOnly: true,
    calendar: 'TARGET_AND_ITALY',
    withholdingPct: 26,
    horizonQuarters: 4,
    reminders: { daysBefore: 1 },
    notifications: {},
    version: 1,
  };

  it('are the defaults until they are saved', async () => {
    expect((await home.get('settings/get').expect(200)).body).toEqual(DEFAULTS);
    const wanted = {
      ...DEFAULTS,
      language: 'en',
      minBalanceCents: -5,
      withholdingPct: 12.5,
      horizonQuarters: 8,
      guaranteePolicy: 'OFF',
      reminders: { email: 'anna@example.org', daysBefore: 3 },
      notifications: { PLAN_READY: { web: true, email: false } },
    };
    const { body } = await home.post('settings/save', wanted).expect(200);
    expect(body).toEqual({ ...wanted, version: 2 });
    expect((await home.get('settings/get')).body).toEqual(body);
    const { body: again } = await home.post('settings/save', { ...body, effortCostCents: 0 }).expect(200);
    expect(again).toEqual({ ...body, effortCostCents: 0, version: 3 });
    const audit = await asOwner<{ before: unknown; after: unknown }>(
      app.database,
      `select before, after from audit where tenant_id = $1 and action = 'settings.save' order by id`,
      [home.user.tenantId],
    );
    expect(audit).toEqual([
      { before: DEFAULTS, after: body },
      { before: body, after: again },
    ]);
  });

  it('refuse a stale version, the first one too', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => home.post('settings/save', DEFAULTS)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
    expect((await home.post('settings/save', { ...DEFAULTS, version: 7 }).expect(409)).body.error).toBe(
      'STALE_VERSION',
    );
    expect((await home.get('settings/get')).body.version).toBe(2);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no version', { version: undefined }, 'version'],
    ['a step of nothing', { transferStepCents: 0 }, 'transferStepCents'],
    ['a margin above the threshold', { thresholdMarginCents: 500_001 }, 'thresholdMarginCents'],
    ['more than all withheld', { withholdingPct: 101 }, 'withholdingPct'],
    ['an address that is none', { reminders: { email: 'anna', daysBefore: 1 } }, 'reminders.email'],
    [
      'an unknown notification',
      { notifications: { RAIN: { web: true, email: true } } },
      'notifications.RAIN',
    ],
    ['an unknown language', { language: 'fr' }, 'language'],
  ])('refuse %s', async (_, wrong, path) => {
    const { body } = await home.post('settings/save', { ...DEFAULTS, ...wrong }).expect(400);
    expect(body.error).toBe('VALIDATION');
    expect(body.params[0].startsWith(path.split('.')[0])).toBe(true);
    expect((await home.get('settings/get')).body).toEqual(DEFAULTS);
  });
});
