/**
 * The optimizer without anything else: `npm run optimize -- PROBLEM.json [--limit MS] [--trace]
 * [--plan FILE] [--lp FILE]` reads a problem, or `{ problem, options }`, and writes plan and bound as JSON; with
 * `--trace` what every stage cost and gave, with `--lp` the daily net-flow program as an LP file.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkProblem, type Problem } from '@fibado/planning';
import { poolFormulation } from './formulations/formulations.js';
import { namesOf } from './formulations/names.js';
import { householdOf } from './household/household.js';
import { lpFile, statisticsOf } from './modelling/lp-file.js';
import { optimize } from './optimize.js';
import type { Incumbent, OptimizeOptions, StageTrace } from './types.js';

interface Request {
  readonly problem: Problem;
  readonly options?: OptimizeOptions;
}

/** Runs the command. Exit code 0 with a plan, 1 when the input is wrong, 2 when no plan can keep the limits. */
export async function command(args: readonly string[], say: (line: string) => void): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      limit: { type: 'string' },
      trace: { type: 'boolean', default: false },
      plan: { type: 'string' },
      lp: { type: 'string' },
    },
  });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) {
    say('usage: npm run optimize -- PROBLEM.json [--limit MS] [--trace] [--plan FILE] [--lp FILE]');
    return 1;
  }
  const read = JSON.parse(readFileSync(file, 'utf8')) as Problem | Request;
  const request: Request = 'problem' in read ? read : { problem: read };
  const issues = checkProblem(request.problem);
  for (const { path, message } of issues) say(`${path}: ${message}`);
  if (issues.length > 0) return 1;
  const timeLimitMs = values.limit === undefined ? request.options?.timeLimitMs : Number(values.limit);
  const options: OptimizeOptions = { ...request.options, timeLimitMs };
  if (values.lp !== undefined) writeProgram(request.problem, options, values.lp, say);
  const onIncumbent = ({ elapsedMs, objectiveCents, boundCents }: Incumbent): void => {
    const bound = boundCents === undefined ? '' : `, bound ${euro(boundCents)}`;
    say(`${String(elapsedMs)} ms: incumbent ${euro(objectiveCents)}${bound}`);
  };
  const result = await optimize(request.problem, options, {
    trace: values.trace,
    ...(values.trace ? { onIncumbent } : {}),
  });
  const { trace = [], ...plan } = result;
  if (values.trace) say(table(trace));
  const text = `${JSON.stringify(plan, null, 2)}\n`;
  if (values.plan === undefined) process.stdout.write(text);
  else writeFileSync(values.plan, text);
  return result.status === 'INFEASIBLE' ? 2 : 0;
}

function writeProgram(
  problem: Problem,
  options: OptimizeOptions,
  file: string,
  say: (line: string) => void,
): void {
  const model = poolFormulation(householdOf(problem, options), { spans: true });
  const program = model.builder.build();
  writeFileSync(file, lpFile(program, namesOf(model)));
  for (const { block, columns, integers, rows } of statisticsOf(program, model.builder.blocks)) {
    say(`${block}: ${String(columns)} columns (${String(integers)} integer), ${String(rows)} rows`);
  }
}

const euro = (cents: number): string => `${(cents / 100).toFixed(2)} €`;

function table(trace: readonly StageTrace[]): string {
  const known = (cents: number | undefined): string => (cents === undefined ? '–' : euro(cents));
  return trace
    .map(({ stage, job, startedMs, tookMs, objectiveCents, boundCents }) =>
      [
        stage.padEnd(28),
        job.padEnd(10),
        `${String(startedMs)} ms`.padStart(10),
        `+${String(tookMs)} ms`.padStart(10),
        known(objectiveCents).padStart(14),
        known(boundCents).padStart(14),
      ].join(''),
    )
    .join('\n');
}
