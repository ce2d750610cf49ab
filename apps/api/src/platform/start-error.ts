import type { Server } from 'node:http';

/** A reason for which the product cannot start, in one line a person can act on. */
export class StartError extends Error {}

/** `fetch failed` says nothing; its cause does, and where that is several, the first of them. */
export function inOneLine(error: unknown): string {
  const of = (value: unknown) =>
    (value ?? {}) as { cause?: unknown; errors?: unknown[]; message?: string; code?: string };
  const told = of(of(error).cause ?? error);
  const first = of(told.errors?.[0] ?? told);
  const text = first.message || first.code || of(error).message || String(error);
  return text.replaceAll(/\s+/g, ' ').slice(0, 300);
}

/** What connecting to the database threw, with the address and without the login. */
export function unreachable(databaseUrl: string, error: unknown): StartError {
  const { host, pathname } = new URL(databaseUrl);
  return new StartError(`The database ${host}${pathname} cannot be reached: ${inOneLine(error)}.`);
}

/**
 * Makes a server listen.
 * @param setting the name of the setting the port comes from.
 * @returns the port.
 * @throws StartError when the port is taken, or the address none of this machine's.
 */
export function listenOn(server: Server, setting: string, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      reject(new StartError(`${setting} ${port} on ${host} cannot be used (${code ?? message}).`));
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
