import { api, type Operation } from '@fibado/contracts';
import type { Client } from '../client.js';
import { usage } from '../cli/exit-codes.js';
import { quarterOf } from '../cli/fields.js';
import { accountNames } from '../cli/household.js';
import { accept } from '../cli/plan.js';
import { inputOf, type Json, object, QUARTER } from './input-schema.js';
import { bodyOf } from './planning-tools.js';
import type { Tool } from './tool.js';

const { optimize, run: readRun } = api.optimizer;
const { save, saveBulk } = api.operations;
const { save: saveGoal } = api.goals;
const GOAL_FIELDS = ['id', 'version', 'name', 'date', 'amountCents', 'accountIds'] as const;
const OPERATION_FIELDS = [
  'id',
  'version',
  'quarter',
  'kind',
  'date',
  'valueDate',
  'accountId',
  'toAccountId',
  'amountCents',
  'description',
  'category',
  'status',
] as const;
const OPERATION_NEEDS = ['quarter', 'kind', 'date', 'valueDate', 'accountId', 'amountCents', 'description'];

/** What changes the household. */
export const WRITING_TOOLS: readonly Tool[] = [
  {
    name: 'make_plan',
    title: 'Make a plan',
    description:
      "Plans a quarter and keeps the plan as a run of it; the quarter's operations stay as they are.",
    input: inputOf(optimize.body, ['quarter', 'options'], ['quarter']),
    calls: [optimize],
    writes: true,
    run: async (client, given) => client.call(optimize, { body: await bodyOf(client, optimize, given) }),
  },
  {
    name: 'accept_plan',
    title: 'Accept a plan',
    description:
      "Takes the transfers of a run of make_plan over into the quarter's operations, in place of those of an earlier plan.",
    input: object({ runId: { type: 'string', description: 'Id of the run.' } }),
    calls: [readRun, saveBulk],
    writes: true,
    run: acceptRun,
  },
  {
    name: 'save_operation',
    title: 'Save an operation',
    description: 'Records an income, an expense or a transfer; with id and version it changes one.',
    input: inputOf(save.body, OPERATION_FIELDS, OPERATION_NEEDS),
    calls: [save],
    writes: true,
    run: async (client, given) => client.call(save, { body: await bodyOf(client, save, given) }),
  },
  {
    name: 'save_goal',
    title: 'Save a goal',
    description:
      'Records what the household wants to have freely available by a day; with id and version it changes a goal. Plans keep it.',
    input: inputOf(saveGoal.body, GOAL_FIELDS, ['name', 'date', 'amountCents']),
    calls: [saveGoal],
    writes: true,
    run: async (client, given) => client.call(saveGoal, { body: await bodyOf(client, saveGoal, given) }),
  },
  {
    name: 'mark_done',
    title: 'Tick the to-do list',
    description: 'Marks a planned operation as done, as ticking it in the to-do list does.',
    input: object({ quarter: QUARTER, operationId: { type: 'string', description: 'Id of the operation.' } }),
    calls: [api.operations.get, save],
    writes: true,
    run: markDone,
  },
];

async function acceptRun(client: Client, given: Json): Promise<unknown> {
  const run = await client.call(readRun, { params: { id: String(given['runId']) } });
  const { runId, quarter, inputHash, result } = run;
  if (!result || result.status === 'INFEASIBLE') throw usage(`The run ${runId} has no plan.`);
  const transfers = await accept(client, quarter, { runId, result }, await accountNames(client));
  return { inputHash, quarter, runId, transfers };
}

async function markDone(client: Client, given: Json): Promise<Operation> {
  const quarter = quarterOf(String(given['quarter']));
  const all = await client.call(api.operations.get, { params: { quarter } });
  const operation = all.find(({ id }) => id === given['operationId']);
  if (!operation) throw usage(`The quarter has no operation ${String(given['operationId'])}.`);
  return client.call(save, { body: { ...operation, status: 'DONE' } });
}
