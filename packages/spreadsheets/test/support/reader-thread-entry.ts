import { parentPort } from 'node:worker_threads';
import type { WorkerTask } from '../../src/index.js';
import readInWorker from '../../src/worker.js';

/** What a thread pool does with the worker's default export, in the fewest lines. */
parentPort?.on('message', (task: WorkerTask) => {
  void readInWorker(task).then((answer) => parentPort?.postMessage(answer));
});
