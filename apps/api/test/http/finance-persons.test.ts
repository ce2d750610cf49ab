import type { AccountGroup, Person, Summary } from '@fibado/contracts';
import { createTestApp, type TestApp } from '../support/app.js';
import { noId, QUARTER, TestHousehold } from '../support/finance.js';

describe('account groups', () => {
  let app: TestApp;
  let home: TestHousehold;
  beforeAll(async () => {
    app = await createTestApp();
    home = await TestHousehold.create(app);
  });
  afterAll(() => app.close());

  it('are created, changed, ordered and deleted', async () => {
    const last = await home.saveGroup({ name: 'Anna', order: 2 });
    const first = await home.saveGroup({
      name: 'Zoe',
      holders: ['Zoe', 'Bruno'],
      order: 1,
      color: '#00ff00',
    });
    expect((await home.get('accountGroups/get').expect(200)).body).toEqual([first, last]);
    const { body } = await home.post('accountGroups/save', { ...first, order: 3 }).expect(200);
    expect(body).toEqual({ ...first, order: 3, version: 2 });
    expect((await home.post('accountGroups/save', first).expect(409)).body.error).toBe('STALE_VERSION');
    expect((await home.get('accountGroups/get')).body).toEqual([last, body]);
    await home.delete(`accountGroups/delete/${first.id}`).expect(204);
    await home.delete(`accountGroups/delete/${first.id}`).expect(404);
  });

  it('stay while an account is in them', async () => {
    const group = await home.saveGroup();
    const account = await home.saveAccount({ accountGroupId: group.id });
    expect((await home.delete(`accountGroups/delete/${group.id}`).expect(409)).body).toEqual({
      error: 'IN_USE',
      params: [`accounts:${account.name}`],
    });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no holder', { holders: [] }, 'holders'],
    ['the same person twice', { holders: ['Anna', 'anna'] }, 'holders'],
    ['eleven people', { holders: Array.from({ length: 11 }, (_, i) => `P${i}`) }, 'holders'],
    ['a nameless person', { holders: ['Anna', ' '] }, 'holders.1'],
    ['a negative place', { order: -1 }, 'order'],
    ['no colour', { color: 'red' }, 'color'],
    ['no holder at all', { holders: undefined }, 'holders'],
    ['an id of no person', { holders: undefined, holderIds: [noId()] }, 'holderIds'],
  ])('refuse %s', async (_, wrong, path) => {
    const { body } = await home.post('accountGroups/save', { ...home.aGroup(), ...wrong }).expect(400);
    expect(body).toEqual({ error: 'VALIDATION', params: [path] });
  });

  it('are held by persons: found by name, made by a new name, named by id', async () => {
    const couple = await home.saveGroup({ holders: ['Carla  Verdi', 'Dario Verdi'] });
    const alone = await home.saveGroup({ holders: ['CARLA verdi'] });
    const [carla, dario] = couple.holderIds;
    expect(couple.holders).toEqual(['Carla Verdi', 'Dario Verdi']);
    expect([alone.holders, alone.holderIds]).toEqual([['Carla Verdi'], [carla]]);
    const persons: Person[] = (await home.get('persons/get').expect(200)).body;
    const person = persons.find(({ id }) => id === carla);
    expect(person).toEqual({ id: carla, name: 'Carla Verdi', role: 'OTHER', version: 1 });

    const byId = { ...couple, holders: undefined, holderIds: [dario, carla] };
    const turned = (await home.post('accountGroups/save', byId).expect(200)).body as AccountGroup;
    expect(turned.holders).toEqual(['Dario Verdi', 'Carla Verdi']);
    const { body } = await home
      .post('accountGroups/save', { ...turned, holders: ['Dario Verdi', 'Zoe'] })
      .expect(400);
    expect(body).toEqual({ error: 'VALIDATION', params: ['holders'] });

    await home.post('persons/save', { ...person, name: 'Carla Neri' }).expect(200);
    const groups: AccountGroup[] = (await home.get('accountGroups/get')).body;
    expect(groups.find(({ id }) => id === alone.id)?.holders).toEqual(['Carla Neri']);
    expect(groups.find(({ id }) => id === couple.id)?.holders).toEqual(['Dario Verdi', 'Carla Neri']);
  });

  it('refuse a name that is taken, and ids of another household', async () => {
    await home.saveGroup({ name: 'Casa' });
    expect((await home.post('accountGroups/save', home.aGroup({ name: 'CASA' })).expect(409)).body).toEqual({
      error: 'ALREADY_EXISTS',
      params: ['name'],
    });
    const stranger = await TestHousehold.create(app);
    const theirs = await stranger.saveGroup();
    await home.post('accountGroups/save', { ...home.aGroup(), id: theirs.id, version: 1 }).expect(404);
    const held = { name: 'Loro', holderIds: theirs.holderIds };
    expect((await home.post('accountGroups/save', held).expect(400)).body.params).toEqual(['holderIds']);
    await home.delete(`accountGroups/delete/${theirs.id}`).expect(404);
    expect((await stranger.get('accountGroups/get')).body).toEqual([theirs]);
  });
});

describe('persons', () => {
  let app: TestApp;
  let home: TestHousehold;
  beforeAll(async () => {
    app = await createTestApp();
    home = await TestHousehold.create(app);
  });
  afterAll(() => app.close());

  const save = (body: object) => home.post('persons/save', body);

  it('are created, changed and deleted', async () => {
    const anna: Person = (
      await save({ name: ' Anna   Rossi', role: 'DECLARANT', bornOn: '1980-03-01' }).expect(200)
    ).body;
    expect(anna).toMatchObject({ name: 'Anna Rossi', role: 'DECLARANT', bornOn: '1980-03-01', version: 1 });
    const { body } = await save({ ...anna, bornOn: undefined }).expect(200);
    expect(body).toEqual({ id: anna.id, name: 'Anna Rossi', role: 'DECLARANT', version: 2 });
    expect((await save(anna).expect(409)).body.error).toBe('STALE_VERSION');
    await home.delete(`persons/delete/${anna.id}`).expect(204);
    await home.delete(`persons/delete/${anna.id}`).expect(404);
  });

  it('are one for one name, and declare one at a time', async () => {
    await save({ name: 'Bruno Bianchi', role: 'DECLARANT' }).expect(200);
    const taken = (await save({ name: 'bruno  BIANCHI' }).expect(409)).body;
    expect(taken).toEqual({ error: 'ALREADY_EXISTS', params: ['name'] });
    const second = (await save({ name: 'Carla', role: 'DECLARANT' }).expect(409)).body;
    expect(second).toEqual({ error: 'ALREADY_EXISTS', params: ['role'] });
    expect((await save({ name: 'Carla', bornOn: '1980-02-30' }).expect(400)).body.params).toEqual(['bornOn']);
    await save({ id: noId(), version: 1, name: 'Carla' }).expect(404);
  });

  it('stay while a group is held by them', async () => {
    const group = await home.saveGroup({ holders: ['Dario'] });
    const [id] = group.holderIds;
    expect((await home.delete(`persons/delete/${id}`).expect(409)).body).toEqual({
      error: 'IN_USE',
      params: [`accountGroups:${group.name}`],
    });
  });

  it('count together for the guarantee and the duty in whatever group they are', async () => {
    const bank = await home.saveBank();
    const groups = [
      await home.saveGroup({ holders: ['Elio', 'Fabia'] }),
      await home.saveGroup({ holders: ['fabia', 'ELIO'] }),
    ];
    const accounts = [];
    for (const group of groups)
      accounts.push(await home.saveAccount({ bankId: bank.id, accountGroupId: group.id }));
    const openings = Object.fromEntries(accounts.map(({ id }) => [id, 300_000]));
    await home.initQuarter(QUARTER, openings);
    const { evaluation } = (await home.get(`quarters/summary/${QUARTER}`).expect(200)).body as Summary;
    // 3,000 € in each group: above 5,000 € together.
    expect(evaluation.dutyGroups).toMatchObject([{ holders: ['Elio', 'Fabia'], due: true }]);
    expect(evaluation.guarantee.map(({ holder, peakCents }) => [holder, peakCents])).toEqual([
      ['Elio', 300_000],
      ['Fabia', 300_000],
    ]);
  });
});
