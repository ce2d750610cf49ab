/** Runs of the optimizer that are started, watched and made hard. */

import type { OptimizeResultBody, OptimizerRun, OptimizerRunDetail, SaveOperation } from '@fibado/contracts';
import type { Problem } from '@fibado/planning';
import { hardProblem } from '@fibado/planning/testing';
import { RunRequests } from '../../src/finance/solver/run-requests.js';
import { asOwner } from './database.js';
import { QUARTER, TestHousehold } from './finance.js';
import { pause } from './waiting.js';

export const detail = async (home: TestHousehold, id: string): Promise<OptimizerRunDetail> =>
  (await home.get(`optimizer/runs/${id}`).expect(200)).body;
export const start = async (home: TestHousehold, options: object = {}): Promise<OptimizerRun> =>
  (await home.post('optimizer/runs', { quarter: QUARTER, options }).expect(200)).body;

/** Waits until `holds` of a run, and returns it. @throws after 55 seconds, with the run */
export async function untilRun(
  home: TestHousehold,
  id: string,
  holds: (run: OptimizerRunDetail) => boolean,
): Promise<OptimizerRunDetail> {
  for (const end = Date.now() + 55_000; Date.now() < end; await pause(50)) {
    const run = await detail(home, id);
    if (holds(run)) return run;
  }
  throw new Error(`The run is still ${JSON.stringify(await detail(home, id))}`);
}
export const ended = (home: TestHousehold, id: string) =>
  untilRun(home, id, ({ state }) => state !== 'QUEUED' && state !== 'RUNNING');

/** A plan's transfers as the operations that take it up. */
export const operationsOf = (transfers: OptimizeResultBody['transfers']): SaveOperation[] =>
  transfers.map(({ date, arrivalDate, fromAccountId, toAccountId, amountCents }) => ({
    quarter: QUARTER,
    kind: 'TRANSFER',
    date,
    valueDate: arrivalDate,
    accountId: fromAccountId,
    toAccountId,
    amountCents,
    description: 'Giroconto',
    origin: 'OPTIMIZER',
  }));

/** A run that takes as long as it may, of a quarter the household has. */
export async function startHard(
  home: TestHousehold,
  timeLimitMs: number,
  { operations, size }: { operations?: number; size?: number } = {},
): Promise<string> {
  const { app, user } = home;
  const problem: Problem = hardProblem(operations, size);
  await asOwner(
    app.database,
    `insert into quarters (tenant_id, date, state, initialized_at) values ($1, $2, 'INITIALIZED', now())
     on conflict do nothing`,
    [user.tenantId, problem.quarter],
  );
  const actor = { userId: user.id, username: user.username };
  const { id } = await app.transactions.inTenant(user.tenantId, actor, (scope) =>
    app.app.get(RunRequests).ask(scope, {
      kind: 'PLAN' as const,
      problem,
      options: { timeLimitMs, effortCostCents: 50 },
    }),
  );
  return id;
}
