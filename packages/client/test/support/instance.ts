import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** An answer, or a connection that ends before it (`destroy`) or within it (`cut`). */
export type Answer =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }
  | 'destroy'
  | 'cut';

/** A real HTTP server that answers what it is told to. */
export interface Instance {
  readonly origin: string;
  readonly seen: SeenRequest[];
  /** What it answers from now on, in this order; the last one again and again. */
  answers(...answers: readonly Answer[]): void;
  reset(): void;
  close(): Promise<void>;
}

/** @param headers sent with every answer. */
export async function startInstance(headers: Record<string, string> = {}): Promise<Instance> {
  const seen: SeenRequest[] = [];
  let planned: Answer[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers: sent } = request;
      const isPreflight = method === 'OPTIONS';
      if (!isPreflight) seen.push({ method, url, headers: sent, body: Buffer.concat(chunks) });
      const planning = planned.length > 1 ? planned.shift() : planned[0];
      const answer = isPreflight ? { status: 204 } : (planning ?? { status: 200, body: [] });
      if (answer === 'destroy') {
        request.socket.destroy();
        return;
      }
      if (answer === 'cut') {
        response.writeHead(200, { 'Content-Length': '100' });
        response.write('[', () => response.destroy());
        return;
      }
      const { status, body } = answer;
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers, ...answer.headers });
      response.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body));
    });
    request.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    seen,
    answers: (...answers) => {
      planned = [...answers];
    },
    reset: () => {
      planned = [];
      seen.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
