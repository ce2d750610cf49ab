import type { ServiceCheck } from '@fibado/contracts';
import { inOneLine } from '../start-error.js';
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
