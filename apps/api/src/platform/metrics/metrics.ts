import { createServer, type Server } from 'node:http';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Figures for Prometheus: times by endpoint and status, the process, and what other parts register. No amounts, no names. */
@Injectable()
export class Metrics implements OnModuleDestroy {
  readonly registry = new Registry();
  #server: Server | undefined;

  readonly #requests = new Histogram({
    name: 'fibado_http_request_seconds',
    help: 'Time from request to answer, by endpoint and status',
    labelNames: ['endpoint', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [this.registry],
  });

  observe(endpoint: string, status: number, seconds: number): void {
    this.#requests.observe({ endpoint, status: String(status) }, seconds);
  }

  /** A figure that is read when it is asked for. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.registry],
      collect: async () => gauge.set(await read()),
    });
  }

  /** Serves `/metrics` on a port of its own, so that the product's port never shows it. */
  listen(port: number, host: string): Promise<void> {
    collectDefaultMetrics({ register: this.registry });
    this.#server = createServer((request, response) => {
      if (request.url !== '/metrics') {
        response.writeHead(404).end();
        return;
      }
      this.registry.metrics().then(
        (text) => response.writeHead(200, { 'Content-Type': this.registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    });
    return new Promise((resolve, reject) => {
      this.#server?.once('error', reject).listen(port, host, resolve);
    });
  }

  onModuleDestroy(): void {
    this.#server?.close();
  }
}
