import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../../scripts/free-port.mjs';

const ROOT = join(import.meta.dirname, '../../../..');
const READY_WITHIN_MS = 240_000;
const ADMIN_PASSWORD = 'quattro cavalli e una password di prova';

export interface Instance {
  readonly url: string;
  readonly dataFolder: string;
  readonly adminPassword: string;
  stop(): Promise<void>;
}

function waitForReady(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`Not ready in time:\n${said}`)), READY_WITHIN_MS);
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      const ready = /Fibado is ready at (http:\/\/\S+)/.exec(said);
      if (!ready?.[1]) return;
      clearTimeout(timer);
      resolve(ready[1]);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The product ended with ${String(code)}:\n${said}`));
    });
  });
}

/** Starts the product as a user does, on a free port, over a data folder of its own. */
export async function startInstance(settings: Readonly<Record<string, string>> = {}): Promise<Instance> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'fibado-e2e-'));
  // The embedded database runs as another user where the tests run as root, and has to reach its folder.
  chmodSync(dataFolder, 0o755);
  const port = await freePort();
  const child = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs')], {
    cwd: ROOT,
    env: {
      ...process.env,
      FIBADO_ENV_FILE: '',
      FIBADO_DATA: dataFolder,
      PORT: String(port),
      ADMIN_PASSWORD,
      // Plans that come by themselves would change what journeys find.
      AUTOMATIC_PLANS: 'false',
      // Where journeys stand in for push services.
      WEBHOOK_NETWORKS: 'local',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 20_000))]);
    if (child.exitCode === null) child.kill('SIGKILL');
    rmSync(dataFolder, { recursive: true, force: true });
  };
  try {
    const url = await waitForReady(child);
    return { url, dataFolder, adminPassword: ADMIN_PASSWORD, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
