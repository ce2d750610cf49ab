import { goals } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { CallParam, Endpoint, type TenantCall } from '../../platform/http/endpoint.js';
import { GoalsService } from './goals.service.js';

@Controller()
export class GoalsController {
  constructor(private readonly service: GoalsService) {}

  @Endpoint(goals.get, 'read')
  get(@CallParam() { scope }: TenantCall<typeof goals.get>) {
    return this.service.list(scope);
  }

  @Endpoint(goals.save, 'write')
  save(@CallParam() { scope, body }: TenantCall<typeof goals.save>) {
    return this.service.save(scope, body);
  }

  @Endpoint(goals.delete, 'write')
  delete(@CallParam() { scope, params }: TenantCall<typeof goals.delete>) {
    return this.service.delete(scope, params.id);
  }
}
