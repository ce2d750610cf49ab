import { adminGroups } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, Called, Endpoint } from '../../platform/http/endpoint.js';
import { GroupsService } from './groups.service.js';

@Controller()
export class GroupsController {
  constructor(private readonly service: GroupsService) {}

  @Endpoint(adminGroups.get)
  get(@Called() { session, query }: Call<typeof adminGroups.get>) {
    return this.service.page(session, query);
  }

  @Endpoint(adminGroups.candidates)
  candidates(@Called() { session, query }: Call<typeof adminGroups.candidates>) {
    return this.service.candidates(session, query);
  }

  @Endpoint(adminGroups.save)
  save(@Called() { session, body }: Call<typeof adminGroups.save>) {
    return this.service.save(session, body);
  }

  @Endpoint(adminGroups.delete)
  delete(@Called() { session, params }: Call<typeof adminGroups.delete>) {
    return this.service.delete(session, params.id);
  }
}
