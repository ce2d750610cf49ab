import { adminTenants } from '@fibado/contracts';
import { Controller, Req } from '@nestjs/common';
import type { Request } from 'express';
import { type Call, CallParam, Endpoint } from '../../platform/http/endpoint.js';
import { originOf } from '../../platform/http/origin.js';
import { HouseholdEntries } from '../access/household-entries.js';
import { TenantCreation } from './tenant-creation.js';
import { TenantsService } from './tenants.service.js';

@Controller()
export class TenantsController {
  constructor(
    private readonly service: TenantsService,
    private readonly creation: TenantCreation,
    private readonly entries: HouseholdEntries,
  ) {}

  @Endpoint(adminTenants.get)
  get(@CallParam() { session, query }: Call<typeof adminTenants.get>) {
    return this.service.page(session, query);
  }

  @Endpoint(adminTenants.save)
  save(@CallParam() { session, body }: Call<typeof adminTenants.save>, @Req() request: Request) {
    const { id } = body;
    return id === undefined
      ? this.creation.create(session, body, originOf(request))
      : this.service.rename(session, id, body);
  }

  @Endpoint(adminTenants.setState)
  setState(@CallParam() { session, body }: Call<typeof adminTenants.setState>) {
    return this.service.setState(session, body);
  }

  @Endpoint(adminTenants.export)
  export(@CallParam() { session, params }: Call<typeof adminTenants.export>) {
    return this.service.export(session, params.id);
  }

  @Endpoint(adminTenants.delete)
  delete(@CallParam() { session, params, query }: Call<typeof adminTenants.delete>) {
    return this.service.delete(session, params.id, query.name);
  }

  @Endpoint(adminTenants.enter)
  enter(@CallParam() { session, body }: Call<typeof adminTenants.enter>) {
    return this.entries.enter(session, body.tenantId, body.reason);
  }

  @Endpoint(adminTenants.leave)
  leave(@CallParam() { session, body }: Call<typeof adminTenants.leave>) {
    return this.entries.leave(session, body.tenantId);
  }
}
