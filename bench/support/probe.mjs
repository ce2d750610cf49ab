/**
 * Loaded into the API's process by the benches, with `--expose-gc`: on PROBE_PORT, loopback, `/` answers what the process
 * holds after a full collection, and `/snapshot` writes a heap snapshot to the file its query names.
 */
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { writeHeapSnapshot } from 'node:v8';

/** What ended requests still hold goes with the timers and promises of the next moment. */
const SETTLE_MS = 50;

createServer(async (request, response) => {
  const url = new URL(request.url, 'http://127.0.0.1');
  if (url.pathname === '/snapshot') {
    response.end(writeHeapSnapshot(url.searchParams.get('file')));
    return;
  }
  globalThis.gc();
  await pause(SETTLE_MS);
  globalThis.gc();
  response.end(JSON.stringify(process.memoryUsage()));
})
  .listen(Number(process.env.PROBE_PORT), '127.0.0.1')
  .unref();
