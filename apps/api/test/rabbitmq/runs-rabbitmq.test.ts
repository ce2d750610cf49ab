import type { OptimizerRun } from '@fibado/contracts';
import { connect } from 'amqplib';
import { DEAD_QUEUE, WORK_QUEUES } from '../../src/platform/jobs/rabbitmq-work-queue.js';
import { DemoHousehold } from '../../src/finance/demo/demo-household.js';
import { RunsService } from '../../src/finance/optimizer/runs.service.js';
import type { RunKind } from '../../src/finance/optimizer/optimizer-run.entity.js';
import { pause, until } from '../http/notify-client.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { QUARTER, TestHousehold } from '../support/finance.js';
import { hardProblem } from '../support/hard-problem.js';
import { type Broker, createBroker } from './broker.js';
import { startWorkerProcess, type WorkerProcess } from './workers.js';

/** An API without solvers, a broker, and worker processes. */
describe('plans over RabbitMQ', () => {
  let broker: Broker;
  let app: TestApp;
  let home: TestHousehold;
  const workers: WorkerProcess[] = [];
  beforeAll(async () => {
    broker = await createBroker();
    await broker.start();
  }, 90_000);
  afterAll(() => broker.remove());
  beforeEach(async () => {
    app = await createTestApp({ ...broker.env, SOLVER_WAIT_SECONDS: '3' });
    home = await TestHousehold.create(app);
    await home.simple();
  }, 60_000);
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.kill();
    await app.close();
    await onBroker(async (channel) => {
      for (const queue of Object.values(WORK_QUEUES)) await channel.purgeQueue(queue);
      await channel.purgeQueue(DEAD_QUEUE);
    });
  }, 60_000);

  const startWorker = async (options: Parameters<typeof startWorkerProcess>[2] = {}) => {
    const worker = await startWorkerProcess(app, broker.env, options);
    workers.push(worker);
    return worker;
  };
  const start = async (): Promise<string> =>
    ((await home.post('optimizer/runs', { quarter: QUARTER }).expect(200)).body as OptimizerRun).runId;
  const stateOf = async (id: string) => {
    const rows = await asOwner<{ state: string; failure: string | null; deliveries: number | null }>(
      app.database,
      `select r.state, r.failure, w.deliveries from optimizer_runs r
       left join work_items w on w.tenant_id = r.tenant_id and w.id = r.id where r.id = $1`,
      [id],
    );
    return rows[0];
  };
  const ended = (id: string, ms = 60_000) =>
    until(
      'the end of the run',
      async () => !['QUEUED', 'RUNNING'].includes((await stateOf(id))?.state ?? ''),
      ms,
    );
  /** A run that takes about so long. */
  const startHard = async (timeLimitMs: number, kind: RunKind = 'TRIAL'): Promise<string> => {
    const { user } = home;
    const actor = { userId: user.id, username: user.username };
    const row = await app.transactions.inTenant(user.tenantId, actor, (scope) =>
      app.app.get(RunsService).ask(scope, {
        ...{ kind, problem: { ...hardProblem(), ...(kind === 'TRIAL' ? {} : { quarter: QUARTER }) } },
        options: { timeLimitMs, effortCostCents: 50 },
      }),
    );
    return row.id;
  };

  it('are solved by workers, which share them', async () => {
    const two = [await startWorker(), await startWorker()];
    const ids = await Promise.all(Array.from({ length: 6 }, () => startHard(1500)));
    for (const id of ids) await ended(id);
    const took = two.map((worker) => worker.took.length);
    expect(Math.min(...took)).toBeGreaterThanOrEqual(1);
    // Each exactly once, by one of them.
    expect(two.flatMap((worker) => worker.took).sort()).toEqual([...ids].sort());
    const { body } = await home.post('optimizer/optimize', { quarter: QUARTER }).expect(200);
    expect(body.result.status).toBe('OPTIMAL');
    expect(await counts()).toEqual({ waiting: 0, dead: 0 });
  }, 240_000);

  it('say nothing of what is in them', async () => {
    const id = await start();
    await until('the message', async () => (await counts()).waiting === 1);
    const message = await onBroker(async (channel) => {
      const got = await channel.get(WORK_QUEUES.MAIN);
      if (got) channel.nack(got, false, true);
      return got && { content: JSON.parse(got.content.toString()) as unknown, properties: got.properties };
    });
    expect(message).toMatchObject({
      ...{ content: { tenantId: home.user.tenantId, id } },
      properties: { deliveryMode: 2, priority: 8 },
    });
  });

  it('are finished by another worker, exactly once, when one is killed in the middle', async () => {
    const victim = await startWorker();
    const id = await startHard(6000);
    await until('the victim to work', () => victim.took.includes(id));
    await pause(1000);
    const heir = await startWorker();
    await victim.kill();
    await ended(id);
    expect([victim.left, heir.took, heir.left]).toEqual([[], [id], [id]]);
    expect(await stateOf(id)).toMatchObject({ state: 'DONE', deliveries: null });
    const run = await start();
    await ended(run);
    const written = await asOwner(
      app.database,
      `select entity_id as id from audit where action = 'optimizer.optimize'`,
    );
    expect(written).toEqual([{ id: run }]);
  }, 120_000);

  it('go back when a worker is told to end and cannot finish, and count no try', async () => {
    const leaving = await startWorker({ drainMs: 300 });
    const id = await startHard(60_000);
    await until('the worker to work', () => leaving.took.includes(id));
    await leaving.stop();
    expect(await stateOf(id)).toMatchObject({ deliveries: 0 });
    await until('the message to be back', async () => (await counts()).waiting === 1);
  }, 60_000);

  it('are finished first when a worker that is told to end can', async () => {
    const leaving = await startWorker();
    const id = await startHard(3000);
    await until('the worker to work', () => leaving.took.includes(id));
    await leaving.stop();
    expect(await stateOf(id)).toMatchObject({ state: 'DONE' });
    expect(await counts()).toEqual({ waiting: 0, dead: 0 });
  }, 60_000);

  it('are taken by urgency: what people wait for, then what-ifs, then the rest', async () => {
    const worker = await startWorker();
    const first = await startHard(2000);
    await until('the worker to be busy', () => worker.took.includes(first));
    const order: string[] = [];
    for (const kind of ['REPEAT', 'TRIAL', 'PLAN'] as const) order.unshift(await startHard(200, kind));
    for (const id of order) await ended(id);
    expect(worker.took).toEqual([first, ...order]);
  }, 60_000);

  it('take questions about plans with them', async () => {
    const worker = await startWorker();
    const { body } = await home.post('insights/frontier', { quarter: QUARTER, most: 2 }).expect(200);
    expect(body.points.length).toBeGreaterThan(0);
    expect(worker.took).toHaveLength(1);
    expect(await asOwner(app.database, 'select 1 from optimizer_runs')).toEqual([]);
  }, 60_000);

  it('never wait behind questions, which have places of their own', async () => {
    const worker = await startWorker();
    const curious = await TestHousehold.create(app);
    await app.app.get(DemoHousehold).create(curious.user.tenantId);
    const questions = [1, 2, 3].map((effortCostCents) => {
      const request = curious.post('insights/limit-prices', {
        ...{ quarter: QUARTER, options: { timeLimitMs: 100_000, effortCostCents: 30 + effortCostCents } },
      });
      request.then(
        () => undefined,
        () => undefined,
      );
      return request;
    });
    await until('the worker to answer one', () => worker.took.length === 1);
    const id = await start();
    await ended(id, 20_000);
    expect(await stateOf(id)).toMatchObject({ state: 'DONE' });
    // The first question is still worked on, and the next one waits for its place.
    expect([worker.took.length, worker.left]).toEqual([2, [id]]);
    for (const question of questions) question.abort();
    await until('the worker to let go', () => worker.left.length === worker.took.length);
  }, 90_000);

  it('are ended in mid-work when they are cancelled', async () => {
    const worker = await startWorker();
    const id = await startHard(60_000, 'PLAN');
    await until('the worker to work', () => worker.took.includes(id));
    const { body } = await home.post(`optimizer/runs/${id}/cancel`).expect(200);
    expect(body.state).toBe('CANCELLED');
    await until('the worker to let go', () => worker.left.includes(id), 5000);
    const next = await start();
    await ended(next);
    expect([await stateOf(id), await stateOf(next)]).toMatchObject([
      { state: 'CANCELLED' },
      { state: 'DONE' },
    ]);
  }, 60_000);

  it('fail with a reason, and are put aside, when they kill whoever takes them', async () => {
    const id = await start();
    for (let tries = 1; tries <= 3; tries += 1) {
      const victim = await startWorker({ diesOfWork: true });
      expect(await victim.ended).toBe('SIGKILL');
      expect(await stateOf(id)).toMatchObject({ state: 'QUEUED', deliveries: tries });
    }
    const careful = await startWorker();
    await ended(id);
    expect(await stateOf(id)).toMatchObject({ state: 'FAILED', failure: 'CRASHED' });
    expect(careful.took).toEqual([]);
    await until('the dead letter', async () => (await counts()).dead === 1);
    const next = await start();
    await ended(next);
    expect(await stateOf(next)).toMatchObject({ state: 'DONE' });
  }, 120_000);

  it('are refused clearly while no worker is there, and taken when one comes', async () => {
    const began = performance.now();
    const { body } = await home.post('optimizer/optimize', { quarter: QUARTER }).expect(503);
    expect(body).toEqual({ error: 'SOLVER_BUSY', params: [] });
    expect(performance.now() - began).toBeLessThan(6000);
    const { body: ready } = await app.as(null).get('/api/health/ready').expect(200);
    expect(ready).toMatchObject({ status: 'degraded', checks: { solver: 'DOWN', broker: 'UP' } });
    const id = await start();
    await pause(1000);
    expect(await stateOf(id)).toMatchObject({ state: 'QUEUED' });
    await startWorker();
    await ended(id);
    expect(await stateOf(id)).toMatchObject({ state: 'DONE' });
  }, 60_000);

  it('stay with a worker that lost the broker and lives, however often', async () => {
    const [first, second] = [await startWorker(), await startWorker()];
    const id = await startHard(45_000);
    await until('a worker to work', () => [first, second].some(({ took }) => took.includes(id)));
    const seen = new Set<string>();
    for (let lost = 1; lost <= 4; lost += 1) {
      const lines = await connections((all) => all.length >= 4 && all.every((name) => !seen.has(name)));
      for (const name of lines) {
        seen.add(name);
        await manage(`/api/connections/${encodeURIComponent(name)}`, 'DELETE');
      }
      await until('both to be back', async () => (await consumers()) === 2, 20_000);
    }
    await until('the message to be dealt with', async () => (await counts()).waiting === 0);
    await pause(1000);
    expect([...first.took, ...second.took]).toEqual([id]);
    expect([...first.left, ...second.left]).toEqual([]);
    expect(await stateOf(id)).toMatchObject({ state: 'RUNNING', deliveries: 1 });
    await ended(id);
    expect(await stateOf(id)).toMatchObject({ state: 'DONE', deliveries: null });
    expect(await counts()).toEqual({ waiting: 0, dead: 0 });
  }, 150_000);

  it('are taken again when the broker has taken the queue away', async () => {
    const worker = await startWorker();
    await onBroker((channel) => channel.deleteQueue(WORK_QUEUES.MAIN));
    const id = await start();
    await ended(id, 20_000);
    expect(worker.took).toEqual([id]);
    expect(await stateOf(id)).toMatchObject({ state: 'DONE' });
  }, 60_000);

  it('are sent again when the broker had no queue for them', async () => {
    await start();
    await until('the message', async () => (await counts()).waiting === 1);
    await onBroker((channel) => channel.deleteQueue(WORK_QUEUES.MAIN));
    await start();
    // Asking for a queue that is not there is an error.
    const waiting = async () => (await counts().catch(() => ({ waiting: 0 }))).waiting;
    await until('the other message', async () => (await waiting()) === 1, 20_000);
  }, 60_000);

  it('wait for a broker that is away, and survive its restart', async () => {
    const worker = await startWorker();
    await broker.kill();
    const id = await start();
    await pause(500);
    expect(await stateOf(id)).toMatchObject({ state: 'QUEUED' });
    await broker.start();
    await ended(id);
    expect(worker.took).toEqual([id]);
    // A run in hand goes on, whoever ends up writing it down.
    const long = await startHard(8000);
    await until('the worker to work', () => worker.took.includes(long));
    await broker.kill();
    await broker.start();
    await ended(long);
    expect(await stateOf(long)).toMatchObject({ state: 'DONE', deliveries: null });
  }, 180_000);

  const consumers = () =>
    onBroker(async (channel) => (await channel.checkQueue(WORK_QUEUES.MAIN)).consumerCount);
  const manage = async (path: string, method = 'GET') => {
    const { username, password } = new URL(broker.amqpUrl);
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    return fetch(`${broker.env['BROKER_MANAGEMENT_URL']}${path}`, { method, headers: { authorization } });
  };
  /** Who is connected, once it is as it should be; the broker counts now and then. */
  const connections = async (holds: (names: string[]) => boolean): Promise<string[]> => {
    let names: string[] = [];
    const look = async () => {
      names = ((await (await manage('/api/connections')).json()) as { name: string }[]).map(
        ({ name }) => name,
      );
      return holds(names);
    };
    await until('the connections', look, 30_000);
    return names;
  };
  const counts = () =>
    onBroker(async (channel) => ({
      waiting: (await channel.checkQueue(WORK_QUEUES.MAIN)).messageCount,
      dead: (await channel.checkQueue(DEAD_QUEUE)).messageCount,
    }));
  async function onBroker<T>(
    work: (channel: Awaited<ReturnType<Awaited<ReturnType<typeof connect>>['createChannel']>>) => Promise<T>,
  ): Promise<T> {
    const connection = await connect(broker.amqpUrl);
    try {
      const channel = await connection.createChannel();
      channel.on('error', () => undefined);
      return await work(channel);
    } finally {
      await connection.close();
    }
  }
});
