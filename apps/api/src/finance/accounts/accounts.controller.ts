import { accounts } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { CallParam, Endpoint, type TenantCall } from '../../platform/http/endpoint.js';
import { AccountsService } from './accounts.service.js';

@Controller()
export class AccountsController {
  constructor(private readonly service: AccountsService) {}

  @Endpoint(accounts.get, 'read')
  get(@CallParam() { scope }: TenantCall<typeof accounts.get>) {
    return this.service.list(scope);
  }

  @Endpoint(accounts.getAlreadySetUp, 'read')
  getAlreadySetUp(@CallParam() { scope, params }: TenantCall<typeof accounts.getAlreadySetUp>) {
    return this.service.listSetUp(scope, params.quarter);
  }

  @Endpoint(accounts.save, 'write')
  save(@CallParam() { scope, body }: TenantCall<typeof accounts.save>) {
    return this.service.save(scope, body);
  }

  @Endpoint(accounts.delete, 'write')
  delete(@CallParam() { scope, params }: TenantCall<typeof accounts.delete>) {
    return this.service.delete(scope, params.id);
  }
}
