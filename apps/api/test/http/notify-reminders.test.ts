import { NotificationsRepository } from '../../src/notifications/notifications.repository.js';
import { RemindersJob } from '../../src/notifications/reminders/reminders.job.js';
import { HouseholdReminders } from '../../src/notifications/reminders/household-reminders.js';
import { RemindersRepository } from '../../src/notifications/reminders/reminders.repository.js';
import { NotifyLogins } from '../../src/platform/messaging/notify-logins.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { TestHousehold } from '../support/finance.js';
import { until } from '../support/waiting.js';

const DAY_MS = 24 * 3_600_000;

/** The tests live on Saturday 2026-11-21 at ten in the morning in Italy. */
describe('the daily reminders', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await createTestApp();
  });
  afterEach(() => app.close());

  const job = () => app.app.get(RemindersJob);
  /** The job as another process would run it. */
  const anotherJob = () =>
    new RemindersJob(
      app.transactions,
      app.clock,
      app.app.get(RemindersRepository),
      app.app.get(NotificationsRepository),
      app.app.get(NotifyLogins),
      app.app.get(HouseholdReminders),
    );
  const look = async (jobs: readonly RemindersJob[] = [job()]) => {
    await Promise.all(jobs.map((one) => one.run()));
    await until(
      'empty queues',
      async () =>
        (await asOwner(app.database, "select 1 from jobs where queue in ('EVENTS', 'MESSAGES')")).length ===
        0,
    );
  };
  /** What the household was told, oldest first; read past the API, whose sessions end as the clock moves. */
  const told = (household: TestHousehold) =>
    asOwner<{ kind: string; params: Record<string, unknown> }>(
      app.database,
      'select kind, params from notifications where tenant_id = $1 order by sequence',
      [household.user.tenantId],
    );
  const kindsTold = async (household: TestHousehold) =>
    (await told(household)).map(({ kind }) => kind).sort();

  async function withTransfer(date: string): Promise<TestHousehold> {
    const household = await TestHousehold.create(app);
    const { first, second } = await household.simple();
    await household.saveOperation(first.id, {
      kind: 'TRANSFER',
      toAccountId: second.id,
      date,
      valueDate: date,
      amountCents: 50_000,
    });
    return household;
  }

  it('tell what is due once, however often they look, and again on the day itself', async () => {
    const household = await withTransfer('2026-11-22');
    await look();
    expect(await kindsTold(household)).toEqual(['QUARTER_TO_START', 'TRANSFER_DUE']);
    expect((await told(household)).find(({ kind }) => kind === 'TRANSFER_DUE')?.params).toEqual({
      date: '2026-11-22',
      amountCents: 50_000,
      from: expect.stringMatching(/^Conto/),
      to: expect.stringMatching(/^Conto/),
      speed: 'ORDINARY',
    });
    // Deleted is deleted: the same is not said again.
    await household.app.as(household.user).delete('/api/notify/web-notify/cancel-all').expect(204);
    await look();
    app.clock.advance(DAY_MS);
    await look();
    expect(await kindsTold(household)).toEqual(['TRANSFER_DUE']);
    app.clock.advance(DAY_MS);
    await look();
    expect(await kindsTold(household)).toEqual(['TRANSFER_DUE']);
  });

  it('are told once by several processes that look at the same moment', async () => {
    const households = [await withTransfer('2026-11-21'), await withTransfer('2026-11-21')];
    const others = [anotherJob(), anotherJob()];
    await look([job(), ...others]);
    for (const household of households)
      expect(await kindsTold(household)).toEqual(['QUARTER_TO_START', 'TRANSFER_DUE']);
  });

  it('wait for seven in the morning in Italy', async () => {
    const household = await withTransfer('2026-11-22');
    app.clock.advance(DAY_MS - 3 * 3_600_000 - 60_000);
    await look();
    expect(await told(household)).toEqual([]);
    app.clock.advance(60_000);
    await look();
    expect(await kindsTold(household)).toEqual(['QUARTER_TO_START', 'TRANSFER_DUE']);
  });

  it('see limits, thresholds and maturities of the plan as it stands', async () => {
    const household = await TestHousehold.create(app);
    const group = await household.saveGroup({ holders: ['Anna'] });
    const bank = await household.saveBank();
    const common = { bankId: bank.id, accountGroupId: group.id };
    const low = await household.saveAccount({ ...common, dutyRegime: 'NONE', minBalanceCents: 100_000 });
    const near = await household.saveAccount({ ...common, dutyRegime: 'FIXED' });
    const term = await household.saveAccount({
      accountGroupId: group.id,
      kind: 'DEPOSIT_TERM',
      dutyRegime: 'PROPORTIONAL',
      dutyBase: 'PRUDENT',
      linkedAccountId: low.id,
      maturityDate: '2026-11-27',
    });
    await household.initQuarter('2026-10-01', {
      [low.id]: 100_000,
      [near.id]: 499_000,
      [term.id]: 12_000_000,
    });
    await household.saveOperation(low.id, {
      date: '2026-11-24',
      valueDate: '2026-11-24',
      amountCents: 30_000,
    });
    const offer = await household.saveTermOffer(near, { renewal: 'AUTO', noticeDays: 32 });
    const lot = { offerId: offer.id, amountCents: 500_000, openedOn: '2025-12-27' };
    await household.post('lots/save', lot).expect(200);
    const goal = { name: 'Auto', date: '2026-11-25', amountCents: 80_000, accountIds: [low.id] };
    await household.post('goals/save', goal).expect(200);
    await household.post('goals/save', { ...goal, name: 'Viaggio', date: '2027-01-02' }).expect(200);
    await look();
    const all = await told(household);
    expect(all.map(({ kind }) => kind).sort()).toEqual([
      'BELOW_MINIMUM',
      'DUTY_THRESHOLD',
      'GOAL_DUE',
      'GUARANTEE_EXCEEDED',
      'NOTICE_DUE',
      'QUARTER_TO_START',
      'TERM_MATURING',
    ]);
    const paramsOf = (wanted: string) => all.find(({ kind }) => kind === wanted)?.params;
    expect(paramsOf('BELOW_MINIMUM')).toEqual({
      account: low.name,
      date: '2026-11-24',
      missingCents: 30_000,
      minBalanceCents: 100_000,
    });
    // The lot pays 111 euro net, which are on the account for the last five days.
    expect(paramsOf('DUTY_THRESHOLD')).toMatchObject({ bank: bank.name, euroDaysLeft: 10 * 92 - 111 * 5 });
    expect(paramsOf('GOAL_DUE')).toEqual({
      goal: 'Auto',
      date: '2026-11-25',
      amountCents: 80_000,
      missingCents: 10_000,
      status: 'SHORT',
    });
    expect(paramsOf('NOTICE_DUE')).toEqual({
      account: offer.name,
      date: '2026-11-25',
      amountCents: 500_000,
      maturity: '2026-12-27',
    });
    expect(paramsOf('TERM_MATURING')).toEqual({
      account: term.name,
      date: '2026-11-27',
      amountCents: 12_000_000,
    });
  });

  it('ask for a quarter that is over to be closed', async () => {
    const household = await TestHousehold.create(app);
    await household.simple();
    await household.post('quarters/start-quarter', { date: '2026-10-01' }).expect(200);
    await look();
    expect(await told(household)).toEqual([]);
    app.clock.advance(41 * DAY_MS);
    await look();
    expect(await kindsTold(household)).toEqual(['QUARTER_TO_CLOSE']);
  });

  it('leave a household alone that is suspended', async () => {
    const household = await withTransfer('2026-11-22');
    await asOwner(app.database, `update tenants set state = 'SUSPENDED' where id = $1`, [
      household.user.tenantId,
    ]);
    await look();
    expect(await told(household)).toEqual([]);
  });
});
