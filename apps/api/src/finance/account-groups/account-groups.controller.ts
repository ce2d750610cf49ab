import { accountGroups } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { CallParam, Endpoint, type TenantCall } from '../../platform/http/endpoint.js';
import { AccountGroupsService } from './account-groups.service.js';

@Controller()
export class AccountGroupsController {
  constructor(private readonly service: AccountGroupsService) {}

  @Endpoint(accountGroups.get, 'read')
  get(@CallParam() { scope }: TenantCall<typeof accountGroups.get>) {
    return this.service.list(scope);
  }

  @Endpoint(accountGroups.save, 'write')
  save(@CallParam() { scope, body }: TenantCall<typeof accountGroups.save>) {
    return this.service.save(scope, body);
  }

  @Endpoint(accountGroups.delete, 'write')
  delete(@CallParam() { scope, params }: TenantCall<typeof accountGroups.delete>) {
    return this.service.delete(scope, params.id);
  }
}
