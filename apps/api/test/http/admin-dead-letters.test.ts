import { randomUUID } from 'node:crypto';
import type { DeadLetter } from '@fibado/contracts';
import { MailQueue } from '../../src/administration/email-server/mail-queue.js';
import { PasswordLinksService } from '../../src/identity/links/password-links.service.js';
import { MaintenanceJobs } from '../../src/platform/maintenance-jobs.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { createTestApp, type TestApp, type TestUser } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { QUARTER, TestHousehold } from '../support/finance.js';
import { startSmtpServer, type TestSmtpServer } from '../support/smtp.js';
import { until } from '../support/waiting.js';

const base = '/api/user/admin/dead-letters';

describe('dead letters', () => {
  let app: TestApp;
  let root: TestUser;
  let smtp: TestSmtpServer;
  beforeAll(async () => {
    smtp = await startSmtpServer();
    app = await createTestApp({ PUBLIC_URL: 'https://conti.example.org' });
    root = await app.newUser(['SADMIN']);
    await app
      .as(root)
      .post('/api/user/admin/email-server/save', {
        host: '127.0.0.1',
        port: smtp.port,
        security: 'NONE',
        fromName: 'Fibado',
        fromAddress: 'fibado@example.org',
      })
      .expect(200);
  });
  afterAll(async () => {
    await app.close();
    await smtp.close();
  });

  const list = async (query = '') =>
    (await app.as(root).get(`${base}/list${query}`).expect(200)).body as {
      items: DeadLetter[];
      total: number;
    };
  const audited = (id: string) =>
    asOwner<{ action: string; tenant: string | null; by: string; before: unknown }>(
      app.database,
      `select action, tenant_id as tenant, actor_username as by, before from audit where entity_id = $1 order by at, id`,
      [id],
    );
  /** A mail of a forgotten password that the server refuses for the last time. */
  const deadMail = async (): Promise<DeadLetter> => {
    smtp.refuseWith = 'Mailbox full';
    const user = await app.newUser([]);
    await app.as(null).post('/api/user/token/forgot-password', { username: user.username }).expect(204);
    await app.app.get(PasswordLinksService).settled();
    await app.app.get(MailQueue).drain();
    await asOwner(
      app.database,
      `update jobs set attempts = 8, available_at = clock_timestamp() where queue = 'MAILS' and dead_at is null`,
    );
    await app.app.get(MailQueue).drain();
    smtp.refuseWith = undefined;
    const [letter] = (await list('?queue=MAILS')).items;
    if (!letter) throw new Error('The mail is no dead letter');
    return letter;
  };

  it('are none at first', async () => {
    expect(await list()).toEqual({ items: [], page: 0, size: 50, total: 0 });
  });

  it('are the super-administrator’s alone', async () => {
    for (const user of [
      await app.newUser(['VIEW_SERVICE', 'MSF_USERS']),
      await app.newUser(['FBDO_FIBADO']),
    ]) {
      await app.as(user).get(`${base}/list`).expect(403);
      await app.as(user).post(`${base}/retry/${randomUUID()}`).expect(403);
      await app.as(user).delete(`${base}/discard/${randomUUID()}`).expect(403);
    }
    await app.as(null).get(`${base}/list`).expect(401);
  });

  it('are not found under an unknown id, nor under that of a job that still waits', async () => {
    const id = randomUUID();
    await asOwner(
      app.database,
      `insert into jobs (id, queue, available_at) values ($1, 'EVENTS', now() + interval '1 hour')`,
      [id],
    );
    for (const one of [id, randomUUID()]) {
      await app.as(root).post(`${base}/retry/${one}`).expect(404);
      await app.as(root).delete(`${base}/discard/${one}`).expect(404);
    }
    await asOwner(app.database, 'delete from jobs where id = $1', [id]);
  });

  it('of mails are sent when they are retried, and the audit says by whom', async () => {
    const letter = await deadMail();
    expect(letter).toMatchObject({ queue: 'MAILS', attempts: 9 });
    expect(letter.reason).toContain('Mailbox full');
    expect(letter).not.toHaveProperty('tenant');
    expect(await app.app.get(Metrics).registry.metrics()).toMatch(/^fibado_jobs_dead 1$/m);
    const before = smtp.mails.length;
    await app.as(root).post(`${base}/retry/${letter.id}`).expect(204);
    await app.app.get(MailQueue).drain();
    expect(smtp.mails.length).toBe(before + 1);
    expect((await list()).total).toBe(0);
    expect(await audited(letter.id)).toMatchObject([
      {
        action: 'deadLetters.retry',
        tenant: null,
        by: root.username,
        before: { queue: 'MAILS', attempts: 9 },
      },
    ]);
    await app.as(root).post(`${base}/retry/${letter.id}`).expect(404);
  });

  it('of mails take the mail with them when they are discarded', async () => {
    const letter = await deadMail();
    await app.as(root).delete(`${base}/discard/${letter.id}`).expect(204);
    expect((await list()).total).toBe(0);
    expect(await asOwner(app.database, 'select 1 from mails where id = $1', [letter.id])).toEqual([]);
    expect(await audited(letter.id)).toMatchObject([{ action: 'deadLetters.discard', by: root.username }]);
    await app.as(root).delete(`${base}/discard/${letter.id}`).expect(404);
  });

  it('of events name topic and household, and nothing of what is in them', async () => {
    const user = await app.newUser(['FBDO_FIBADO']);
    const id = randomUUID();
    await asOwner(
      app.database,
      `insert into jobs (id, tenant_id, queue, topic, payload, attempts)
       values ($1, $2, 'EVENTS', 'plan.unheard-of', '{"secret": 4711}', 24)`,
      [id, user.tenantId],
    );
    await until('the dead letter', async () => (await list('?queue=EVENTS')).total === 1, 10_000);
    const { items } = await list();
    expect(items).toMatchObject([
      {
        id,
        queue: 'EVENTS',
        topic: 'plan.unheard-of',
        tenant: user.tenant,
        attempts: 25,
        reason: 'This version knows no event plan.unheard-of',
      },
    ]);
    expect(JSON.stringify(items)).not.toContain('4711');
    await app.as(root).delete(`${base}/discard/${id}`).expect(204);
    expect(await audited(id)).toMatchObject([{ tenant: user.tenantId }]);
  });

  it('of plans are runs that failed, and are solved when they are retried', async () => {
    const home = await TestHousehold.create(app);
    await home.simple();
    // Its workers died with it: the next one that takes it gives it up.
    await asOwner(
      app.database,
      `create function kill_worker() returns trigger language plpgsql as
         $$ begin if new.queue = 'PLANS' then new.attempts := 3; end if; return new; end $$;
       create trigger kill_worker before insert on jobs for each row execute function kill_worker()`,
    );
    const { runId } = (await home.post('optimizer/runs', { quarter: QUARTER }).expect(200)).body as {
      runId: string;
    };
    const run = async () => (await home.get(`optimizer/runs/${runId}`).expect(200)).body as { state: string };
    await until('the failed run', async () => (await run()).state === 'FAILED', 10_000);
    expect(await run()).toMatchObject({ state: 'FAILED', failure: 'CRASHED' });
    const [letter] = (await list('?queue=PLANS')).items;
    expect(letter).toMatchObject({ id: runId, tenant: home.user.tenant, attempts: 3 });
    await asOwner(app.database, 'drop trigger kill_worker on jobs');
    await app.as(root).post(`${base}/retry/${runId}`).expect(204);
    await until('the plan', async () => (await run()).state === 'DONE', 30_000);
    expect((await list()).total).toBe(0);
  }, 60_000);

  it('are deleted after thirty days', async () => {
    const letter = await deadMail();
    const prune = () => app.app.get(MaintenanceJobs).run(app.clock.now());
    await asOwner(app.database, `update jobs set dead_at = dead_at - interval '29 days' where id = $1`, [
      letter.id,
    ]);
    await prune();
    expect((await list()).total).toBe(1);
    await asOwner(app.database, `update jobs set dead_at = dead_at - interval '2 days' where id = $1`, [
      letter.id,
    ]);
    await prune();
    expect((await list()).total).toBe(0);
    expect(await asOwner(app.database, 'select 1 from mails where id = $1', [letter.id])).toEqual([]);
  });
});
