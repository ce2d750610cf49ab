import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { DomainError } from '../../platform/http/domain-error.js';
import { WorkerPool, workerProgram } from '../../platform/jobs/worker-pool.js';
import type { ArchiveContent } from './archive-content.js';
import type { ExportAnswer, ExportTask } from './exports.worker.js';

const TIME_LIMIT_MS = 60_000;

/** Builds and reads whole files away from the thread that answers requests. */
@Injectable()
export class ExportPool implements OnModuleDestroy {
  readonly #pool = new WorkerPool<ExportTask, ExportAnswer>({
    program: workerProgram('finance/exports/exports'),
    threads: 1,
    queue: 16,
    memory: { oldMb: 1024, youngMb: 64 },
    codes: { busy: 'SERVICE_UNAVAILABLE', late: 'SERVICE_UNAVAILABLE', overflow: 'FILE_TOO_COMPLEX' },
  });

  /** @throws DomainError SERVICE_UNAVAILABLE when too many files are being made, CANCELLED. */
  async write(task: Exclude<ExportTask, { kind: 'readArchive' }>, signal: AbortSignal): Promise<Uint8Array> {
    const answer = await this.#pool.run(task, { signal, timeLimitMs: TIME_LIMIT_MS });
    if (!('bytes' in answer)) throw new Error('An export made no file');
    return answer.bytes;
  }

  /** @throws DomainError with a file code that says why the archive is refused. */
  async readArchive(path: string, signal: AbortSignal): Promise<ArchiveContent> {
    const answer = await this.#pool.run(
      { kind: 'readArchive', path },
      { signal, timeLimitMs: TIME_LIMIT_MS },
    );
    if ('content' in answer) return answer.content;
    if ('refused' in answer) throw new DomainError(answer.refused.code, ...answer.refused.params);
    throw new Error('An archive was not read');
  }

  onModuleDestroy(): Promise<void> {
    return this.#pool.close();
  }
}
