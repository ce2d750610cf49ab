import {
  type FilePreview,
  type ReadOptions,
  type SetupAccount,
  type SetupRow,
  type Statement,
  WORKER_RESOURCE_LIMITS,
  type WorkerAnswer,
  workerTimeMs,
} from '@fibado/spreadsheets';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { DomainError } from '../../platform/http/domain-error.js';
import type { UploadedFile } from '../../platform/http/endpoint.js';
import { WorkerPool, workerProgram } from '../../platform/jobs/worker-pool.js';
import type { ReadFileTask } from './read-file.worker.js';

/** Files read at once; each may take a good part of a gigabyte while it lasts. */
const THREADS = 1;
/** What a thread may take to begin, on a busy machine. */
const START_MS = 5000;
/** Files that may wait; they are on disk while they do. */
const QUEUE = 16;

/**
 * Reads what people upload, in a thread with limits: a hostile or broken file ends its thread and nothing else.
 * Everything throws DomainError with one of the file codes, SERVICE_UNAVAILABLE when too many files wait, or
 * CANCELLED.
 */
@Injectable()
export class SpreadsheetReader implements OnModuleDestroy {
  readonly #pool = new WorkerPool<ReadFileTask, WorkerAnswer<unknown>>({
    program: workerProgram('finance/spreadsheets/read-file'),
    threads: THREADS,
    queue: QUEUE,
    memory: {
      oldMb: WORKER_RESOURCE_LIMITS.maxOldGenerationSizeMb,
      youngMb: WORKER_RESOURCE_LIMITS.maxYoungGenerationSizeMb,
      stackMb: WORKER_RESOURCE_LIMITS.stackSizeMb,
    },
    codes: { busy: 'SERVICE_UNAVAILABLE', late: 'FILE_TIMEOUT', overflow: 'FILE_TOO_COMPLEX' },
  });

  statement({ path, size }: UploadedFile, options: ReadOptions, signal: AbortSignal): Promise<Statement> {
    return this.read<Statement>({ kind: 'statement', path, size, options }, signal);
  }

  preview({ path, size }: UploadedFile, options: ReadOptions, signal: AbortSignal): Promise<FilePreview> {
    return this.read<FilePreview>({ kind: 'preview', path, size, options }, signal);
  }

  setups(
    { path, size }: UploadedFile,
    accounts: readonly SetupAccount[],
    signal: AbortSignal,
  ): Promise<SetupRow[]> {
    return this.read<SetupRow[]>({ kind: 'setups', path, size, accounts }, signal);
  }

  private async read<T>(task: ReadFileTask, signal: AbortSignal): Promise<T> {
    const timeLimitMs = START_MS + workerTimeMs(task.size);
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
