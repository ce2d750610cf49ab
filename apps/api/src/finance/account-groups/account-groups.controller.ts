import { accountGroups } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, Called, Endpoint } from '../../platform/http/endpoint.js';
import { Households } from '../shared/households.js';
import { AccountGroupsService } from './account-groups.service.js';

@Controller()
export class AccountGroupsController {
  constructor(
    private readonly households: Households,
    private readonly service: AccountGroupsService,
  ) {}

  @Endpoint(accountGroups.get)
  get(@Called() { session }: Call<typeof accountGroups.get>) {
    return this.households.of(session, (scope) => this.service.list(scope));
  }

  @Endpoint(accountGroups.save)
  save(@Called() { session, body }: Call<typeof accountGroups.save>) {
    return this.households.of(session, (scope) => this.service.save(scope, body));
  }

  @Endpoint(accountGroups.delete)
  delete(@Called() { session, params }: Call<typeof accountGroups.delete>) {
    return this.households.of(session, (scope) => this.service.delete(scope, params.id));
  }
}
