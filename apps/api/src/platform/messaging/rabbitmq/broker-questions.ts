import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Env } from '../../../config/env.js';
import { ENV } from '../../../config/instance.module.js';
import { listenOn } from '../../start-error.js';
import { sameSecret } from '../../secrets.js';
import { AccessRules } from '../access-rules.js';

const MAX_BODY_BYTES = 16 * 1024;

/**
 * Answers `rabbitmq_auth_backend_http`: `allow` or `deny`, at `/<secret>/user`, `vhost`, `resource` and `topic`.
 * It listens apart from the API, on an address only the broker reaches, so that none of this is ever on the public
 * port; the secret in the path keeps other programs of that network out.
 */
@Injectable()
export class BrokerQuestions implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger('broker');
  #server: Server | undefined;

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly rules: AccessRules,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { BROKER_AUTH_HOST: host, BROKER_AUTH_PORT: port } = this.env;
    const server = createServer((request, response) => void this.respond(request, response));
    server.requestTimeout = 10_000;
    this.#server = server;
    await listenOn(server, 'BROKER_AUTH_PORT', port, host);
  }

  async beforeApplicationShutdown(): Promise<void> {
    const server = this.#server;
    if (!server?.listening) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = (status: number, text: string) => {
      response.writeHead(status, { 'Content-Type': 'text/plain' }).end(text);
    };
    try {
      const [secret = '', question = '', ...rest] = (request.url ?? '').slice(1).split('/');
      if (!sameSecret(secret, this.env.BROKER_AUTH_SECRET ?? '') || rest.length > 0) answer(404, 'not found');
      else if (request.method !== 'POST') answer(405, 'POST only');
      else answer(200, (await this.allows(question, await fieldsOf(request))) ? 'allow' : 'deny');
    } catch (error) {
      // The broker takes anything but `allow` as a refusal.
      this.#logger.error(error);
      answer(500, 'deny');
    }
  }

  private allows(question: string, fields: URLSearchParams): Promise<boolean> {
    const field = (name: string) => fields.get(name) ?? '';
    const username = field('username');
    const on = { username, vhost: field('vhost'), resource: field('resource'), name: field('name') };
    switch (question) {
      case 'user':
        return this.rules.user(username, field('password'));
      case 'vhost':
        return this.rules.vhost(username, field('vhost'));
      case 'resource':
        return this.rules.resource({ ...on, permission: field('permission') });
      case 'topic':
        return this.rules.topic({
          ...on,
          permission: field('permission'),
          routingKey: field('routing_key'),
        });
      default:
        return Promise.resolve(false);
    }
  }
}

async function fieldsOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new Error('The question is too long');
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
