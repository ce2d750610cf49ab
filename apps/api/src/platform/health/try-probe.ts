import type { ServiceCheck } from '@fibado/contracts';
import type { ServiceProbe } from './service-probes.js';

const PROBE_MS = 5000;

/** One round trip, never longer than five seconds; a failure is an answer, too. */
export async function tryProbe(probe: ServiceProbe, now: Date): Promise<ServiceCheck> {
  const at = now.toISOString();
  const started = performance.now();
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      abort.abort();
      reject(new Error(`No answer within ${PROBE_MS / 1000} seconds`));
    }, PROBE_MS);
  });
  try {
    if (!(await probe.on())) return { at, state: 'OFF' };
    const { version } = await Promise.race([probe.probe(abort.signal), tooLate]);
    const latencyMs = Math.round((performance.now() - started) * 10) / 10;
    return { at, state: 'UP', latencyMs, ...(version === undefined ? {} : { version }) };
  } catch (error) {
    return { at, state: 'DOWN', error: inOneLine(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** `fetch failed` says nothing; its cause does, and where that is several, the first of them. */
function inOneLine(error: unknown): string {
  const of = (value: unknown) =>
    (value ?? {}) as { cause?: unknown; errors?: unknown[]; message?: string; code?: string };
  const told = of(of(error).cause ?? error);
  const first = of(told.errors?.[0] ?? told);
  const text = first.message || first.code || of(error).message || String(error);
  return text.replaceAll(/\s+/g, ' ').slice(0, 300);
}
