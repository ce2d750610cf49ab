import {
  type FilePreview,
  type ReadOptions,
  type SetupAccount,
  type SetupRow,
  type Statement,
  WORKER_RESOURCE_LIMITS,
  type WorkerAnswer,
  type WorkerTask,
  workerTimeMs,
} from '@fibado/spreadsheets';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { DomainError } from '../../platform/http/domain-error.js';
import { WorkerPool, workerProgram } from '../../platform/jobs/worker-pool.js';

/** Files read at once; each may take a good part of a gigabyte while it lasts. */
const THREADS = 1;
/** What a thread may take to begin, on a busy machine. */
const START_MS = 5000;
/** Files that may wait; a file is in memory while it does. */
const QUEUE = 8;

/**
 * Reads what people upload, in a thread with limits: a hostile or broken file ends its thread and nothing else.
 * Everything throws DomainError with one of the file codes, SERVICE_UNAVAILABLE when too many files wait, or
 * CANCELLED.
 */
@Injectable()
export class SpreadsheetReader implements OnModuleDestroy {
  readonly #pool = new WorkerPool<WorkerTask, WorkerAnswer<unknown>>({
    program: workerProgram(import.meta.url, './read-file.worker'),
    threads: THREADS,
    queue: QUEUE,
    memory: {
      oldMb: WORKER_RESOURCE_LIMITS.maxOldGenerationSizeMb,
      youngMb: WORKER_RESOURCE_LIMITS.maxYoungGenerationSizeMb,
      stackMb: WORKER_RESOURCE_LIMITS.stackSizeMb,
    },
    codes: { busy: 'SERVICE_UNAVAILABLE', late: 'FILE_TIMEOUT', overflow: 'FILE_TOO_COMPLEX' },
  });

  statement(bytes: Uint8Array, options: ReadOptions, signal: AbortSignal): Promise<Statement> {
    return this.read<Statement>({ kind: 'statement', bytes, options }, signal);
  }

  preview(bytes: Uint8Array, options: ReadOptions, signal: AbortSignal): Promise<FilePreview> {
    return this.read<FilePreview>({ kind: 'preview', bytes, options }, signal);
  }

  setups(bytes: Uint8Array, accounts: readonly SetupAccount[], signal: AbortSignal): Promise<SetupRow[]> {
    return this.read<SetupRow[]>({ kind: 'setups', bytes, accounts }, signal);
  }

  private async read<T>(task: WorkerTask, signal: AbortSignal): Promise<T> {
    const timeLimitMs = START_MS + workerTimeMs(task.bytes.length);
    const answer = await this.#pool.run(task, { signal, timeLimitMs });
    if (answer.ok) return answer.value as T;
    const { code, params, message } = answer.error;
    if (code === 'UNEXPECTED') throw new Error(`A file could not be read: ${message}`);
    throw new DomainError(code, ...params);
  }

  onModuleDestroy(): Promise<void> {
    return this.#pool.close();
  }
}
