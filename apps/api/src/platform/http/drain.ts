import type { Server, ServerResponse } from 'node:http';

/**
 * Lets a server end without breaking off what it was asked: no new connections, answers to the requests that are
 * here, idle connections closed. Sockets that were upgraded are told elsewhere.
 * @returns the function that does it; it waits at most `limitMs` milliseconds and then breaks the rest off, which
 *   aborts their work.
 */
export function drainable(server: Server): (limitMs: number) => Promise<void> {
  const open = new Set<ServerResponse>();
  let draining = false;
  let empty: () => void = () => undefined;
  server.prependListener('request', (_request, response) => {
    open.add(response);
    if (draining) response.setHeader('Connection', 'close');
    response.once('close', () => {
      open.delete(response);
      if (open.size === 0) empty();
    });
  });
  return async (limitMs) => {
    draining = true;
    if (server.listening) server.close();
    for (const response of open) if (!response.headersSent) response.setHeader('Connection', 'close');
    if (open.size > 0) {
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([
        new Promise<void>((resolve) => (empty = resolve)),
        new Promise((resolve) => (timer = setTimeout(resolve, limitMs))),
      ]);
      clearTimeout(timer);
    }
    server.closeAllConnections();
  };
}
