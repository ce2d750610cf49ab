import { Inject, Injectable } from '@nestjs/common';
import type { Env } from '../../../config/env.js';
import { ENV } from '../../../config/instance.module.js';

const TIMEOUT_MS = 10_000;

/** The broker's management plugin, asked as the user of `AMQP_URL`. */
@Injectable()
export class BrokerManagement {
  constructor(@Inject(ENV) private readonly env: Env) {}

  get isSet(): boolean {
    return this.env.BROKER_MANAGEMENT_URL !== undefined;
  }

  /** @param path below `/api/`. @throws when the plugin does not answer, or refuses. */
  async ask(
    path: string,
    method: 'GET' | 'PUT' | 'DELETE',
    body?: object,
    reason?: string,
  ): Promise<Response> {
    const address = this.env.BROKER_MANAGEMENT_URL ?? '';
    const { username, password } = new URL(this.env.AMQP_URL ?? '');
    const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    const response = await fetch(new URL(`api/${path}`, address.endsWith('/') ? address : `${address}/`), {
      method,
      headers: {
        Authorization: `Basic ${Buffer.from(login, 'utf8').toString('base64')}`,
        ...(reason === undefined ? {} : { 'X-Reason': reason }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // Gone by itself meanwhile is as good.
    if (!response.ok && response.status !== 404) throw new Error(`${method} ${path}: ${response.status}`);
    return response;
  }
}
