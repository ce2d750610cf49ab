import { randomUUID } from 'node:crypto';
import { PROBLEM_LIMITS, type OptimizeResultBody } from '@fibado/contracts';
import type { Question } from '@fibado/optimizer';
import { evaluate, type Problem } from '@fibado/planning';
import { familyProblem } from '../../../../bench/optimizer/family.js';
import { RunsService } from '../../src/finance/solver/runs.service.js';
import type { Session } from '../../src/platform/auth/session.js';
import { SYSTEM_ACTOR } from '../../src/platform/database/transactions.js';
import { JobStore } from '../../src/platform/jobs/job-store.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { QUARTER, TestHousehold } from '../support/finance.js';
import { hardProblem } from '../support/hard-problem.js';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('turns of households', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ SOLVER_IN_API: 'false' });
  });
  afterAll(() => app.close());

  const add = (tenantId: string, count: number, priority = 8) =>
    asOwner(
      app.database,
      `insert into jobs (tenant_id, id, queue, priority)
       select $1, gen_random_uuid(), 'PLANS', $3 from generate_series(1, $2)`,
      [tenantId, count, priority],
    );
  const take = (full: readonly string[] = []) =>
    app.transactions.onPlatform(SYSTEM_ACTOR, (scope) => app.app.get(JobStore).lease(scope, 'PLANS', full));
  const complete = (id: string) => asOwner(app.database, 'delete from jobs where id = $1', [id]);

  it('alternate, however much one of them asked before the other', async () => {
    const [many, few] = [await app.newTenant(), await app.newTenant()];
    await add(many.id, 6);
    await add(few.id, 2, 1);
    const order: string[] = [];
    for (let taken = await take(); taken; taken = await take()) {
      order.push(taken.tenantId === many.id ? 'many' : 'few');
      await complete(taken.id);
    }
    expect(order.join(' ')).toBe('many few many few many many many many');
  });

  it('leave a second place to another household, and skip one that has as much as it may', async () => {
    const [many, few] = [await app.newTenant(), await app.newTenant()];
    await add(many.id, 3);
    await add(few.id, 1);
    const [first, second] = [await take(), await take()];
    expect(new Set([first?.tenantId, second?.tenantId])).toEqual(new Set([many.id, few.id]));
    expect(await take([many.id])).toBeUndefined();
    expect((await take())?.tenantId).toBe(many.id);
    await asOwner(app.database, 'delete from jobs');
  });

  it('tell each household its places and nothing of the others', async () => {
    const home = await TestHousehold.create(app);
    const other = await TestHousehold.create(app);
    await home.simple();
    await add(other.user.tenantId, 4);
    const runs = [];
    for (let count = 0; count < 2; count += 1)
      runs.push((await home.post('optimizer/runs', { quarter: QUARTER }).expect(200)).body.runId);
    const positions = [];
    for (const id of runs) positions.push((await home.get(`optimizer/runs/${id}`).expect(200)).body.position);
    expect(positions).toEqual([2, 4]);
    expect((await home.get('optimizer/queue').expect(200)).body).toEqual({
      plans: { waiting: 2, position: 2 },
      questions: { waiting: 0 },
    });
    expect((await other.get('optimizer/queue').expect(200)).body.plans).toEqual({ waiting: 4, position: 1 });
    await asOwner(app.database, 'delete from jobs');
  });
});

describe('one household’s long questions', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ SOLVER_THREADS: '1', SOLVER_SLICE_SECONDS: '3' });
  });
  afterAll(() => app.close());

  it('keep no other household from an answer, and end with what they have', async () => {
    const hostile = await TestHousehold.create(app);
    const other = await TestHousehold.create(app);
    await other.simple();
    const { tenantId, id: userId, username } = hostile.user;
    const session = { tenantId, userId, username } as Session;
    const leaving = new AbortController();
    const question: Question = {
      kind: 'FRONTIER',
      problem: hardProblem(),
      most: 40,
      options: { timeLimitMs: 120_000 },
    };
    const asked = Array.from({ length: 8 }, () =>
      app.app
        .get(RunsService)
        .question(session, question, leaving.signal)
        .then(
          () => 'answered',
          (error: Error) => error.message,
        ),
    );
    for (let tries = 0; tries < 200; tries += 1) {
      const { body } = await hostile.get('optimizer/queue').expect(200);
      if (body.questions.waiting === 7) break;
      await pause(50);
    }
    const began = performance.now();
    await other.post('insights/frontier', { quarter: QUARTER, most: 1 }).expect(200);
    expect(performance.now() - began).toBeLessThan(40_000);
    expect(await asked[0]).toBe('answered');
    leaving.abort();
    expect(new Set((await Promise.all(asked)).slice(2))).toEqual(new Set(['CANCELLED']));
  }, 120_000);
});

describe('large households', () => {
  let app: TestApp;
  let home: TestHousehold;
  beforeAll(async () => {
    app = await createTestApp({ SOLVER_THREADS: '1' });
    home = await TestHousehold.create(app);
  });
  afterAll(() => app.close());

  /** A household of the measured family under ids the API takes. */
  const family = (accounts: number): Problem => {
    const problem = familyProblem({ accounts, events: 40, effortCents: 50, seed: 1, leadDays: 1 });
    const ids = new Map<string, string>();
    const text = JSON.stringify(problem);
    for (const { id } of [
      ...problem.banks,
      ...problem.accountGroups,
      ...problem.accounts,
      ...problem.operations,
    ])
      ids.set(id, randomUUID());
    return JSON.parse(text, (_, value: unknown) =>
      typeof value === 'string' ? (ids.get(value) ?? value) : value,
    ) as Problem;
  };

  it('of 200 accounts get the best plan found, soon', async () => {
    const problem = family(PROBLEM_LIMITS.accounts);
    const began = performance.now();
    const { status, body } = await home.post('optimizer/what-if', {
      problem,
      options: { timeLimitMs: 30_000 },
    });
    expect([status, body.error]).toEqual([200, undefined]);
    expect(performance.now() - began).toBeLessThan(90_000);
    const result = body as OptimizeResultBody;
    const replayed = evaluate(problem, result.transfers);
    expect([result.status, result.netReturnCents]).toEqual(['FEASIBLE', replayed.netReturnCents]);
    expect(replayed.violations).toEqual([]);
    expect(result.gainCents).toBeGreaterThan(0);
    expect(result.gapCents).toBe(result.boundCents - result.objectiveCents);
    expect(result.gapCents).toBeGreaterThan(0);
  }, 120_000);

  it('are told at once what is too large for a question, with the limit', async () => {
    const { tenantId, id: userId, username } = home.user;
    const session = { tenantId, userId, username } as Session;
    const question: Question = { kind: 'FRONTIER', problem: family(60), most: 2, options: {} };
    const began = performance.now();
    const asked = app.app.get(RunsService).question(session, question, new AbortController().signal);
    await expect(asked).rejects.toMatchObject({
      code: 'PROBLEM_TOO_LARGE',
      params: ['accounts', expect.stringMatching(/^\d+$/), '30'],
    });
    expect(performance.now() - began).toBeLessThan(5000);
    expect(await asOwner(app.database, 'select 1 from jobs')).toEqual([]);
  });
});
