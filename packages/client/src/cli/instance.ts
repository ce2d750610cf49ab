import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Context } from './context.js';
import { CommandError, EXIT } from './exit-codes.js';

/** What an administrator does on the machine of the instance, with its own commands. */
export function addInstance(program: Command, context: Context): void {
  const add = (name: string, description: string) =>
    program
      .command(`${name} [args...]`)
      .description(description)
      .allowUnknownOption()
      .addHelpText(
        'after',
        '\nRuns on the machine of the instance, in its folder or with FIBADO_HOME set to it.',
      )
      .action(async (args: string[]) => {
        context.exitCode = await run(context, [name, ...args]);
      });
  add('backup', 'write every row of the instance into a file: [--to FOLDER] [--prune]');
  add('restore', 'fill an instance without users from a backup: FILE');
}

function run(context: Context, args: readonly string[]): Promise<number> {
  const home = context.env['FIBADO_HOME'] ?? process.cwd();
  const script = join(home, 'scripts', 'command.mjs');
  if (!existsSync(script))
    throw new CommandError(EXIT.usage, `There is no Fibado in ${home}: set FIBADO_HOME to its folder.`);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit' });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? EXIT.failed));
  });
}
