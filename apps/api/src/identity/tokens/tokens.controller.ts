import { tokens } from '@fibado/contracts';
import { Controller, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { type Call, CallParam, Endpoint } from '../../platform/http/endpoint.js';
import { SsoService } from '../sso/sso.service.js';
import { originOf } from '../../platform/http/origin.js';
import { FactorSignIn } from '../second-factors/factor-sign-in.service.js';
import { KnownDevices } from './known-devices.js';
import { SignIns } from './sign-ins.service.js';

@Controller()
export class TokensController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly signIns: SignIns,
    private readonly sso: SsoService,
    private readonly devices: KnownDevices,
    private readonly factors: FactorSignIn,
  ) {}

  @Endpoint(tokens.generate)
  async generate(
    @CallParam() { body, address }: Call<typeof tokens.generate>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const username = body.username.trim().toLowerCase();
    const device = this.devices.idOf(request, username);
    const origin = { client: body.tokenClient, address, device };
    const answer = await this.signIns.withPassword(body, origin, this.siteOf(request));
    if (!answer.secondFactor) this.devices.remember(request, response, username);
    return answer;
  }

  @Endpoint(tokens.passkeyOptions)
  passkeyOptions(@CallParam() _call: Call<typeof tokens.passkeyOptions>, @Req() request: Request) {
    return this.factors.passkeyOptions(this.siteOf(request));
  }

  @Endpoint(tokens.secondFactor)
  async secondFactor(
    @CallParam() { body, address }: Call<typeof tokens.secondFactor>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const origin = { client: body.tokenClient, address };
    const { username, result } = await this.factors.complete(body, origin, this.siteOf(request));
    if (result.token !== undefined) this.devices.remember(request, response, username);
    return result;
  }

  @Endpoint(tokens.fromKeycloakAuth)
  fromKeycloakAuth(@CallParam() { body, address }: Call<typeof tokens.fromKeycloakAuth>) {
    return this.sso.exchange(body, { client: body.tokenClient, address });
  }

  private siteOf(request: Request): string {
    return this.env.PUBLIC_URL ?? originOf(request);
  }
}
