import { createServer, type Server } from 'node:http';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Request, RequestHandler } from 'express';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { listenOn } from '../start-error.js';

/** A request that was matched with an endpoint names it. */
export interface MeasuredRequest extends Request {
  endpointId?: string;
}
/** What stands in an endpoint's place for addresses that are none's: strangers invent them without end. */
const NO_ENDPOINT = 'none';

export interface LabelledValue<L extends string> {
  readonly labels: Readonly<Record<L, string>>;
  readonly value: number;
}

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

  /** Measures every request of the API, also those that are refused before anything is done. */
  readonly middleware: RequestHandler = (request: MeasuredRequest, response, next) => {
    const began = performance.now();
    response.once('close', () => {
      const endpoint = request.endpointId ?? NO_ENDPOINT;
      const labels = { endpoint, status: String(response.statusCode) };
      this.#requests.observe(labels, (performance.now() - began) / 1000);
    });
    next();
  };

  /** Counts what happened in this process since its start. */
  counter<L extends string>(name: string, help: string, labels: readonly L[]): Counter<L> {
    return new Counter({ name, help, labelNames: labels, registers: [this.registry] });
  }

  histogram(name: string, help: string, buckets: number[]): Histogram {
    return new Histogram({ name, help, buckets, registers: [this.registry] });
  }

  /** Figures by label that are read, all of them, when they are asked for. */
  gauges<L extends string>(
    name: string,
    help: string,
    labels: readonly L[],
    read: () => Promise<readonly LabelledValue<L>[]>,
  ): void {
    const gauge: Gauge<L> = new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [this.registry],
      collect: async () => {
        const values = await read();
        gauge.reset();
        for (const { labels: of, value } of values) gauge.set(of, value);
      },
    });
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
  async listen(port: number, host: string): Promise<void> {
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
    await listenOn(this.#server, 'METRICS_PORT', port, host);
  }

  onModuleDestroy(): void {
    this.#server?.close();
  }
}
