import { createRequire } from 'node:module';
import { api } from '@fibado/contracts';
import type { Command } from 'commander';
import { type Context, signedIn } from './context.js';
import { CommandError, EXIT } from './exit-codes.js';

/** Not installed with the package, whose other commands need nothing of it. */
const SDK = '@modelcontextprotocol/sdk';

/** The version it was tested with, as the package says. */
function sdkVersion(): string {
  const load = createRequire(import.meta.url);
  const { peerDependencies } = load('@fibado/client/package.json') as {
    peerDependencies: Record<typeof SDK, string>;
  };
  return peerDependencies[SDK];
}

export function addMcp(program: Command, context: Context, version: string): void {
  program
    .command('mcp')
    .description('serve tools for assistants on standard input and output (Model Context Protocol)')
    .option('--write', 'offer the tools that change something, too, as far as the key may')
    .addHelpText('after', `\nNeeds the package ${SDK} beside this one.`)
    .action(async ({ write = false }: { write?: boolean }) => {
      const client = signedIn(context);
      const user = await client.call(api.account.userLogged);
      const { serve, toolsFor } = await serverModule();
      const tools = toolsFor(user, write);
      if (tools.length === 0)
        throw new CommandError(
          EXIT.failed,
          'This key opens no tool: it needs FINANCE_READ, and OPTIMIZE to plan.',
        );
      if (write && !tools.some(({ writes }) => writes))
        throw new CommandError(EXIT.failed, 'This key changes nothing: make one with FINANCE_WRITE.');
      await serve({ client, tools, terminal: context.terminal, signal: context.signal, version });
    });
}

/** @throws CommandError where the SDK is not installed. */
async function serverModule(): Promise<typeof import('../mcp/server.js')> {
  try {
    return await import('../mcp/server.js');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes(SDK)) throw error;
    throw new CommandError(EXIT.failed, `${SDK} is not installed: npm install -g ${SDK}@${sdkVersion()}`);
  }
}
