import { bankConnections } from '@fibado/contracts';
import { Controller, Inject, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { Env } from '../../../config/env.js';
import { ENV } from '../../../config/instance.module.js';
import { type Call, CallParam, Endpoint } from '../../../platform/http/endpoint.js';
import { originOf } from '../../../platform/http/origin.js';
import { ConnectionKeysService } from './connection-keys.service.js';
import { ConsentsService } from './consents.service.js';
import { FetchesService } from './fetches.service.js';

/** The one page banks send people back to. */
const CALLBACK = '/fibado/import-data/connection';

@Controller()
export class ConnectionsController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly keys: ConnectionKeysService,
    private readonly consents: ConsentsService,
    private readonly fetches: FetchesService,
  ) {}

  @Endpoint(bankConnections.get)
  get(@CallParam() { session }: Call<typeof bankConnections.get>, @Req() request: Request) {
    return this.fetches.shown(session, this.callback(request));
  }

  @Endpoint(bankConnections.saveKey)
  saveKey(
    @CallParam() { session, body, signal }: Call<typeof bankConnections.saveKey>,
    @Req() request: Request,
  ) {
    return this.keys.save(session, body, this.callback(request), signal);
  }

  @Endpoint(bankConnections.deleteKey)
  deleteKey(@CallParam() { session, signal }: Call<typeof bankConnections.deleteKey>) {
    return this.consents.revokeAll(session, signal);
  }

  @Endpoint(bankConnections.banks)
  banks(@CallParam() { session, query, signal }: Call<typeof bankConnections.banks>) {
    return this.consents.banks(session, query.country, signal);
  }

  @Endpoint(bankConnections.startConsent)
  startConsent(
    @CallParam() { session, body, signal }: Call<typeof bankConnections.startConsent>,
    @Req() request: Request,
  ) {
    return this.consents.start(session, body, this.callback(request), signal);
  }

  @Endpoint(bankConnections.completeConsent)
  completeConsent(@CallParam() { session, body, signal }: Call<typeof bankConnections.completeConsent>) {
    return this.consents.complete(session, body, signal);
  }

  @Endpoint(bankConnections.revokeConsent)
  revokeConsent(@CallParam() { session, params, signal }: Call<typeof bankConnections.revokeConsent>) {
    return this.consents.revoke(session, params.id, signal);
  }

  @Endpoint(bankConnections.fetch)
  fetch(@CallParam() { session, body, signal }: Call<typeof bankConnections.fetch>) {
    return this.fetches.fetch(session, body, signal);
  }

  /** Fixed by the setting; without it as the caller reaches the instance, and only where the provider knows it. */
  private callback(request: Request): string {
    return `${(this.env.PUBLIC_URL ?? originOf(request)).replace(/\/$/, '')}${CALLBACK}`;
  }
}
