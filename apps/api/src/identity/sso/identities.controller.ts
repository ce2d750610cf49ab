import { identities } from '@fibado/contracts';
import { Controller, Inject, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { type Call, CallParam, Endpoint } from '../../platform/http/endpoint.js';
import { originOf } from '../../platform/http/origin.js';
import { IdentitiesService } from './identities.service.js';
import { OpenIdTying } from './openid-tying.service.js';
import { ProviderSignOuts } from './provider-sign-outs.js';

@Controller()
export class IdentitiesController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly service: IdentitiesService,
    private readonly tying: OpenIdTying,
    private readonly signOuts: ProviderSignOuts,
  ) {}

  @Endpoint(identities.get)
  get(@CallParam() { session }: Call<typeof identities.get>, @Req() request: Request) {
    return this.service.own(session, this.env.PUBLIC_URL ?? originOf(request));
  }

  @Endpoint(identities.beginTie)
  beginTie(@CallParam() { session, body }: Call<typeof identities.beginTie>, @Req() request: Request) {
    return this.tying.begin(session, body, this.env.PUBLIC_URL ?? originOf(request));
  }

  @Endpoint(identities.tie)
  tie(@CallParam() { session, body }: Call<typeof identities.tie>) {
    return this.tying.complete(session, body);
  }

  @Endpoint(identities.untie)
  untie(@CallParam() { session }: Call<typeof identities.untie>) {
    return this.service.untie(session);
  }

  @Endpoint(identities.untieOther)
  untieOther(@CallParam() { session, body }: Call<typeof identities.untieOther>) {
    return this.service.untieOther(session, body);
  }

  @Endpoint(identities.backChannelLogout)
  backChannelLogout(@CallParam() { body }: Call<typeof identities.backChannelLogout>) {
    return this.signOuts.byToken(body.logout_token);
  }
}
