import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems give to connections and to servers on port 0 (Linux from 32768). */
const FIRST = 20_000;
const LAST = 32_767;
const ATTEMPTS = 50;

/**
 * A loopback port for a server that is started next. It is drawn at random from a range the system itself gives out
 * nothing of: a port of the system's choice can go to another process between its release here and its use there.
 * @throws {Error} where no drawn port was free
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(FIRST, LAST + 1);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port between ${String(FIRST)} and ${String(LAST)}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
