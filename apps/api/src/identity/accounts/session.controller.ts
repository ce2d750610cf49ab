import { sessionEndpoints } from '@fibado/contracts';
import { Controller, Inject, Req } from '@nestjs/common';
import type { Request } from 'express';
import { decodeJwt } from 'jose';
import { extractToken } from '../../platform/auth/session.strategy.js';
import { type Call, CallParam, Endpoint } from '../../platform/http/endpoint.js';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { originOf } from '../../platform/http/origin.js';
import { ProviderChecks } from '../sso/provider-checks.js';
import { StepUpService } from './step-up.service.js';
import { TokensService } from '../tokens/tokens.service.js';

@Controller()
export class SessionController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly service: TokensService,
    private readonly stepUps: StepUpService,
    private readonly checks: ProviderChecks,
  ) {}

  @Endpoint(sessionEndpoints.userLogged)
  userLogged(@CallParam() { session }: Call<typeof sessionEndpoints.userLogged>, @Req() request: Request) {
    if (session.key) return this.service.userLogged(session, session.key.expiresAt);
    // The guard has verified this token; only its end is read here.
    const expires = decodeJwt(extractToken(request) ?? '').exp ?? 0;
    return this.service.userLogged(session, expires * 1000);
  }

  @Endpoint(sessionEndpoints.stepUp)
  stepUp(
    @CallParam() { session, body, address }: Call<typeof sessionEndpoints.stepUp>,
    @Req() request: Request,
  ) {
    return this.stepUps.prove(session, body, { address, site: this.env.PUBLIC_URL ?? originOf(request) });
  }

  @Endpoint(sessionEndpoints.refresh)
  async refresh(@CallParam() { session }: Call<typeof sessionEndpoints.refresh>) {
    await this.checks.confirm(session);
    return this.service.refresh(session);
  }

  @Endpoint(sessionEndpoints.changeTenant)
  changeTenant(
    @CallParam() { session, params, client, address }: Call<typeof sessionEndpoints.changeTenant>,
  ) {
    return this.service.changeTenant(session, params.tenant, { client, address });
  }

  @Endpoint(sessionEndpoints.tenants)
  tenants(@CallParam() { session }: Call<typeof sessionEndpoints.tenants>) {
    return this.service.tenants(session);
  }

  @Endpoint(sessionEndpoints.blockChangedRole)
  blockChangedRole(@CallParam() { session }: Call<typeof sessionEndpoints.blockChangedRole>) {
    return session.rolesChanged ? 'Y' : 'N';
  }

  @Endpoint(sessionEndpoints.logout)
  logout(@CallParam() { session }: Call<typeof sessionEndpoints.logout>) {
    return this.service.signOut(session);
  }
}
