import { adminGroups, adminUsers } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, CallParam, Endpoint } from '../../platform/http/endpoint.js';
import { GroupsService } from './groups.service.js';

@Controller()
export class GroupsController {
  constructor(private readonly service: GroupsService) {}

  @Endpoint(adminGroups.get)
  get(@CallParam() { session, query }: Call<typeof adminGroups.get>) {
    return this.service.page(session, query);
  }

  @Endpoint(adminUsers.groups)
  choices(@CallParam() { session, query }: Call<typeof adminUsers.groups>) {
    return this.service.choices(session, query.tenantId);
  }

  @Endpoint(adminGroups.candidates)
  candidates(@CallParam() { session, query }: Call<typeof adminGroups.candidates>) {
    return this.service.candidates(session, query);
  }

  @Endpoint(adminGroups.save)
  save(@CallParam() { session, body }: Call<typeof adminGroups.save>) {
    return this.service.save(session, body);
  }

  @Endpoint(adminGroups.delete)
  delete(@CallParam() { session, params }: Call<typeof adminGroups.delete>) {
    return this.service.delete(session, params.id);
  }
}
