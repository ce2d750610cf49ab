import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { TEST_NOW, TEST_SECRET, type TestApp } from '../support/app.js';
import { until } from '../support/waiting.js';

const LOADER = new URL('../../../../scripts/typescript.mjs', import.meta.url).href;
const SCRIPT = fileURLToPath(new URL('./worker-process.ts', import.meta.url));

export interface WorkerSettings {
  readonly env: Readonly<Record<string, string>>;
  readonly now: string;
  readonly secret: string;
  readonly databaseUrl: string;
  /** Kills itself with every run it takes. */
  readonly diesOfWork: boolean;
  /** Grace period of a leased run when the process is terminated. */
  readonly drainMs: number;
}

export interface WorkerProcess {
  /** Runs it took, in turn, and those it has let go of. */
  readonly took: readonly string[];
  readonly left: readonly string[];
  readonly ended: Promise<NodeJS.Signals | undefined>;
  /** Empties `took` and `left`. */
  forget(): void;
  kill(): Promise<void>;
  /** Ends it the way SIGTERM does. */
  stop(): Promise<void>;
}

/** Starts a worker on the database of `app`. */
export async function startWorkerProcess(
  app: TestApp,
  env: Readonly<Record<string, string>>,
  { diesOfWork = false, drainMs = 20_000 }: { diesOfWork?: boolean; drainMs?: number } = {},
): Promise<WorkerProcess> {
  const settings: WorkerSettings = {
    env: {
      FIBADO_DATA: app.env.dataDir,
      AUTOMATIC_PLANS: 'false',
      LOG_LEVEL: 'silent',
      DATABASE_POOL: '4',
      SOLVER_THREADS: '1',
      ...env,
    },
    now: TEST_NOW,
    secret: TEST_SECRET,
    databaseUrl: app.database.appUrl,
    diesOfWork,
    drainMs,
  };
  const { PATH, FIBADO_TEST_PROGRAMS } = process.env;
  const child = spawn(
    process.execPath,
    ['--no-warnings', '--conditions=source', '--import', LOADER, SCRIPT, JSON.stringify(settings)],
    { stdio: ['pipe', 'pipe', 'inherit'], env: { PATH, FIBADO_TEST_PROGRAMS } },
  );
  const ended = new Promise<NodeJS.Signals | undefined>((resolve) =>
    child.once('exit', (_code, signal) => resolve(signal ?? undefined)),
  );
  const said: string[] = [];
  createInterface(child.stdout).on('line', (line) => said.push(line));
  const of = (word: string) =>
    said.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  // One that dies of its work may do so before it is ready.
  await until(
    'a worker',
    () => said.length > 0 || child.exitCode !== null || child.signalCode !== null,
    60_000,
  );
  return {
    get took() {
      return of('took');
    },
    get left() {
      return of('left');
    },
    ended,
    forget: () => {
      said.length = 0;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
