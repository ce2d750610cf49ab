import {
  api,
  type OptimizeOptionsInput,
  type OptimizeResultBody,
  type PlannedTransfer,
} from '@fibado/contracts';
import type { Command } from 'commander';
import type { Client } from '../client.js';
import { type Context, print, signedIn } from './context.js';
import { EXIT, usage } from './exit-codes.js';
import { centsOf, checked, jsonOf, quarterName, quarterOf } from './fields.js';
import { accountNames } from './household.js';
import { evaluationText } from './quarter.js';
import { type Column, euros, table, withProgress } from './terminal.js';

interface OptimizeFlags {
  readonly accept?: true;
  readonly maxTransfers?: string;
  readonly from?: string;
  readonly effort?: string;
  readonly timeLimit?: string;
}

export function addPlan(program: Command, context: Context): void {
  program
    .command('optimize <quarter>')
    .description('plan the transfers of a quarter')
    .option('--accept', "take the plan over into the quarter's operations")
    .option('--max-transfers <n>', 'at most so many transfers')
    .option('--from <day>', 'leave what is before this day as it is')
    .option('--effort <euro>', 'what a transfer has to bring at least')
    .option('--time-limit <seconds>', 'look for so long at most')
    .addHelpText('after', '\nExit code 4: the limits cannot all be kept.')
    .action(async (text: string, flags: OptimizeFlags) => {
      const client = signedIn(context);
      const quarter = quarterOf(text);
      const options = optionsOf(flags);
      const body = checked<{ quarter: string }>(api.optimizer.optimize, { quarter, options });
      const run = await withProgress(context.terminal, `Planning ${quarterName(quarter)}`, () =>
        client.call(api.optimizer.optimize, { body }),
      );
      const nameOf = await accountNames(client);
      if (run.result.status === 'INFEASIBLE') context.exitCode = EXIT.infeasible;
      const accepted =
        flags.accept && run.result.status !== 'INFEASIBLE'
          ? await accept(client, quarter, run, nameOf)
          : undefined;
      print(context, { ...run, ...(accepted === undefined ? {} : { accepted }) }, () =>
        [
          resultText(run.result, nameOf),
          ...(accepted === undefined ? [] : [`Accepted: ${String(accepted)} transfers are planned.`]),
        ].join('\n'),
      );
    });
  program
    .command('what-if <file>')
    .description('plan a problem given whole in a JSON file { problem, options? }; nothing is stored')
    .action(async (file: string) => {
      const body = checked<{ problem: never }>(api.optimizer.whatIf, await jsonOf(context, file));
      const client = signedIn(context);
      const result = await withProgress(context.terminal, 'Planning', () =>
        client.call(api.optimizer.whatIf, { body }),
      );
      if (result.status === 'INFEASIBLE') context.exitCode = EXIT.infeasible;
      print(context, result, () => resultText(result, namesIn(body)));
    });
  program
    .command('evaluate <file>')
    .description('replay a problem and transfers of a JSON file { problem, transfers }; nothing is stored')
    .action(async (file: string) => {
      const content = await jsonOf(context, file);
      // A problem alone is a quarter without transfers.
      const given = { transfers: [], ...(content as object) };
      const body = checked<{ problem: never; transfers: [] }>(api.optimizer.evaluate, given);
      const evaluation = await signedIn(context).call(api.optimizer.evaluate, { body });
      print(context, evaluation, () => evaluationText(evaluation, namesIn(body)));
    });
}

function optionsOf(flags: OptimizeFlags): OptimizeOptionsInput {
  const whole = (text: string, flag: string): number => {
    if (!/^\d{1,6}$/.test(text)) throw usage(`${flag}: ${text} is no whole number.`);
    return Number(text);
  };
  return {
    ...(flags.maxTransfers ? { maxTransfers: whole(flags.maxTransfers, '--max-transfers') } : {}),
    ...(flags.from ? { from: flags.from } : {}),
    ...(flags.effort ? { effortCostCents: centsOf(flags.effort, '--effort') } : {}),
    ...(flags.timeLimit ? { timeLimitMs: whole(flags.timeLimit, '--time-limit') * 1000 } : {}),
  };
}

/** The plan's transfers in place of those of an earlier plan, from the day it begins. @returns how many. */
export async function accept(
  client: Client,
  quarter: string,
  { runId, result: { transfers } }: { readonly runId: string; readonly result: OptimizeResultBody },
  nameOf: (id: string) => string,
): Promise<number> {
  const { operations } = await client.call(api.operations.saveBulk, {
    body: {
      operations: transfers.map((transfer) => ({
        quarter,
        kind: 'TRANSFER' as const,
        date: transfer.date,
        valueDate: transfer.arrivalDate,
        accountId: transfer.fromAccountId,
        toAccountId: transfer.toAccountId,
        speed: transfer.speed,
        amountCents: transfer.amountCents,
        description: `${nameOf(transfer.fromAccountId)} → ${nameOf(transfer.toAccountId)}`,
        status: 'PLANNED' as const,
        origin: 'OPTIMIZER' as const,
      })),
      replaceOptimizer: { quarter },
      acceptedRunId: runId,
    },
  });
  return operations.length;
}

const transferColumns = (nameOf: (id: string) => string): readonly Column<PlannedTransfer>[] => [
  { title: 'date', value: (t) => t.date },
  { title: 'from', value: (t) => nameOf(t.fromAccountId) },
  { title: 'to', value: (t) => nameOf(t.toAccountId) },
  { title: 'amount', right: true, value: (t) => euros(t.amountCents) },
  { title: 'reason', value: (t) => t.reason },
  {
    title: 'worth',
    right: true,
    value: (t) => (t.marginalCents === null ? (t.unpriced ? '' : 'needed') : euros(t.marginalCents)),
  },
];

function resultText(result: OptimizeResultBody, nameOf: (id: string) => string): string {
  if (result.status === 'INFEASIBLE')
    return [
      'The limits cannot all be kept, whatever is transferred:',
      table(conflictColumns(nameOf), result.conflicts),
    ].join('\n');
  const proof =
    result.status === 'OPTIMAL'
      ? 'no plan is better'
      : `no plan is better by more than ${euros(result.gapCents)}`;
  return [
    table(transferColumns(nameOf), result.transfers),
    `Net return ${euros(result.netReturnCents)}, ${euros(result.gainCents)} more than without transfers; ${proof}.`,
  ].join('\n');
}

type Conflict = OptimizeResultBody['conflicts'][number];
const conflictColumns = (nameOf: (id: string) => string): readonly Column<Conflict>[] => [
  { title: 'account', value: (c) => nameOf(c.accountId) },
  { title: 'conflict', value: (c) => c.kind },
  { title: 'first day', value: (c) => c.date },
  { title: 'missing', right: true, value: (c) => euros(c.missingCents) },
];

/** The account names inside a problem. */
function namesIn(body: unknown): (id: string) => string {
  const { problem } = body as { problem: { accounts: readonly { id: string; name: string }[] } };
  const names = new Map(problem.accounts.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
}
