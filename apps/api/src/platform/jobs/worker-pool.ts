import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TransferListItem } from 'node:worker_threads';
import type { ErrorCode } from '@fibado/contracts';
import { Piscina } from 'piscina';
import { API_FOLDER, RUNS_SOURCES } from '../api-folder.js';
import { DomainError } from '../http/domain-error.js';
import { Semaphore } from './semaphore.js';

export interface WorkerPoolOptions {
  /** The threads' program, see {@link workerProgram}: a module whose default export takes a task. */
  readonly program: string;
  readonly threads: number;
  /** Tasks that may wait for a thread; a further one is refused. */
  readonly queue: number;
  /** After how long without a task a thread ends, milliseconds; by default two minutes. */
  readonly idleMs?: number | undefined;
  /** What a thread's heap may hold before it is ended, MB. WebAssembly has its own memory and its own limits. */
  readonly memory: { readonly oldMb: number; readonly youngMb: number; readonly stackMb?: number };
  /** What is answered when there is no room, when a task outlasts its time, and when it outgrows its memory. */
  readonly codes: { readonly busy: ErrorCode; readonly late: ErrorCode; readonly overflow: ErrorCode };
}

export interface Run {
  /** Aborted when the answer is no longer wanted: the task is told to stop, and soon its thread is ended. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds from the moment a thread takes the task; past them the thread is ended. */
  readonly timeLimitMs: number;
  /** What of the task is handed over instead of copied, ports for instance. */
  readonly transfer?: readonly TransferListItem[] | undefined;
  /** Tells the task to stop; one that cannot be told is ended with its thread, whose compiled code is lost. */
  readonly stop?: (() => void) | undefined;
  /** Aborted when the task is to stop with what it has: from then on it has `graceMs` before its thread is ended. */
  readonly hurry?: { readonly signal: AbortSignal; readonly graceMs: number } | undefined;
}

/** Why a pool did not bring a task to its end. */
export type PoolReason = 'BUSY' | 'LATE' | 'OVERFLOW';

/** A pool's refusal: for callers a code, for those who keep a record of it the reason. */
export class PoolError extends DomainError {
  constructor(
    code: ErrorCode,
    readonly reason: PoolReason,
  ) {
    super(code);
  }
}

/** Starting a thread takes some hundred milliseconds. */
const IDLE_MS = 120_000;
/** How long a task that was told to stop may go on when its answer is no longer wanted, milliseconds. */
const CANCEL_GRACE_MS = 1000;
/** Teaches a thread TypeScript where the product runs from its sources, as tests do. */
const TYPESCRIPT = pathToFileURL(join(API_FOLDER, '../../scripts/typescript.mjs'));

/**
 * Runs long or dangerous computations away from the thread that answers requests: bounded in number, time and
 * memory, and terminated when the answer is no longer wanted.
 */
export class WorkerPool<Task, Answer> {
  readonly #piscina: Piscina<Task, Answer>;
  readonly #semaphore: Semaphore;

  constructor(private readonly options: WorkerPoolOptions) {
    const { program, threads, memory } = options;
    this.#semaphore = new Semaphore(threads, options.queue);
    this.#piscina = new Piscina<Task, Answer>({
      filename: program,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: options.idleMs ?? IDLE_MS,
      // A thread waits for its next task without holding the process up.
      atomics: 'disabled',
      execArgv: program.endsWith('.ts')
        ? // Without the condition a thread with an empty environment takes the packages' build, old or missing.
          ['--no-warnings', '--conditions=source', '--import', TYPESCRIPT.href]
        : [],
      env: {},
      resourceLimits: {
        maxOldGenerationSizeMb: memory.oldMb,
        maxYoungGenerationSizeMb: memory.youngMb,
        ...(memory.stackMb === undefined ? {} : { stackSizeMb: memory.stackMb }),
      },
    });
    // A thread that dies outside a task is replaced; unhandled, the event would end the process.
    this.#piscina.on('error', () => undefined);
  }

  /** Tasks waiting for a thread. */
  get waiting(): number {
    return this.#semaphore.waiting;
  }

  /** Threads that run, with a task or without. */
  get threads(): number {
    return this.#piscina.threads.length;
  }

  /** Tasks a thread works on. */
  get busy(): number {
    return this.#semaphore.taken;
  }

  /**
   * @throws DomainError with the pool's codes, or CANCELLED when the signal was aborted; else what the task threw,
   * of which a thread boundary keeps the message only.
   */
  async run(task: Task, run: Run): Promise<Answer> {
    const { signal, transfer } = run;
    let release: (() => void) | undefined;
    const late = new AbortController();
    try {
      release = await this.#semaphore.acquire(signal);
      if (!release) throw new PoolError(this.options.codes.busy, 'BUSY');
      const forget = endInTime(run, late);
      try {
        const answer = await this.#piscina.run(task, {
          signal: late.signal,
          ...(transfer ? { transferList: [...transfer] } : {}),
        });
        signal?.throwIfAborted();
        return answer;
      } finally {
        forget();
      }
    } catch (error) {
      throw this.explain(error, signal?.aborted ?? false, late.signal.aborted);
    } finally {
      release?.();
    }
  }

  private explain(error: unknown, cancelled: boolean, late: boolean): unknown {
    if (error instanceof DomainError) return error;
    if (cancelled) return new DomainError('CANCELLED');
    if (late) return new PoolError(this.options.codes.late, 'LATE');
    const code = (error as { code?: unknown } | null)?.code;
    return code === 'ERR_WORKER_OUT_OF_MEMORY'
      ? new PoolError(this.options.codes.overflow, 'OVERFLOW')
      : error;
  }

  /** Ends every thread, whatever it is doing. */
  async close(): Promise<void> {
    await this.#piscina.destroy();
  }
}

/** Aborts `late` when a task has had its time. @returns what takes that back */
function endInTime({ signal, timeLimitMs, stop, hurry }: Run, late: AbortController): () => void {
  const over = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const endIn = (ms: number) => timers.push(setTimeout(() => late.abort(), ms));
  const when = (asked: AbortSignal, act: () => void) => {
    if (asked.aborted) act();
    else asked.addEventListener('abort', act, { once: true, signal: over.signal });
  };
  const stopWithin = (graceMs: number) => {
    stop?.();
    endIn(graceMs);
  };
  endIn(timeLimitMs);
  if (signal) when(signal, () => (stop ? stopWithin(CANCEL_GRACE_MS) : late.abort()));
  if (hurry) when(hurry.signal, () => stopWithin(hurry.graceMs));
  return () => {
    over.abort();
    for (const timer of timers) clearTimeout(timer);
  };
}

/**
 * The file of a thread's program, built or, where the product runs from its sources, as it is written.
 * @param name its path below the sources, without `.worker.ts`.
 */
export function workerProgram(name: string): string {
  return RUNS_SOURCES
    ? join(API_FOLDER, 'src', `${name}.worker.ts`)
    : join(API_FOLDER, 'dist', `${name}.worker.js`);
}
