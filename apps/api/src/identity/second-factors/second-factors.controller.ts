import { secondFactors } from '@fibado/contracts';
import { Controller, Inject, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { type Call, CallParam, Endpoint } from '../../platform/http/endpoint.js';
import { originOf } from '../../platform/http/origin.js';
import { FactorAdministration } from './factor-administration.service.js';
import { FactorEnrolment } from './factor-enrolment.service.js';
import type { Site } from './passkeys.js';
import { SecondFactorsService } from './second-factors.service.js';

@Controller()
export class SecondFactorsController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly service: SecondFactorsService,
    private readonly enrolment: FactorEnrolment,
    private readonly administration: FactorAdministration,
  ) {}

  @Endpoint(secondFactors.get)
  get(@CallParam() { session }: Call<typeof secondFactors.get>) {
    return this.service.list(session);
  }

  @Endpoint(secondFactors.challenge)
  challenge(@CallParam() { session }: Call<typeof secondFactors.challenge>, @Req() request: Request) {
    return this.service.challenge(session, this.siteOf(request));
  }

  @Endpoint(secondFactors.beginTotp)
  beginTotp(@CallParam() { session }: Call<typeof secondFactors.beginTotp>) {
    return this.enrolment.beginTotp(session);
  }

  @Endpoint(secondFactors.confirmTotp)
  confirmTotp(@CallParam() { session, body }: Call<typeof secondFactors.confirmTotp>) {
    return this.enrolment.confirmTotp(session, body);
  }

  @Endpoint(secondFactors.beginPasskey)
  beginPasskey(@CallParam() { session }: Call<typeof secondFactors.beginPasskey>, @Req() request: Request) {
    return this.enrolment.beginPasskey(session, this.siteOf(request));
  }

  @Endpoint(secondFactors.confirmPasskey)
  confirmPasskey(
    @CallParam() { session, body }: Call<typeof secondFactors.confirmPasskey>,
    @Req() request: Request,
  ) {
    return this.enrolment.confirmPasskey(session, body, this.siteOf(request));
  }

  @Endpoint(secondFactors.rename)
  rename(@CallParam() { session, body }: Call<typeof secondFactors.rename>) {
    return this.service.rename(session, body);
  }

  @Endpoint(secondFactors.delete)
  delete(@CallParam() { session, params }: Call<typeof secondFactors.delete>) {
    return this.service.delete(session, params.id);
  }

  @Endpoint(secondFactors.recoveryCodes)
  recoveryCodes(@CallParam() { session }: Call<typeof secondFactors.recoveryCodes>) {
    return this.service.recoveryCodes(session);
  }

  @Endpoint(secondFactors.policy)
  policy(@CallParam() { session, body }: Call<typeof secondFactors.policy>) {
    return this.administration.setPolicy(session, body.required);
  }

  @Endpoint(secondFactors.reset)
  reset(@CallParam() { session, body }: Call<typeof secondFactors.reset>) {
    return this.administration.reset(session, body.id);
  }

  private siteOf(request: Request): Site {
    return this.env.PUBLIC_URL ?? originOf(request);
  }
}
