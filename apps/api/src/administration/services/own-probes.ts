import type { Server } from 'node:http';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { SYSTEM_ACTOR, Transactions } from '../../platform/database/transactions.js';
import { type Probed, ServiceProbes, shownAddress } from '../../platform/health/service-probes.js';
import { originAt } from '../../platform/http/origin.js';
import { NotifyTransport } from '../../platform/messaging/notify-transport.js';
import { VERSION } from '../../platform/version.js';
import { EmailServerService } from '../email-server/email-server.service.js';

/** Round trips through what an instance has: database, broker, identity provider, e-mail server, its own pages. */
@Injectable()
export class OwnProbes implements OnModuleInit {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly probes: ServiceProbes,
    private readonly transactions: Transactions,
    private readonly mail: EmailServerService,
    private readonly transport: NotifyTransport,
    private readonly http: HttpAdapterHost,
  ) {}

  onModuleInit(): void {
    const { KEYCLOAK_URL, KEYCLOAK_REALM } = this.env;
    this.probes.register({
      cd: 'database',
      kind: 'DATABASE',
      icon: 'database',
      address: shownAddress(this.env.DATABASE_URL),
      on: () => true,
      probe: () => this.database(),
    });
    this.probes.register({
      cd: 'broker',
      kind: 'BROKER',
      icon: 'arrows-exchange',
      address: shownAddress(this.env.AMQP_URL),
      on: () => true,
      probe: () => this.transport.ping(),
    });
    this.probes.register({
      cd: 'identity',
      kind: 'IDENTITY_PROVIDER',
      icon: 'id-badge-2',
      address: KEYCLOAK_URL && `${shownAddress(KEYCLOAK_URL)}/realms/${KEYCLOAK_REALM}`,
      on: () => KEYCLOAK_URL !== undefined,
      probe: (signal) => this.identityProvider(signal),
    });
    this.probes.register({
      cd: 'mail',
      kind: 'MAIL',
      icon: 'mail',
      on: () => this.mail.isSet(),
      probe: () => this.mail.verify().then(() => ({})),
    });
    this.probes.register({
      cd: 'web',
      kind: 'WEB',
      icon: 'world',
      on: () => this.ownAddress !== undefined,
      probe: (signal) => this.web(signal),
    });
  }

  /** Where this process listens, to ask it as a browser would. */
  get ownAddress(): string | undefined {
    const bound = (this.http.httpAdapter.getHttpServer() as Server).address();
    return typeof bound === 'object' && bound ? originAt(bound.address, bound.port) : undefined;
  }

  private async database(): Promise<Probed> {
    const rows = await this.transactions.onPlatform(SYSTEM_ACTOR, ({ manager }) =>
      // A table of ours under our role: more than that something answers on the port.
      manager.query<{ version: string }[]>(
        `select current_setting('server_version') as version, (select count(*) from tenants) as tenants`,
      ),
    );
    return { version: rows[0]?.version };
  }

  private async identityProvider(signal: AbortSignal): Promise<Probed> {
    const base = this.env.KEYCLOAK_INTERNAL_URL ?? this.env.KEYCLOAK_URL ?? '';
    const response = await fetch(
      `${base.replace(/\/$/, '')}/realms/${this.env.KEYCLOAK_REALM}/.well-known/openid-configuration`,
      { signal, redirect: 'error' },
    );
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    const { jwks_uri: keys } = (await response.json()) as { jwks_uri?: unknown };
    if (typeof keys !== 'string') throw new Error('The answer names no signing keys');
    return {};
  }

  private async web(signal: AbortSignal): Promise<Probed> {
    const response = await fetch(`${this.ownAddress}/`, {
      signal,
      headers: { accept: 'text/html' },
    });
    const page = await response.text();
    if (!response.ok || !page.includes('<html')) throw new Error(`HTTP ${response.status}, no page`);
    return { version: VERSION };
  }
}
