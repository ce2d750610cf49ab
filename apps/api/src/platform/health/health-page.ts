import { createServer, type Server } from 'node:http';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { listenOn } from '../start-error.js';
import { DomainError } from '../http/domain-error.js';
import { Readiness } from './readiness.js';

/** The API's health addresses in a process that serves nothing else. */
@Injectable()
export class HealthPage implements BeforeApplicationShutdown {
  #server: Server | undefined;

  constructor(private readonly readiness: Readiness) {}

  /** @returns the port it listens on. */
  listen(port: number, host: string): Promise<number> {
    const server = createServer((request, response) => {
      void this.answer(request.url?.split('?')[0] ?? '').then(({ status, body }) => {
        response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
        response.end(JSON.stringify(body));
      });
    });
    this.#server = server;
    return listenOn(server, 'WORKER_PORT', port, host);
  }

  async beforeApplicationShutdown(): Promise<void> {
    const server = this.#server;
    if (!server?.listening) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  private async answer(path: string): Promise<{ status: number; body: object }> {
    if (path === '/api/health/live') return { status: 200, body: { status: 'ok' } };
    if (path !== '/api/health/ready') return refusal(new DomainError('NOT_FOUND'));
    try {
      return { status: 200, body: await this.readiness.check() };
    } catch (error) {
      return refusal(error instanceof DomainError ? error : new DomainError('UNEXPECTED'));
    }
  }
}

const refusal = (error: DomainError) => ({ status: error.status, body: error.body });
