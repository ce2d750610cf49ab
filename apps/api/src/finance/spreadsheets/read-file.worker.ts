import { readFile } from 'node:fs/promises';
import type { WorkerAnswer, WorkerTask } from '@fibado/spreadsheets';
import readInWorker from '@fibado/spreadsheets/worker';

type OnDisk<T> = T extends unknown
  ? Omit<T, 'bytes'> & { readonly path: string; readonly size: number }
  : never;

/** A reader's task, naming its file instead of carrying it: only the thread that reads a file holds it in memory. */
export type ReadFileTask = OnDisk<WorkerTask>;

/** What the threads that read spreadsheets run. */
export default async function run({ path, size: _, ...task }: ReadFileTask): Promise<WorkerAnswer<unknown>> {
  const bytes = await readFile(path);
  return readInWorker({ ...task, bytes });
}
