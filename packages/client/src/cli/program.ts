import { Command, CommanderError } from 'commander';
import { addCompletion, candidates, COMPLETE } from './completion.js';
import type { Context } from './context.js';
import { EXIT } from './exit-codes.js';
import { addExport } from './export.js';
import { addGoalPrices } from './goal-prices.js';
import { addImport } from './import.js';
import { addInsight } from './insight.js';
import { addInstance } from './instance.js';
import { addLists } from './lists.js';
import { addLogin } from './login.js';
import { addMcp } from './mcp.js';
import { addPlan } from './plan.js';
import { addQuarter } from './quarter.js';
import { toldOf } from './refusals.js';
import { addTermOffers } from './term-offers.js';
import type { Terminal } from './terminal.js';

/** The `fibado` command, each part of it in a file of its own. */
function createProgram(context: Context, version: string): Command {
  const { output, errors } = context.terminal;
  const program = new Command('fibado')
    .description("A household's accounts and plans on a Fibado instance")
    .version(version)
    .addHelpText(
      'after',
      '\nInstalled by: npm install -g @fibado/client     once, without: npx @fibado/client …',
    )
    .option('--json', 'answer JSON, for machines')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => output.write(text),
      writeErr: (text) => errors.write(text),
    })
    .hook('preAction', (_program, action) => {
      context.json = action.optsWithGlobals<{ json?: boolean }>().json === true;
    });
  addLogin(program, context);
  addLists(program, context);
  addQuarter(program, context);
  addImport(program, context);
  addPlan(program, context);
  addInsight(program, context);
  addTermOffers(program, context);
  addGoalPrices(program, context);
  addExport(program, context);
  addMcp(program, context, version);
  addInstance(program, context);
  addCompletion(program, context);
  return program;
}

export interface Run {
  readonly terminal: Terminal;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly version: string;
}

/** Runs the command. @param words without the program's own name. @returns the exit code. */
export async function run(
  words: readonly string[],
  { terminal, env, signal, version }: Run,
): Promise<number> {
  const context: Context = { terminal, env, signal, json: words.includes('--json'), exitCode: EXIT.done };
  try {
    const program = createProgram(context, version);
    if (words[0] === COMPLETE) {
      terminal.output.write(`${candidates(program, words.slice(1)).join('\n')}\n`);
      return EXIT.done;
    }
    await program.parseAsync([...words], { from: 'user' });
    return context.exitCode;
  } catch (error) {
    return failed(context, error);
  }
}

function failed(context: Context, error: unknown): number {
  // Commander has already written what is wrong, or the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (context.signal.aborted) return EXIT.interrupted;
  const told = toldOf(error);
  if (told) {
    const { exitCode, text, data } = told;
    context.terminal.errors.write(`${context.json ? JSON.stringify(data) : text}\n`);
    return exitCode;
  }
  context.terminal.errors.write(
    `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  return EXIT.failed;
}
