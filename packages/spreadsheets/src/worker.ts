/**
 * The door through which a thread pool reads files: the default export takes plain data and answers plain data, and
 * the caller starts the thread with `WORKER_RESOURCE_LIMITS`
 * and ends it after `workerTimeMs`. Nothing here may throw: a thread boundary keeps an
 * error's message and drops its code.
 */

import { FileError } from './errors.js';
import { previewFile, readStatement } from './read-statement.js';
import type { FilePreview, SetupRow, Statement, WorkerAnswer, WorkerFailure, WorkerTask } from './types.js';
import { readSetups } from './setups/read-setups.js';

/** What each kind of task answers. */
export interface WorkerValues {
  readonly statement: Statement;
  readonly preview: FilePreview;
  readonly setups: readonly SetupRow[];
}

async function run(task: WorkerTask): Promise<WorkerValues[WorkerTask['kind']]> {
  switch (task.kind) {
    case 'statement':
      return readStatement(task.bytes, task.options);
    case 'preview':
      return previewFile(task.bytes, task.options);
    case 'setups':
      return readSetups(task.bytes, task.accounts);
  }
}

/** A failure as data. What is no `FileError` is a fault of ours, but for what only a file too large can cause. */
function failureOf(error: unknown): WorkerFailure {
  if (error instanceof FileError) {
    return { ok: false, error: { code: error.code, params: error.params, message: error.message } };
  }
  const code = error instanceof RangeError ? 'FILE_TOO_COMPLEX' : 'UNEXPECTED';
  return {
    ok: false,
    error: { code, params: [], message: error instanceof Error ? error.message : String(error) },
  };
}

/** Reads one file. Never rejects. */
export default async function readInWorker<K extends WorkerTask['kind']>(
  task: Extract<WorkerTask, { kind: K }>,
): Promise<WorkerAnswer<WorkerValues[K]>> {
  try {
    return { ok: true, value: (await run(task)) as WorkerValues[K] };
  } catch (error) {
    return failureOf(error);
  }
}
