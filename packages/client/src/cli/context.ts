import { type Client, createClient } from '../client.js';
import { readLogin } from './stored-login.js';
import type { Terminal } from './terminal.js';

export const CLIENT_CODE = 'fibado';

/** What every command works with. */
export interface Context {
  readonly terminal: Terminal;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Set by `--json`. */
  json: boolean;
  /** What the command ends with unless it fails; `import` and `optimize` say more than done. */
  exitCode: number;
}

/** Notices a key that is about to end, milliseconds before. */
const WARN_MS = 7 * 24 * 3_600_000;

/** The client of the stored login. @throws CommandError without a stored login. */
export function signedIn(context: Context): Client {
  const login = readLogin(context.env);
  const left = login.expiresAt === undefined ? Infinity : Date.parse(login.expiresAt) - Date.now();
  if (left < WARN_MS) say(context, `This key ends on ${String(login.expiresAt?.slice(0, 10))}: fibado login`);
  const { key, tenant } = login;
  return clientOf(context, login.url, key, tenant);
}

export function clientOf(context: Context, url: string, token?: string, tenant?: string): Client {
  const client = createClient({
    baseUrl: url,
    clientCode: CLIENT_CODE,
    token: () => token,
    tenant: () => tenant,
  });
  // Every call ends with Ctrl-C.
  return until(context.signal, client);
}

/** A client whose calls end with a signal, those that have one of their own excepted. */
export function until(signal: AbortSignal, client: Client): Client {
  return {
    call: (endpoint, ...args) => {
      const input = { signal, ...args[0] };
      return client.call(endpoint, ...([input] as unknown as typeof args));
    },
  };
}

/** Writes the result: JSON for machines, otherwise the text made for people. */
export function print(context: Context, data: unknown, text: () => string): void {
  context.terminal.output.write(`${context.json ? JSON.stringify(data, null, 2) : text()}\n`);
}

/** A remark beside the result; it never mixes with it. */
export function say(context: Context, text: string): void {
  context.terminal.errors.write(`${text}\n`);
}
