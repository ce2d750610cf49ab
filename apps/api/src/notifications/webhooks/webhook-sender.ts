import { Inject, Injectable } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { Clock } from '../../platform/clock.js';
import { OutboundError, postOutside } from '../../platform/http/outbound.js';
import { SecretBox } from '../../platform/secret-box.js';
import { requestOf, type WebhookTarget } from './webhook-request.js';
import type { Outcome, WebhookContent, WebhookRow } from './webhooks.repository.js';

const SECRET = 'webhook-secret';
const TOKEN = 'webhook-token';
const TIMEOUT_MS = 10_000;

/** Sends to webhooks, and seals what it sends with. */
@Injectable()
export class WebhookSender {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  sealSecret(secret: string): string {
    return this.box.seal(SECRET, secret);
  }

  sealToken(token: string): string {
    return this.box.seal(TOKEN, token);
  }

  /** One attempt. */
  async send(row: WebhookRow, id: string, content: WebhookContent, signal: AbortSignal): Promise<Outcome> {
    const target = this.target(row);
    if (!target) return { error: 'DISABLED' };
    const limits = { networks: this.env.WEBHOOK_NETWORKS, timeoutMs: TIMEOUT_MS, signal };
    try {
      const status = await postOutside(requestOf(target, content, { id, now: this.clock.now() }), limits);
      if (status >= 200 && status < 300) return { status };
      return { status, error: status >= 300 && status < 400 ? 'REDIRECT' : 'STATUS' };
    } catch (error) {
      if (error instanceof OutboundError) return { error: error.failure };
      throw error;
    }
  }

  /** @returns nothing when it was sealed under another secret of the instance. */
  private target(row: WebhookRow): WebhookTarget | undefined {
    const { format, url, secretSealed, previousSecretSealed, previousSecretUntil, tokenSealed } = row;
    const isOld = previousSecretUntil === null || previousSecretUntil <= this.clock.now();
    try {
      const secret = secretSealed === null ? undefined : this.box.open(SECRET, secretSealed);
      const token = tokenSealed === null ? undefined : this.box.open(TOKEN, tokenSealed);
      const previousSecret =
        isOld || previousSecretSealed === null ? undefined : this.box.open(SECRET, previousSecretSealed);
      return { format, url, secret, previousSecret, token };
    } catch {
      return undefined;
    }
  }
}
