import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { createTestApp, type TestApp, type TestUser } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { QUARTER, TestHousehold } from '../support/finance.js';

describe('the figures for Prometheus', () => {
  let app: TestApp;
  let user: TestUser;
  let port: number;
  beforeAll(async () => {
    app = await createTestApp();
    user = await app.newUser(['FBDO_READ']);
    const probe = createServer();
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
    port = (probe.address() as AddressInfo).port;
    await new Promise((resolve) => probe.close(resolve));
    await app.app.get(Metrics).listen(port, '127.0.0.1');
  });
  afterAll(() => app.close());

  const read = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/plain; version=/),
    ]);
    return response.text();
  };
  const count = (text: string, endpoint: string, status: number) =>
    Number(
      new RegExp(
        `^fibado_http_request_seconds_count\\{endpoint="${endpoint}",status="${status}"\\} (\\d+)$`,
        'm',
      ).exec(text)?.[1] ?? 0,
    );

  it('count every request of the API, also those that are refused at the door', async () => {
    await app.as(user).get('/api/finance/banks/get').expect(200);
    await app.as(null).get('/api/finance/banks/get').expect(401);
    await app.as(user).post('/api/finance/banks/save', {}).expect(403);
    await app.as(null).get('/api/health/live').expect(200);
    await app.as(null).post('/api/user/token/generate', {}).expect(400);
    for (const address of ['/api/nowhere', '/api/nowhere/else']) await app.as(user).get(address).expect(404);
    const text = await read();
    expect([
      count(text, 'banks.get', 200),
      count(text, 'banks.get', 401),
      count(text, 'banks.save', 403),
      count(text, 'health.live', 200),
      count(text, 'tokens.generate', 400),
      count(text, 'none', 404),
    ]).toEqual([1, 1, 1, 1, 1, 2]);
    expect(text).not.toContain('nowhere');
    for (const name of ['fibado_solver_busy', 'fibado_work_waiting', 'process_resident_memory_bytes'])
      expect(text).toMatch(new RegExp(`^${name} [\\d.e+]+$`, 'm'));
  });

  it('count plans with their proof and gap, jobs by how they ended, and what waits in the queues', async () => {
    const home = await TestHousehold.create(app);
    await home.simple();
    const { body } = await home.post('optimizer/optimize', { quarter: QUARTER }).expect(200);
    expect(body.result).toMatchObject({ status: 'OPTIMAL' });
    await home.post('insights/frontier', { quarter: QUARTER, most: 0 }).expect(200);
    await asOwner(
      app.database,
      `insert into jobs (id, queue, available_at, dead_at) values
         (gen_random_uuid(), 'MAILS', clock_timestamp() - interval '90 seconds', null),
         (gen_random_uuid(), 'MAILS', clock_timestamp() + interval '1 hour', null),
         (gen_random_uuid(), 'MAILS', clock_timestamp(), clock_timestamp())`,
    );
    const text = await read();
    const value = (sample: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${sample} `))
          ?.split(' ')[1],
      );
    expect({
      plans: value('fibado_runs_total{kind="plan",outcome="optimal"}'),
      questions: value('fibado_runs_total{kind="question",outcome="answered"}'),
      gaps: value('fibado_plan_gap_cents_count'),
      proven: value('fibado_plan_gap_cents_bucket{le="5"}'),
      times: value('fibado_plan_seconds_count'),
      jobs: value('fibado_job_attempts_total{queue="PLANS",outcome="done"}'),
      mails: ['waiting', 'leased', 'dead'].map((state) =>
        value(`fibado_queue_jobs{queue="MAILS",state="${state}"}`),
      ),
      idle: value('fibado_queue_oldest_seconds{queue="PLANS"}'),
      dead: value('fibado_jobs_dead'),
    }).toEqual({
      plans: 1,
      questions: 1,
      gaps: 1,
      proven: 1,
      times: 1,
      jobs: 1,
      mails: [2, 0, 1],
      idle: 0,
      dead: 1,
    });
    const age = value('fibado_queue_oldest_seconds{queue="MAILS"}');
    expect(age).toBeGreaterThanOrEqual(90);
    expect(age).toBeLessThan(120);
    expect(text).not.toContain(home.user.tenantId);
  });

  /** Names and labels of what an expression of PromQL reads. */
  function readBy(expression: string): { name: string; labels: string[] }[] {
    const selectors: { name: string; labels: string[] }[] = [];
    parser.parse(expression).iterate({
      enter: ({ name, from, to, type }) => {
        if (type.isError) throw new Error(`No PromQL: ${expression}`);
        const text = expression.slice(from, to);
        if (name === 'Identifier') selectors.push({ name: text, labels: [] });
        if (name === 'LabelName') selectors.at(-1)?.labels.push(text);
      },
    });
    return selectors;
  }

  it('are what the dashboard and the alerts of deploy/ read, with the labels they group by', async () => {
    const text = await read();
    const file = (name: string) =>
      readFileSync(new URL(`../../../../deploy/${name}`, import.meta.url), 'utf8');
    const { panels } = JSON.parse(file('grafana/fibado.json')) as {
      panels: { targets: { expr: string }[] }[];
    };
    const rules = parse(file('prometheus/fibado.rules.yml')) as { groups: { rules: { expr: string }[] }[] };
    const expressions = [
      ...panels.flatMap(({ targets }) => targets),
      ...rules.groups.flatMap((group) => group.rules),
    ];
    const selectors = expressions
      .map(({ expr }) => expr.replaceAll(/\$__(rate_interval|range)/g, '5m'))
      .flatMap(readBy)
      // What Prometheus itself adds.
      .filter(({ name }) => name !== 'up');
    expect(selectors.length).toBeGreaterThan(25);
    const samples = text.split('\n').filter((line) => !line.startsWith('#'));
    for (const { name, labels } of selectors) {
      const sample = samples.find((line) => line.split(/[{ ]/)[0] === name);
      expect([name, sample !== undefined]).toEqual([name, true]);
      for (const label of labels.filter((one) => one !== 'job')) expect(sample).toContain(`${label}="`);
    }
  });

  it('contain no names', async () => {
    const text = await read();
    expect(text).not.toContain(user.username);
    expect(text).not.toContain(user.tenant);
  });

  it('are on a port of their own and nowhere else', async () => {
    for (const address of ['/metrics', '/api/metrics']) await app.as(user).get(address).expect(404);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/api/health/live`)).status).toBe(404);
  });
});
