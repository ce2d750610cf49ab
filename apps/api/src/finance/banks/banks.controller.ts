import { banks } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { CallParam, Endpoint, type TenantCall } from '../../platform/http/endpoint.js';
import { BanksService } from './banks.service.js';

@Controller()
export class BanksController {
  constructor(private readonly service: BanksService) {}

  @Endpoint(banks.get, 'read')
  get(@CallParam() { scope }: TenantCall<typeof banks.get>) {
    return this.service.list(scope);
  }

  @Endpoint(banks.save, 'write')
  save(@CallParam() { scope, body }: TenantCall<typeof banks.save>) {
    return this.service.save(scope, body);
  }

  @Endpoint(banks.delete, 'write')
  delete(@CallParam() { scope, params }: TenantCall<typeof banks.delete>) {
    return this.service.delete(scope, params.id);
  }
}
