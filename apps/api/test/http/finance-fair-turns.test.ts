import { randomUUID } from 'node:crypto';
import { PROBLEM_LIMITS, type OptimizeResultBody } from '@fibado/contracts';
import type { Question } from '@fibado/optimizer';
import { evaluate, type Problem } from '@fibado/planning';
import { hardProblem } from '@fibado/planning/testing';
import { familyProblem } from '../../../../bench/optimizer/family.js';
import { InsightPool } from '../../src/finance/solver/insight-pool.js';
import { Trials } from '../../src/finance/solver/trials.js';
import type { Session } from '../../src/platform/auth/session.js';
import { SYSTEM_ACTOR } from '../../src/platform/database/transactions.js';
import { BatchRounds } from '../../src/platform/jobs/batch-rounds.js';
import type { LeasedJob } from '../../src/platform/jobs/job.js';
import { JobRunner } from '../../src/platform/jobs/job-runner.js';
import { JobStore } from '../../src/platform/jobs/job-store.js';
import { LeaseKeeper } from '../../src/platform/jobs/lease-keeper.js';
import { LeaseRounds } from '../../src/platform/jobs/lease-rounds.js';
import { QueueState } from '../../src/platform/jobs/queue-state.js';
import { DatabaseListener } from '../../src/platform/messaging/database-listener.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { QUARTER, TestHousehold } from '../support/finance.js';
import { pause, until } from '../support/waiting.js';

const complete = (app: TestApp, id: string) => asOwner(app.database, 'delete from jobs where id = $1', [id]);
const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });

describe('turns of households', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ SOLVER_IN_API: 'false' });
  });
  afterAll(() => app.close());

  const add = (tenantId: string, count: number, priority = 8, queue = 'PLANS') =>
    asOwner(
      app.database,
      `insert into jobs (tenant_id, id, queue, priority)
       select $1, gen_random_uuid(), $4, $3 from generate_series(1, $2)`,
      [tenantId, count, priority, queue],
    );
  const take = (full: readonly string[] = []) =>
    app.transactions.onPlatform(SYSTEM_ACTOR, (scope) => app.app.get(JobStore).lease(scope, 'PLANS', full));

  it('alternate, however much one of them asked before the other', async () => {
    const [many, few] = [await app.newTenant(), await app.newTenant()];
    await add(many.id, 6);
    await add(few.id, 2, 1);
    const order: string[] = [];
    for (let taken = await take(); taken; taken = await take()) {
      order.push(taken.tenantId === many.id ? 'many' : 'few');
      await complete(app, taken.id);
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

  it('refuse a question beyond the household’s share before anything is loaded, and with a delay', async () => {
    const [hostile, other] = [await TestHousehold.create(app), await TestHousehold.create(app)];
    await add(hostile.user.tenantId, 16, 5, 'QUESTIONS');
    const began = performance.now();
    // The quarter does not exist, which only loading it would tell.
    const refused = await hostile.post('insights/frontier', { quarter: QUARTER, most: 1 }).expect(503);
    expect(refused.body.error).toBe('SOLVER_BUSY');
    expect(performance.now() - began).toBeGreaterThan(400);
    await other.post('insights/frontier', { quarter: QUARTER, most: 1 }).expect(404);
    // Over many connections the refusals are delayed by as much more.
    const flood = performance.now();
    const ask = () => hostile.post('insights/frontier', { quarter: QUARTER, most: 1 }).expect(503);
    await Promise.all(Array.from({ length: 16 }, ask));
    expect(performance.now() - flood).toBeGreaterThan(500 + 9 * 50);
    await asOwner(app.database, 'delete from jobs');
  });

  it('prepare questions that come at once one after the other, and none without a place', async () => {
    const home = await TestHousehold.create(app);
    const { tenantId, id: userId, username } = home.user;
    const session = { tenantId, userId, username } as Session;
    const leaving = new AbortController();
    let [preparing, prepared, most] = [0, 0, 0];
    const prepare = async (): Promise<Question> => {
      most = Math.max(most, (preparing += 1));
      await pause(20);
      preparing -= 1;
      prepared += 1;
      return { kind: 'FRONTIER', problem: hardProblem(), most: 2, options: {} };
    };
    const ask = () => app.app.get(Trials).question(session, prepare, leaving.signal);
    let withoutPlace = 0;
    const answers = Array.from({ length: 40 }, () =>
      ask().catch(({ message }: Error) => {
        if (message === 'SOLVER_BUSY') withoutPlace += 1;
        return message;
      }),
    );
    const queued = () => asOwner(app.database, 'select 1 from jobs where tenant_id = $1', [tenantId]);
    const refused = await Promise.race(answers);
    await until('each with a place is prepared', () => prepared + withoutPlace === answers.length);
    leaving.abort();
    await Promise.all(answers);
    expect([refused, most, await queued()]).toEqual(['SOLVER_BUSY', 1, []]);
    expect(prepared).toBe(answers.length - withoutPlace);
    expect(prepared).toBeLessThan(20);
  });
});

describe('a time slice', () => {
  let app: TestApp;
  let runner: JobRunner | undefined;
  beforeAll(async () => {
    app = await createTestApp({ SOLVER_IN_API: 'false', SOLVER_THREADS: '1', SOLVER_SLICE_SECONDS: '1' });
  });
  afterAll(async () => {
    await runner?.stop();
    await app.close();
  });

  it('ends one household’s question as soon as another household waits, and only then', async () => {
    const get = <T>(type: new (...args: never[]) => T): T => app.app.get(type, { strict: false });
    const [many, few] = [await app.newTenant(), await app.newTenant()];
    const began: LeasedJob[] = [];
    const order: string[] = [];
    runner = new JobRunner(get(BatchRounds), get(LeaseRounds), get(LeaseKeeper), get(DatabaseListener));
    runner.serve({
      hold: 'lease',
      queue: 'QUESTIONS',
      retry: { attempts: 1, delaysMs: [0], jitter: 0 },
      concurrency: 1,
      // The first question would take forever; the others nothing.
      work: async (job, signal, hurry) => {
        began.push(job);
        if (began.length === 1) await aborted(AbortSignal.any([signal, hurry]));
        order.push(`${job.tenantId === many.id ? 'many' : 'few'}${hurry.aborted ? ' ended early' : ''}`);
        await complete(app, job.id);
      },
      giveUp: () => Promise.reject(new Error('No question fails here')),
    });
    const add = (tenantId: string, count: number) =>
      app.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
        get(JobStore).add(
          scope,
          'QUESTIONS',
          Array.from({ length: count }, () => ({})),
          tenantId,
        ),
      );
    const blocking = () =>
      app.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
        get(QueueState).blocking(
          scope,
          began.map(({ holder }) => holder),
        ),
      );
    await add(many.id, 3);
    runner.start();
    await until('the first question', () => began.length === 1);
    expect(await blocking()).toEqual(new Set());
    await add(few.id, 1);
    expect(await blocking()).toEqual(new Set([began[0]?.holder]));
    await until('the end of all questions', () => order.length === 4);
    expect(order).toEqual(['many ended early', 'few', 'many', 'many']);
  }, 30_000);

  it('ends a question with the answers it has', async () => {
    const ended = new AbortController();
    const question = {
      kind: 'FRONTIER',
      problem: hardProblem(60, 12),
      most: 40,
      options: { timeLimitMs: 600_000 },
    } as const;
    ended.abort();
    const answer = await app.app.get(InsightPool).ask(question, new AbortController().signal, ended.signal);
    expect(answer).toMatchObject({ kind: 'FRONTIER', value: { complete: false } });
  }, 30_000);
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

  it('of 200 accounts get the best plan found', async () => {
    const problem = family(PROBLEM_LIMITS.accounts);
    const { status, body } = await home.post('optimizer/what-if', {
      problem,
      options: { timeLimitMs: 1500 },
    });
    expect([status, body.error]).toEqual([200, undefined]);
    const result = body as OptimizeResultBody;
    const replayed = evaluate(problem, result.transfers);
    expect([result.status, result.netReturnCents]).toEqual(['FEASIBLE', replayed.netReturnCents]);
    expect(replayed.violations).toEqual([]);
    // Of a part of the accounts, so that the bound of all cannot be reached.
    expect(result.gapCents).toBe(result.boundCents - result.objectiveCents);
    expect(result.gapCents).toBeGreaterThan(0);
  }, 60_000);

  it('are told at once what is too large for a question, with the limit', async () => {
    const { tenantId, id: userId, username } = home.user;
    const session = { tenantId, userId, username } as Session;
    const question: Question = { kind: 'FRONTIER', problem: family(60), most: 2, options: {} };
    const asked = app.app
      .get(Trials)
      .question(session, () => Promise.resolve(question), new AbortController().signal);
    await expect(asked).rejects.toMatchObject({
      code: 'PROBLEM_TOO_LARGE',
      params: ['accounts', expect.stringMatching(/^\d+$/), '30'],
    });
    expect(await asOwner(app.database, 'select 1 from jobs')).toEqual([]);
  });
});
