import { tokens } from '@fibado/contracts';
import { Controller, Inject, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { type Call, CallParam, Endpoint } from '../../platform/http/endpoint.js';
import { originOf } from '../../platform/http/origin.js';
import { OpenIdSignIn } from './openid-sign-in.service.js';

@Controller()
export class OpenIdController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly service: OpenIdSignIn,
  ) {}

  @Endpoint(tokens.beginOpenId)
  begin(@CallParam() { body }: Call<typeof tokens.beginOpenId>, @Req() request: Request) {
    return this.service.begin(body, this.env.PUBLIC_URL ?? originOf(request));
  }

  @Endpoint(tokens.completeOpenId)
  complete(@CallParam() { body, address }: Call<typeof tokens.completeOpenId>) {
    return this.service.complete(body, { client: body.tokenClient, address });
  }
}
