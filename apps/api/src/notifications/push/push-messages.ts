import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { OutboundError, postOutside } from '../../platform/http/outbound.js';
import { PushKeys } from './push-keys.js';
import { type PushMessage, pushRequest, type PushTarget } from './push-request.js';

/** `GONE`: the browser's subscription has ended. `REFUSED`: another attempt would be refused, too. */
export type PushOutcome = 'DELIVERED' | 'GONE' | 'REFUSED' | 'FAILED';

const TIMEOUT_MS = 10_000;
const GONE = new Set([404, 410]);
const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** Hands messages to the push services of browsers. */
@Injectable()
export class PushMessages {
  readonly #logger = new Logger('push');

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly keys: PushKeys,
  ) {}

  /** Whether messages may go there: over TLS, or to this machine where the instance's settings say so. */
  allows(url: URL): boolean {
    const isSafe = url.protocol === 'https:' || this.env.WEBHOOK_NETWORKS === 'local';
    return isSafe && url.username === '' && url.password === '';
  }

  /** One attempt. */
  async send(target: PushTarget, message: PushMessage, signal: AbortSignal): Promise<PushOutcome> {
    const request = pushRequest(this.keys.sender, target, message);
    const limits = { networks: this.env.WEBHOOK_NETWORKS, timeoutMs: TIMEOUT_MS, signal };
    try {
      const status = await postOutside(request, limits);
      if (status >= 200 && status < 300) return 'DELIVERED';
      if (GONE.has(status)) return 'GONE';
      return this.failed(request.url, `status ${status}`, isPassing(status));
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return this.failed(request.url, error.failure, error.failure !== 'ADDRESS_REFUSED');
    }
  }

  /** The rest of the address is a secret between browser and instance. */
  private failed({ host }: URL, why: string, passing: boolean): PushOutcome {
    this.#logger.warn(`The push service ${host} took no message: ${why}`);
    return passing ? 'FAILED' : 'REFUSED';
  }
}
