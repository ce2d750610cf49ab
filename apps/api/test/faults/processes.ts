import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { EventPayload, EventTopic } from '@fibado/contracts';
import { TEST_NOW, TEST_SECRET, type TestApp } from '../support/app.js';

const LOADER = new URL('../../../../scripts/typescript.mjs', import.meta.url).href;
const SCRIPT = fileURLToPath(new URL('./api-process.ts', import.meta.url));

/** Moments between a commit and the end of what follows from it. */
export const DEATHS = ['committed', 'noting', 'publishing', 'published'] as const;

export interface ProcessSettings {
  readonly env: Readonly<Record<string, string>>;
  readonly now: string;
  readonly secret: string;
  readonly databaseUrl: string;
  readonly dieAt?: (typeof DEATHS)[number];
}

/** What a process needs of the application it joins. */
export type Joined = { readonly env: { readonly dataDir: string } } & Pick<TestApp, 'database'>;

export interface ApiProcess {
  readonly pid: number;
  readonly port: number;
  /** Causes an event there. @returns false when the process died before it could say that it is committed. */
  happen<T extends EventTopic>(tenantId: string, topic: T, payload: EventPayload<T>): Promise<boolean>;
  /** The signal the process died of, or undefined when it ended by itself. */
  readonly ended: Promise<NodeJS.Signals | undefined>;
  stop(): Promise<void>;
}

/** Starts another API process on the database of `app`. */
export async function startProcess(
  app: Joined,
  env: Readonly<Record<string, string>> = {},
  dieAt?: (typeof DEATHS)[number],
): Promise<ApiProcess> {
  const settings: ProcessSettings = {
    env: {
      FIBADO_DATA: app.env.dataDir,
      LOG_LEVEL: 'silent',
      DATABASE_POOL: '4',
      AUTOMATIC_PLANS: 'false',
      ...env,
    },
    now: TEST_NOW,
    secret: TEST_SECRET,
    databaseUrl: app.database.appUrl,
    ...(dieAt ? { dieAt } : {}),
  };
  const child = spawn(
    process.execPath,
    ['--no-warnings', '--import', LOADER, SCRIPT, JSON.stringify(settings)],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { PATH: process.env['PATH'] },
    },
  );
  const ended = new Promise<NodeJS.Signals | undefined>((resolve) =>
    child.once('exit', (_code, signal) => resolve(signal ?? undefined)),
  );
  const next = linesOf(child, ended);
  const ready = await next();
  if (!ready?.startsWith('ready ')) throw new Error('The process did not start');
  return {
    pid: child.pid ?? 0,
    port: Number(ready.slice('ready '.length)),
    ended,
    happen: async (tenantId, topic, payload) => {
      child.stdin?.write(`${JSON.stringify({ tenantId, topic, payload })}\n`);
      return (await next()) === 'done';
    },
    stop: async () => {
      child.stdin?.end();
      await ended;
    },
  };
}

/** The lines a process says, one a call; undefined after its end. */
function linesOf(child: ChildProcess, ended: Promise<unknown>): () => Promise<string | undefined> {
  const said: string[] = [];
  let tell: () => void = () => undefined;
  if (child.stdout)
    createInterface(child.stdout).on('line', (line) => {
      said.push(line);
      tell();
    });
  return async () => {
    while (said.length === 0) {
      const spoken = new Promise<true>((resolve) => (tell = () => resolve(true)));
      if ((await Promise.race([spoken, ended])) !== true && said.length === 0) return undefined;
    }
    return said.shift();
  };
}
