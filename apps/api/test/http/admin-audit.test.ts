import type { AuditEntry } from '@fibado/contracts';
import { createTestApp, type TestApp, type TestUser } from '../support/app.js';

const BANK = { name: 'Banca Segreta', guaranteeScheme: 'FITD', stampDutyMethod: 'TWELFTHS' };

describe('the audit', () => {
  let app: TestApp;
  let root: TestUser;
  let admin: TestUser;
  let bank: { id: string; version: number };
  beforeAll(async () => {
    app = await createTestApp();
    root = await app.newUser(['SADMIN']);
    admin = await app.newUser(['MSF_USERS', 'MSF_GROUPS', 'FBDO_FIBADO']);
    bank = (await app.as(admin).post('/api/finance/banks/save', BANK).expect(200)).body;
    app.clock.advance(60_000);
    await app
      .as(admin)
      .post('/api/finance/banks/save', { ...bank, name: 'Banca Nuova' })
      .expect(200);
    await app
      .as(admin)
      .post('/api/user/admin/groups/save', { name: 'Gruppo', roles: [], memberIds: [] })
      .expect(200);
    const stranger = await app.newUser(['FBDO_FIBADO']);
    await app.as(stranger).post('/api/finance/banks/save', BANK).expect(200);
  });
  afterAll(() => app.close());

  const page = async (by: TestUser, query = '') =>
    (await app.as(by).get(`/api/user/admin/audit/get${query}`).expect(200)).body as {
      items: AuditEntry[];
      total: number;
    };
  const actions = ({ items }: { items: AuditEntry[] }) => items.map((entry) => entry.action);

  it('tells who did what to which row, with before and after, newest first', async () => {
    const own = await page(admin);
    expect(actions(own)).toEqual(['groups.save', 'banks.save', 'banks.save']);
    expect(own.items[1]).toMatchObject({
      actor: admin.username,
      entityId: bank.id,
      tenant: admin.tenant,
      withheld: false,
      before: { name: 'Banca Segreta' },
      after: { name: 'Banca Nuova' },
    });
  });

  it('filters by person, family, action, row and time, page by page', async () => {
    expect((await page(admin, '?action=banks')).total).toBe(2);
    expect((await page(admin, '?action=banks.save')).total).toBe(2);
    expect((await page(admin, '?action=bank')).total).toBe(0);
    expect((await page(admin, '?action=%25')).total).toBe(0);
    expect((await page(admin, `?entityId=${bank.id}`)).total).toBe(2);
    expect((await page(admin, `?user=${admin.username}`)).total).toBe(3);
    expect((await page(admin, '?user=unknown-user')).total).toBe(0);
    const moment = new Date(app.clock.now().getTime() - 30_000).toISOString();
    expect((await page(admin, `?from=${moment}`)).total).toBe(2);
    expect((await page(admin, `?to=${moment}`)).total).toBe(1);
    const second = await page(admin, '?page=1&size=2');
    expect(actions(second)).toEqual(['banks.save']);
    await app.as(admin).get('/api/user/admin/audit/get?from=yesterday').expect(400);
  });

  it('shows a tenant administrator nothing of another tenant', async () => {
    expect((await page(admin, `?tenant=${root.tenant}`)).total).toBe(0);
    const all = await page(admin, '?size=200');
    expect(new Set(all.items.map((entry) => entry.tenant))).toEqual(new Set([admin.tenant]));
  });

  it('keeps a household’s figures from users who may not read its finances', async () => {
    const keeper = await app.newUser(['MSF_USERS'], { id: admin.tenantId, code: admin.tenant });
    for (const by of [keeper, root]) {
      const { items } = await page(by, `?entityId=${bank.id}`);
      expect(items.map(({ before, after, withheld }) => ({ before, after, withheld }))).toEqual(
        [1, 2].map(() => ({ before: null, after: null, withheld: true })),
      );
    }
    const [group] = (await page(root, '?action=groups')).items;
    expect(group).toMatchObject({ withheld: false, after: { name: 'Gruppo' } });
  });

  it('is for administrators of people', async () => {
    const reader = await app.newUser(['FBDO_FIBADO', 'MSF_GROUPS', 'VIEW_SERVICE']);
    await app.as(reader).get('/api/user/admin/audit/get').expect(403);
  });
});
