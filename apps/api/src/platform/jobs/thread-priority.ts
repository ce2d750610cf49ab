import { readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/**
 * Lowers the scheduling priority of the calling thread alone, where the kernel has one for each thread: on Linux, where
 * the priority of a process is that of the thread with its id (setpriority(2), "C library/kernel differences").
 * @param by steps of niceness; each gives a thread about a fifth less of a processor that others compete for.
 * @returns whether it was lowered.
 */
export function lowerThreadPriority(by: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    // `PID/task/TID`; there is no system call for it in Node.
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    // The process's own id would lower the thread that answers requests.
    if (!Number.isInteger(thread) || thread <= 0 || thread === process.pid) return false;
    setPriority(thread, Math.min(constants.priority.PRIORITY_LOW, getPriority(thread) + by));
    return true;
  } catch {
    // Without /proc, or where a sandbox refuses it, the thread keeps its priority.
    return false;
  }
}
