import { randomUUID } from 'node:crypto';
import type { OptimizeResultBody, Operation, Summary } from '@fibado/contracts';
import { addQuarters, evaluate, quarterEnd, type Problem } from '@fibado/planning';
import { aProblem, anAccount, aSetup, anIncome, accountId, hardProblem } from '@fibado/planning/testing';
import { DemoHousehold } from '../../src/finance/demo/demo-household.js';
import { SolverPool } from '../../src/finance/solver/solver-pool.js';
import { ProblemService } from '../../src/finance/problem/problem.service.js';
import { SYSTEM_ACTOR } from '../../src/platform/database/transactions.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { aSalaryBody, NEXT, noId, QUARTER, recordEvents, TestHousehold } from '../support/finance.js';
import { operationsOf } from '../support/runs.js';
import { until } from '../support/waiting.js';

/** Two accounts, one of them earning: there is a plan, found at once. */
const simpleProblem = (): Problem =>
  aProblem({
    accounts: [
      anAccount(1),
      anAccount(2, {
        rates: [{ from: '2027-01-01', tiers: [{ upToCents: null, ratePct: 3 }], tierMode: 'MARGINAL' }],
      }),
    ],
    setups: [aSetup(1, 1_000_000), aSetup(2, 0)],
  });

describe('the optimizer', () => {
  let app: TestApp;
  let home: TestHousehold;
  let events: ReturnType<typeof recordEvents>;
  beforeAll(async () => {
    app = await createTestApp({ SOLVER_THREADS: '1', SOLVER_QUEUE: '16' });
    events = recordEvents(app);
    home = await TestHousehold.create(app);
  });
  afterAll(() => app.close());

  const waiting = async () =>
    (await asOwner(app.database, "select 1 from jobs where queue = 'PLANS' and holder is null")).length;

  describe('on the demonstration household', () => {
    let demo: TestHousehold;
    let run: { runId: string; createdAt: string; result: OptimizeResultBody };
    let problem: Problem;
    beforeAll(async () => {
      demo = await TestHousehold.create(app);
      await app.app.get(DemoHousehold).create(demo.user.tenantId);
      problem = await app.transactions.inTenant(demo.user.tenantId, SYSTEM_ACTOR, (scope) =>
        app.app.get(ProblemService).load(scope, QUARTER),
      );
      run = (
        await demo
          .post('optimizer/optimize', { quarter: QUARTER, options: { timeLimitMs: 1500 } })
          .expect(200)
      ).body;
    }, 60_000);
    const latest = async () =>
      ((await demo.get(`quarters/summary/${QUARTER}`).expect(200)).body as Summary).latestPlan;

    it('gains a visible sum, and the referee agrees to the cent', () => {
      const { result } = run;
      expect(['OPTIMAL', 'FEASIBLE']).toContain(result.status);
      expect(result.baseline.violations).not.toEqual([]);
      expect(result.gainCents).toBeGreaterThan(2000);
      expect(result.boundCents).toBeGreaterThanOrEqual(result.objectiveCents);
      const judged = evaluate(problem, result.transfers);
      expect(judged.violations).toEqual([]);
      expect(judged.netReturnCents).toBe(result.netReturnCents);
      expect(result.transfers.every((transfer) => transfer.date >= '2026-11-21')).toBe(true);
    });

    it('keeps the plan and shows it in the summary', async () => {
      expect(await latest()).toEqual({
        runId: run.runId,
        inputHash: run.result.inputHash,
        createdAt: run.createdAt,
        gainCents: run.result.gainCents,
        netReturnCents: run.result.netReturnCents,
        accepted: false,
        stale: false,
      });
      expect(events.of(demo.user.tenantId)).toContainEqual([
        'plan.ready',
        {
          quarter: QUARTER,
          status: run.result.status,
          gainCents: run.result.gainCents,
          transfers: run.result.transfers.length,
        },
      ]);
    });

    it('is accepted, stays fresh while its transfers are made, and says once when it is stale', async () => {
      const body = {
        operations: operationsOf(run.result.transfers),
        replaceOptimizer: { quarter: QUARTER },
      };
      const saved = (await demo.post('operations/save-bulk', body).expect(200)).body
        .operations as Operation[];
      expect(await latest()).toMatchObject({ accepted: true, stale: false });
      const summary: Summary = (await demo.get(`quarters/summary/${QUARTER}`)).body;
      expect(summary.evaluation.netReturnCents).toBe(run.result.netReturnCents);
      expect(summary.evaluation.violations).toEqual([]);
      await demo.post('operations/save', { ...saved[0], status: 'DONE' }).expect(200);
      expect(await latest()).toMatchObject({ stale: false });
      const stale = () => events.of(demo.user.tenantId).filter(([topic]) => topic === 'plan.stale');
      expect(stale()).toEqual([]);
      const anyAccount = saved[0]?.accountId ?? '';
      await demo.saveOperation(anyAccount, { date: '2026-12-01', amountCents: 12_345 });
      await demo.saveOperation(anyAccount, { date: '2026-12-02', amountCents: 12_345 });
      expect(await latest()).toMatchObject({ accepted: true, stale: true });
      expect(stale()).toEqual([['plan.stale', { quarter: QUARTER }]]);
    });
  });

  it('plans as many quarters as asked, with what the recurrences will bring, and adopts its own quarter only', async () => {
    const long = await TestHousehold.create(app);
    const { first, second } = await long.simple();
    const salary = aSalaryBody(first.id);
    await long.post('recurrences/keep', salary).expect(200);
    const { body } = await long
      .post('optimizer/optimize', { quarter: QUARTER, options: { horizonQuarters: 2, timeLimitMs: 5000 } })
      .expect(200);
    const result: OptimizeResultBody = body.result;
    expect(result.horizon).toMatchObject({ from: QUARTER, to: quarterEnd(NEXT) });
    expect(result.horizon?.quarters.map(({ quarter }) => quarter)).toEqual([QUARTER, NEXT]);
    const of = (id: string) => result.accounts.find(({ accountId: one }) => one === id);
    expect(of(first.id)?.baseline.incomeCents).toBe(6 * salary.amountCents);
    expect(of(second.id)?.planned.netInterestCents).toBeGreaterThan(0);
    const summary = async () => (await long.get(`quarters/summary/${QUARTER}`).expect(200)).body as Summary;
    expect((await summary()).latestPlan).toMatchObject({
      runId: body.runId,
      inputHash: body.result.inputHash,
      stale: false,
    });
    // What a later quarter expects does not make the plan of this one stale.
    await long
      .post('recurrences/keep', { ...salary, id: randomUUID(), from: NEXT, applyFrom: NEXT })
      .expect(200);
    expect((await summary()).latestPlan).toMatchObject({ stale: false });
    const mine = result.transfers.filter(({ date }) => date < NEXT);
    expect(mine.length).toBeGreaterThan(0);
    expect(result.transfers.length).toBeGreaterThan(mine.length);
    const operations = operationsOf(mine);
    await long
      .post('operations/save-bulk', {
        operations,
        replaceOptimizer: { quarter: QUARTER },
        acceptedRunId: body.runId,
      })
      .expect(200);
    expect((await summary()).latestPlan).toMatchObject({ accepted: true, stale: false });
  });

  it('answers infeasible in the words of the household', async () => {
    const poor = await TestHousehold.create(app);
    const { first } = await poor.simple();
    await poor.saveOperation(first.id, { amountCents: 1_500_000, date: '2026-12-10' });
    const { body } = await poor.post('optimizer/optimize', { quarter: QUARTER }).expect(200);
    expect(body.result).toMatchObject({ status: 'INFEASIBLE', transfers: [] });
    expect(body.result.conflicts[0]).toMatchObject({ date: '2026-12-10', missingCents: 500_000 });
  });

  describe('asked what if', () => {
    it('plans a problem in the body and keeps nothing', async () => {
      const { body } = await home
        .post('optimizer/what-if', { problem: simpleProblem(), options: { timeLimitMs: 5000 } })
        .expect(200);
      expect(body.status).toBe('OPTIMAL');
      expect(body.transfers).toHaveLength(1);
      expect(body.transfers[0]).toMatchObject({ fromAccountId: accountId(1), toAccountId: accountId(2) });
      const rows = await asOwner(app.database, 'select 1 from optimizer_runs where tenant_id = $1', [
        home.user.tenantId,
      ]);
      expect(rows).toEqual([]);
    });

    it("plans the household's own quarter as optimize does, and keeps nothing", async () => {
      const own = await TestHousehold.create(app);
      await own.simple();
      const options = { maxTransfers: 3, timeLimitMs: 5000 };
      const { body } = await own.post('optimizer/what-if', { quarter: QUARTER, options }).expect(200);
      expect((await own.get('optimizer/runs').expect(200)).body.items).toEqual([]);
      const kept = await own.post('optimizer/optimize', { quarter: QUARTER, options }).expect(200);
      const timeless = ({ solver: _, ...result }: { solver: object }) => result;
      expect(timeless(body)).toEqual(timeless(kept.body.result));
      for (const wrong of [{}, { quarter: QUARTER, problem: simpleProblem() }])
        await own.post('optimizer/what-if', wrong).expect(400, { error: 'VALIDATION', params: ['problem'] });
      await own.post('optimizer/what-if', { quarter: NEXT }).expect(404);
    });

    it('plans over every quarter of the horizon and says what one quarter at a time would lose', async () => {
      const { quarter, ...problem } = simpleProblem();
      const horizon = { from: quarter, to: quarterEnd(addQuarters(quarter, 1)) };
      const { body } = await home
        .post('optimizer/what-if', { problem: { ...problem, horizon }, options: { timeLimitMs: 5000 } })
        .expect(200);
      const quarters: { quarter: string; netReturnCents: number }[] = body.horizon.quarters;
      expect(quarters.map((part) => part.quarter)).toEqual([quarter, addQuarters(quarter, 1)]);
      expect(quarters.reduce((sum, part) => sum + part.netReturnCents, 0)).toBe(body.netReturnCents);
      expect(body.horizon.myopia.priceCents).toBe(body.objectiveCents - body.horizon.myopia.objectiveCents);
      expect(body.boundCents).toBeGreaterThanOrEqual(body.objectiveCents);
    });

    it('replays a problem with transfers as the referee does', async () => {
      const problem = simpleProblem();
      const transfers = [
        { date: '2027-04-01', fromAccountId: accountId(1), toAccountId: accountId(2), amountCents: 600_000 },
      ];
      const { body } = await home.post('optimizer/evaluate', { problem, transfers }).expect(200);
      expect(body).toEqual(JSON.parse(JSON.stringify(evaluate(problem, transfers))));
    });

    it('names every wrong field of the problem', async () => {
      const problem = simpleProblem();
      const wrong = {
        ...problem,
        accounts: [{ ...problem.accounts[0], bankId: noId() }, problem.accounts[1]],
        operations: [anIncome(1, 1, '2027-08-01', 5)],
      };
      for (const path of ['what-if', 'evaluate']) {
        const body = { problem: wrong, ...(path === 'evaluate' ? { transfers: [] } : {}) };
        const { body: answer } = await home.post(`optimizer/${path}`, body).expect(400);
        expect(answer.error).toBe('VALIDATION');
        expect(answer.params).toContain('problem.accounts.0.bankId');
        expect(answer.params.some((param: string) => param.startsWith('problem.operations.0.'))).toBe(true);
      }
      const stray = {
        date: '2027-04-01',
        fromAccountId: accountId(1),
        toAccountId: accountId(9),
        amountCents: 1,
      };
      const forced = await home
        .post('optimizer/what-if', { problem, options: { forced: [stray] } })
        .expect(400);
      expect(forced.body.params).toEqual(['options.forced.0.toAccountId']);
      const evaluated = await home.post('optimizer/evaluate', { problem, transfers: [stray] }).expect(400);
      expect(evaluated.body.params).toEqual(['transfers.0.toAccountId']);
    });

    it('refuses unknown keys and options out of range', async () => {
      const problem = simpleProblem();
      for (const [options, path] of [
        [{ speed: 1 }, 'options.speed'],
        [{ timeLimitMs: 1 }, 'options.timeLimitMs'],
        [{ from: '2027-02-30' }, 'options.from'],
        [{ maxTransfers: -1 }, 'options.maxTransfers'],
      ] as const) {
        const { body } = await home.post('optimizer/what-if', { problem, options }).expect(400);
        expect(body.params).toEqual([path]);
      }
    });
  });

  it('needs a quarter that is open and makes sense', async () => {
    const own = await TestHousehold.create(app);
    await own.post('optimizer/optimize', { quarter: NEXT }).expect(404);
    const { first } = await own.simple();
    await own
      .post('quarters/save-setups', {
        date: QUARTER,
        setups: [{ accountId: first.id, openingBalanceCents: 0, excluded: false, maxBalanceCents: 1 }],
      })
      .expect(200);
    await own.post('accounts/save', { ...first, minBalanceCents: 5 }).expect(200);
    const { body } = await own.post('optimizer/optimize', { quarter: QUARTER }).expect(409);
    expect(body).toEqual({ error: 'QUARTER_INCOMPLETE', params: [first.name] });
  });

  describe('under load', () => {
    const slow = (more: object = {}) =>
      home.post('optimizer/what-if', {
        problem: hardProblem(),
        options: { timeLimitMs: 60_000, effortCostCents: 50, ...more },
      });

    it('stops when the caller goes away, and the next one is served', async () => {
      const pool = app.app.get(SolverPool);
      const request = slow();
      const gone = new Promise<void>((resolve) => {
        void request.once('error', () => resolve());
      });
      const sent = request.then(
        () => undefined,
        () => undefined,
      );
      await until('the plan is computed', () => pool.busy === 1);
      request.abort();
      await Promise.race([gone, sent, new Promise((resolve) => setTimeout(resolve, 300))]);
      await until('the computation is stopped', () => pool.busy === 0);
      await home
        .post('optimizer/what-if', { problem: simpleProblem(), options: { timeLimitMs: 5000 } })
        .expect(200);
    }, 60_000);

    it('answers other requests meanwhile, and refuses what would wait too long', async () => {
      const pool = app.app.get(SolverPool);
      const running = [];
      for (let place = 0; place < 5; place += 1) {
        const request = slow();
        running.push(request);
        request.then(
          () => undefined,
          () => undefined,
        );
        // The household has four places to wait, of which the first would take one until then.
        if (place === 0) await until('the first is computed', () => pool.busy === 1);
      }
      await until('four wait', async () => (await waiting()) === 4);
      const refused = await home.post('optimizer/what-if', { problem: simpleProblem() }).expect(503);
      expect(refused.body).toEqual({ error: 'SOLVER_BUSY', params: [] });
      await home.get('banks/get').expect(200);
      // Nothing has ended meanwhile: no caller waited for that.
      expect([pool.busy, await waiting()]).toEqual([1, 4]);
      for (const request of running) request.abort();
      await until('none is left', async () => pool.busy === 0 && (await waiting()) === 0);
    }, 60_000);
  });
});
