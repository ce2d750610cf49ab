import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { WORKER_RESOURCE_LIMITS, workerTimeMs, type WorkerAnswer, type WorkerTask } from '../../src/index.js';
import type { WorkerValues } from '../../src/worker.js';

const ENTRY = new URL('./reader-thread-entry.ts', import.meta.url);
const TYPESCRIPT = fileURLToPath(new URL('../../../../scripts/typescript.mjs', import.meta.url));

export type Outcome<K extends WorkerTask['kind']> =
  | WorkerAnswer<WorkerValues[K]>
  | {
      readonly ok: false;
      readonly error: {
        readonly code: 'FILE_TIMEOUT' | 'FILE_TOO_COMPLEX' | 'DIED';
        readonly message: string;
      };
    };

/** One thread that reads files, ended and begun anew when a file passes its limits: what the API's pool does. */
export class ReaderThread {
  private worker: Worker | undefined;

  constructor(private readonly timeMs: (fileBytes: number) => number = workerTimeMs) {}

  read<K extends WorkerTask['kind']>(task: Extract<WorkerTask, { kind: K }>): Promise<Outcome<K>> {
    const worker = (this.worker ??= new Worker(ENTRY, {
      execArgv: ['--import', TYPESCRIPT],
      resourceLimits: { ...WORKER_RESOURCE_LIMITS },
    }));
    return new Promise((resolve) => {
      const finish = (outcome: Outcome<K>, ended: boolean): void => {
        clearTimeout(timer);
        for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
        if (ended) {
          this.worker = undefined;
          void worker.terminate().then(() => {
            resolve(outcome);
          });
        } else resolve(outcome);
      };
      const timer = setTimeout(() => {
        finish({ ok: false, error: { code: 'FILE_TIMEOUT', message: 'The time is up' } }, true);
      }, this.timeMs(task.bytes.length));
      worker.on('message', (answer: WorkerAnswer<WorkerValues[K]>) => {
        finish(answer, false);
      });
      worker.on('error', (error: Error & { code?: string }) => {
        const code = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'FILE_TOO_COMPLEX' : 'DIED';
        finish({ ok: false, error: { code, message: error.message } }, true);
      });
      worker.on('exit', () => {
        finish({ ok: false, error: { code: 'DIED', message: 'The thread ended' } }, true);
      });
      worker.postMessage(task);
    });
  }

  async end(): Promise<void> {
    await this.worker?.terminate();
    this.worker = undefined;
  }
}
