import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/free-port.mjs';

const PROBE = fileURLToPath(new URL('./probe.mjs', import.meta.url));
const MIB = 1024 * 1024;

/** What a process holds after a full collection. */
export interface MemorySample {
  /** Seconds since the first sample was asked for. */
  readonly seconds: number;
  readonly rssMiB: number;
  /** JavaScript objects, and what they hold outside the heap. */
  readonly heapMiB: number;
}

/** Asks a process started with its arguments and environment what it holds. */
export class MemoryProbe {
  readonly nodeArguments = ['--expose-gc', '--import', PROBE];
  readonly samples: MemorySample[] = [];
  #began: number | undefined;

  private constructor(private readonly port: number) {}

  static async create(): Promise<MemoryProbe> {
    return new MemoryProbe(await freePort());
  }

  get environment(): Record<string, string> {
    return { PROBE_PORT: String(this.port) };
  }

  async sample(): Promise<MemorySample> {
    const response = await fetch(`http://127.0.0.1:${this.port}/`);
    const usage = (await response.json()) as NodeJS.MemoryUsage;
    this.#began ??= performance.now();
    const one = {
      seconds: (performance.now() - this.#began) / 1000,
      rssMiB: usage.rss / MIB,
      heapMiB: (usage.heapUsed + usage.external) / MIB,
    };
    this.samples.push(one);
    return one;
  }

  async snapshot(file: string): Promise<void> {
    await (await fetch(`http://127.0.0.1:${this.port}/snapshot?file=${encodeURIComponent(file)}`)).text();
  }

  /** Samples every so many seconds until the work is done. */
  async during<T>(everySeconds: number, work: () => Promise<T>): Promise<T> {
    await this.sample();
    let next: Promise<unknown> = Promise.resolve();
    const timer = setInterval(() => {
      next = next.then(() => this.sample());
    }, everySeconds * 1000);
    try {
      return await work();
    } finally {
      clearInterval(timer);
      await next;
      await this.sample();
    }
  }
}

/** Least squares: how much y grows a unit of x. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const middle = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))] as const;
  const spread = points.reduce((sum, [x]) => sum + (x - middle[0]) ** 2, 0);
  return points.reduce((sum, [x, y]) => sum + (x - middle[0]) * (y - middle[1]), 0) / (spread || 1);
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
