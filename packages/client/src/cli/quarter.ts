import { api, type Quarter, type Summary } from '@fibado/contracts';
import type { Command } from 'commander';
import { type Context, print, signedIn } from './context.js';
import { checked, jsonOf, quarterName, quarterOf } from './fields.js';
import { accountNames } from './household.js';
import { type Column, euros, table } from './terminal.js';

const told = (context: Context, quarter: Quarter): void => {
  print(
    context,
    quarter,
    () => `${quarterName(quarter.date)} is ${quarter.state}, with ${String(quarter.setups.length)} accounts.`,
  );
};

export function addQuarter(program: Command, context: Context): void {
  const command = program.command('quarter').description("a quarter's life");
  command
    .command('init <quarter>')
    .description('initialise: accounts and openings follow from the quarter before')
    .action(async (text: string) => {
      told(context, await signedIn(context).call(api.quarters.init, { body: { date: quarterOf(text) } }));
    });
  command
    .command('start <quarter>')
    .description('start: freeze the openings and seal the plan')
    .action(async (text: string) => {
      told(context, await signedIn(context).call(api.quarters.start, { body: { date: quarterOf(text) } }));
    });
  command
    .command('close <quarter>')
    .description("close with the banks' figures")
    .option(
      '--actuals <file>',
      'JSON list of { accountId, closingBalanceCents?, … }; otherwise the computed ones',
    )
    .option('--early', 'close although the last day is not over')
    .action(async (text: string, options: { actuals?: string; early?: true }) => {
      const actuals = options.actuals ? await jsonOf(context, options.actuals) : [];
      const early = options.early ?? false;
      const body = checked<never>(api.quarters.close, { date: quarterOf(text), actuals, early });
      told(context, await signedIn(context).call(api.quarters.close, { body }));
    });
  command
    .command('reopen <quarter>')
    .description('take back a start or a closing of the last 24 hours')
    .action(async (text: string) => {
      told(context, await signedIn(context).call(api.quarters.reopen, { body: { date: quarterOf(text) } }));
    });
  command
    .command('summary <quarter>')
    .description('every figure of a quarter')
    .action(async (text: string) => {
      const client = signedIn(context);
      const summary = await client.call(api.quarters.summary, { params: { date: quarterOf(text) } });
      const nameOf = context.json ? () => '' : await accountNames(client);
      print(context, summary, () => summaryText(summary, nameOf));
    });
}

type AccountFigures = Summary['evaluation']['accounts'][number];

const columns = (nameOf: (id: string) => string): readonly Column<AccountFigures>[] => [
  { title: 'account', value: (a) => nameOf(a.accountId) },
  { title: 'opening', right: true, value: (a) => euros(a.openingBalanceCents) },
  { title: 'income', right: true, value: (a) => euros(a.incomeCents) },
  { title: 'expenses', right: true, value: (a) => euros(a.expenseCents) },
  { title: 'in', right: true, value: (a) => euros(a.transfersInCents) },
  { title: 'out', right: true, value: (a) => euros(a.transfersOutCents) },
  { title: 'closing', right: true, value: (a) => euros(a.closingBalanceCents) },
  { title: 'average', right: true, value: (a) => euros(a.averageBalanceCents) },
  { title: 'interest', right: true, value: (a) => euros(a.netInterestCents) },
  { title: 'duty', right: true, value: (a) => euros(a.stampDutyCents) },
  { title: 'fees', right: true, value: (a) => euros(a.monthlyFeesCents + a.transferFeesCents) },
  { title: 'net', right: true, value: (a) => euros(a.netReturnCents) },
];

/** The accounts of an evaluation, its violations, and the total, as text. */
export function evaluationText(evaluation: Summary['evaluation'], nameOf: (id: string) => string): string {
  const lines = [table(columns(nameOf), evaluation.accounts)];
  for (const { kind, accountId, date, amountCents } of evaluation.violations)
    lines.push(`${date}  ${nameOf(accountId)}: ${kind} by ${euros(amountCents)}`);
  lines.push(`Net return: ${euros(evaluation.netReturnCents)}`);
  return lines.join('\n');
}

function summaryText(summary: Summary, nameOf: (id: string) => string): string {
  const { latestPlan: plan } = summary;
  const state = `${quarterName(summary.quarter)}  ${summary.state}`;
  const planned = plan
    ? `Newest plan: gain ${euros(plan.gainCents)}${plan.accepted ? ', accepted' : ''}${plan.stale ? ', stale' : ''}`
    : 'No plan yet.';
  return [state, evaluationText(summary.evaluation, nameOf), planned].join('\n');
}
