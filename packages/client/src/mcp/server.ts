import type { UserLogged } from '@fibado/contracts';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type Tool as ListedTool,
} from '@modelcontextprotocol/sdk/types.js';
import type { Client } from '../client.js';
import { until } from '../cli/context.js';
import { toldOf } from '../cli/refusals.js';
import type { Terminal } from '../cli/terminal.js';
import { told } from './answer.js';
import type { Json } from './input-schema.js';
import { PLANNING_TOOLS } from './planning-tools.js';
import { READING_TOOLS } from './reading-tools.js';
import { isOpenTo, type Tool } from './tool.js';
import { WRITING_TOOLS } from './writing-tools.js';

const INSTRUCTIONS = `Fibado plans an Italian household's transfers among its bank accounts, net of tax.
Amounts are integer euro cents, rates are percent a year before tax, days are YYYY-MM-DD.
Every figure is the instance's own: quote it as it is and do not compute another one from it. \`inputHash\` names the
computation an answer comes from. \`names\` gives the names of the ids in an answer; tools take names as well as ids.`;

/** The tools a key opens. @param writes whether those that change something are wanted. */
export const toolsFor = (user: UserLogged, writes: boolean): readonly Tool[] =>
  [...READING_TOOLS, ...PLANNING_TOOLS, ...(writes ? WRITING_TOOLS : [])].filter((tool) =>
    isOpenTo(tool, user),
  );

const listed = ({ name, title, description, input, writes }: Tool): ListedTool => ({
  name,
  title,
  description,
  inputSchema: {
    ...input,
    properties: input.properties as Record<string, object>,
    required: [...input.required],
  },
  annotations: { title, readOnlyHint: writes !== true, destructiveHint: false, openWorldHint: false },
});

async function answered(tool: Tool | undefined, client: Client, given: Json): Promise<CallToolResult> {
  const text = (content: string) => [{ type: 'text' as const, text: content }];
  try {
    if (!tool) return { isError: true, content: text('There is no such tool.') };
    return { content: text(await told(client, await tool.run(client, given))) };
  } catch (error) {
    const refusal = toldOf(error);
    if (!refusal) throw error;
    return { isError: true, content: text(refusal.text) };
  }
}

interface Service {
  readonly client: Client;
  readonly tools: readonly Tool[];
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  readonly version: string;
}

/** Serves the tools until the host closes the input. */
export async function serve({ client, tools, terminal, signal, version }: Service): Promise<void> {
  const server = new Server(
    { name: 'fibado', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(listed) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
    answered(
      tools.find(({ name }) => name === params.name),
      until(AbortSignal.any([signal, extra.signal]), client),
      params.arguments ?? {},
    ),
  );
  const { input, output } = terminal;
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve;
    input.once('end', resolve);
    signal.addEventListener('abort', () => resolve());
  });
  await server.connect(new StdioServerTransport(input, output));
  await ended;
  await server.close();
}
