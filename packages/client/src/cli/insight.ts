import { api, type BodyInputOf, type PlanOutline, type ResponseOf, type Scenario } from '@fibado/contracts';
import type { Command } from 'commander';
import type { Client } from '../client.js';
import { type Context, print, signedIn } from './context.js';
import { EXIT } from './exit-codes.js';
import { checked, jsonOf, quarterName, quarterOf } from './fields.js';
import { find, withIds } from './household.js';
import { horizon } from './horizon-option.js';
import { type Column, euros, table, withProgress } from './terminal.js';

type OfferValue = ResponseOf<typeof api.insights.offer>;
type Regret = ResponseOf<typeof api.insights.regret>;
type Comparisons = ResponseOf<typeof api.scenarios.compare>;

/** A scenario is of its quarter unless more are asked for. */
const QUARTER_ALONE = 1;

/** What is asked of a quarter's plan: scenarios, an account on offer, and a closed quarter looked back upon. */
export function addInsight(program: Command, context: Context): void {
  addScenario(program.command('scenario').description('stored what-ifs of a quarter'), context);
  program
    .command('offer <file>')
    .description(
      'what an account not yet opened would be worth, from a JSON file { quarter, offer, options? }',
    )
    .action(async (file: string) => {
      const client = signedIn(context);
      const body = checked<BodyInputOf<typeof api.insights.offer>>(
        api.insights.offer,
        await withIds(client, await jsonOf(context, file)),
      );
      const value = await withProgress(context.terminal, 'Planning', () =>
        client.call(api.insights.offer, { body }),
      );
      if (value.withOffer.status === 'INFEASIBLE') context.exitCode = EXIT.infeasible;
      print(context, value, () => offerText(value));
    });
  program
    .command('regret <quarter>')
    .description('a closed quarter: plan, actual and the best plan in hindsight')
    .action(async (text: string) => {
      const quarter = quarterOf(text);
      const client = signedIn(context);
      const regret = await withProgress(context.terminal, `Looking back at ${quarterName(quarter)}`, () =>
        client.call(api.insights.regret, { body: { quarter } }),
      );
      print(context, regret, () => regretText(regret));
    });
}

function addScenario(command: Command, context: Context): void {
  command
    .command('list <quarter>')
    .description('the scenarios of a quarter')
    .action(async (text: string) => {
      const all = await scenariosOf(signedIn(context), quarterOf(text));
      print(context, all, () => table(scenarioColumns, all));
    });
  command
    .command('save <file>')
    .description('create one from a JSON file { quarter, name, changes }, or change it with id and version')
    .action(async (file: string) => {
      const client = signedIn(context);
      const body = checked<BodyInputOf<typeof api.scenarios.save>>(
        api.scenarios.save,
        await withIds(client, await jsonOf(context, file)),
      );
      const saved = await client.call(api.scenarios.save, { body });
      print(context, saved, () => `${saved.name}: ${String(saved.changes.length)} changes, id ${saved.id}.`);
    });
  addScenarioFigures(command, context);
  command
    .command('promote <quarter> <name>')
    .description('make one real: its changes are applied, its plan becomes the accepted one')
    .action(async (text: string, name: string) => {
      const client = signedIn(context);
      const { id, version } = await scenarioOf(client, text, name);
      const promoted = await client.call(api.scenarios.promote, { body: { id, version } });
      print(context, promoted, () => `${name} is real: ${String(promoted.transfers)} transfers are planned.`);
    });
  command
    .command('delete <quarter> <name>')
    .description('delete one')
    .action(async (text: string, name: string) => {
      const client = signedIn(context);
      const { id } = await scenarioOf(client, text, name);
      await client.call(api.scenarios.delete, { params: { id } });
      print(context, { id }, () => `${name} is deleted.`);
    });
}

/** What scenarios are worth, over the quarter or over several from it on. */
function addScenarioFigures(command: Command, context: Context): void {
  interface Ahead {
    readonly quarters: number;
  }
  horizon(
    command
      .command('run <quarter> <name>')
      .description('plan the quarter, or several from it on, with its changes and without them'),
    QUARTER_ALONE,
  ).action(async (text: string, name: string, { quarters: horizonQuarters }: Ahead) => {
    const client = signedIn(context);
    const { id } = await scenarioOf(client, text, name);
    const scenario = await withProgress(context.terminal, `Planning ${name}`, () =>
      client.call(api.scenarios.run, { body: { id, horizonQuarters } }),
    );
    if (scenario.outcome?.plan.status === 'INFEASIBLE') context.exitCode = EXIT.infeasible;
    print(context, scenario, () => table(scenarioColumns, [scenario]));
  });
  horizon(
    command
      .command('compare <quarter>')
      .description('all scenarios beside the quarter, or several from it on, as they are now'),
    QUARTER_ALONE,
  ).action(async (text: string, { quarters: horizonQuarters }: Ahead) => {
    const params = { quarter: quarterOf(text) };
    const query = { horizonQuarters };
    const compared = await signedIn(context).call(api.scenarios.compare, { params, query });
    print(context, compared, () => comparisonText(compared, horizonQuarters));
  });
}

function scenariosOf(client: Client, quarter: string): Promise<readonly Scenario[]> {
  return client.call(api.scenarios.list, { params: { quarter } });
}

async function scenarioOf(client: Client, quarter: string, name: string): Promise<Scenario> {
  return find(await scenariosOf(client, quarterOf(quarter)), name, 'scenario');
}

/** A plan's worth, or that there is none. */
const worth = (plan: PlanOutline, cents: number): string =>
  plan.status === 'INFEASIBLE' ? 'no plan' : euros(cents);

/** How many quarters a plan looks at. */
const quartersOf = ({ horizon: ahead }: PlanOutline): number => ahead?.quarters.length ?? 1;

const scenarioColumns: readonly Column<Scenario>[] = [
  { title: 'name', value: (one) => one.name },
  { title: 'changes', right: true, value: (one) => String(one.changes.length) },
  {
    title: 'worth',
    right: true,
    value: ({ outcome }) => (outcome ? worth(outcome.plan, outcome.worthCents) : 'not run'),
  },
  {
    title: 'quarters',
    right: true,
    value: ({ outcome }) => (outcome ? String(quartersOf(outcome.plan)) : ''),
  },
  { title: 'stale', value: ({ outcome }) => (outcome?.stale === true ? 'stale' : '') },
  { title: 'promoted', value: (one) => one.promotedAt?.slice(0, 10) ?? '' },
  { title: 'id', value: (one) => one.id },
];

interface ComparedRow {
  readonly name: string;
  readonly plan: PlanOutline | undefined;
  /** Said in place of a plan. */
  readonly without: string;
  readonly difference: number | undefined;
  readonly stale: boolean;
}

const comparedColumns: readonly Column<ComparedRow>[] = [
  { title: 'scenario', value: (row) => row.name },
  {
    title: 'net return',
    right: true,
    value: ({ plan, without }) => (plan ? worth(plan, plan.netReturnCents) : without),
  },
  {
    title: 'difference',
    right: true,
    value: (row) => (row.difference === undefined ? '' : euros(row.difference)),
  },
  { title: 'duty', right: true, value: ({ plan }) => (plan ? euros(plan.stampDutyCents) : '') },
  { title: 'transfers', right: true, value: ({ plan }) => (plan ? String(plan.transfers.length) : '') },
  { title: 'stale', value: (row) => (row.stale ? 'stale' : '') },
];

/** Figures of scenarios that were run over another number of quarters would say nothing beside these. */
function comparisonText({ current, scenarios }: Comparisons, quarters: number): string {
  return table(comparedColumns, [
    { name: 'as it is now', plan: current, without: '', difference: undefined, stale: false },
    ...scenarios.map(({ name, outcome, netReturnDifferenceCents }) => ({
      name,
      plan: outcome && quartersOf(outcome.plan) === quarters ? outcome.plan : undefined,
      without: outcome ? `run over ${String(quartersOf(outcome.plan))}` : 'not run',
      difference: netReturnDifferenceCents,
      stale: outcome?.stale ?? false,
    })),
  ]);
}

function offerText({
  gainCents,
  withOffer,
  averageBalanceCents,
  peakBalanceCents,
  breakEven,
}: OfferValue): string {
  if (withOffer.status === 'INFEASIBLE') return 'With this account no plan keeps all limits.';
  return [
    `Worth ${euros(gainCents)} this quarter, with ${euros(averageBalanceCents)} on it on average and ${euros(peakBalanceCents)} at most.`,
    breakEven
      ? `It is worth something from ${String(breakEven.ratePct)} % on.`
      : 'No rate up to 20 % is known to make it worth something.',
  ].join('\n');
}

const PARTS: Readonly<Record<Regret['regretParts'][number]['kind'], string>> = {
  RATES: 'rates other than assumed',
  SURPRISES: 'unplanned operations',
  TRANSFERS: 'transfers late or missed',
  PLAN: 'a better plan at the start',
  STEP: 'whole steps',
  BANK: "the banks' own figures",
};
const partColumns: readonly Column<Regret['regretParts'][number]>[] = [
  { title: 'because of', value: ({ kind }) => PARTS[kind] },
  { title: 'euro', right: true, value: ({ cents }) => euros(cents) },
];

function regretText(regret: Regret): string {
  const { plan, actual, hindsight } = regret;
  return [
    `Planned ${euros(plan.netReturnCents)}, actual ${euros(actual.netReturnCents)}, in hindsight ${euros(hindsight.netReturnCents)}.`,
    '',
    `From actual to hindsight, ${euros(regret.regretCents)} with the effort of transfers:`,
    table(partColumns, regret.regretParts),
    '',
    `From plan to what the banks report, ${euros(regret.varianceCents)}:`,
    table(partColumns, regret.varianceParts),
  ].join('\n');
}
