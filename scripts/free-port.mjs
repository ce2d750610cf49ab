import { createServer } from 'node:net';

/** Below the ports that systems give to connections and to servers on port 0 (Linux from 32768), above the registered ones in common use. */
const FIRST = 20_000;
const LAST = 32_767;
const ATTEMPTS = 50;

const isFree = (port) =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/**
 * A loopback port for a server that is started next. It is drawn at random from a range the system itself gives out
 * nothing of: a port of the system's choice can go to another process between its release here and its use there.
 * @throws {Error} where no drawn port was free
 */
export async function freePort() {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST + 1));
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port between ${FIRST} and ${LAST}`);
}
