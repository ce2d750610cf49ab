import { operations } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { CallParam, Endpoint, type TenantCall } from '../../platform/http/endpoint.js';
import { OperationsService } from './operations.service.js';
import { PlanAdoption } from './plan-adoption.js';

@Controller()
export class OperationsController {
  constructor(
    private readonly service: OperationsService,
    private readonly plans: PlanAdoption,
  ) {}

  @Endpoint(operations.get, 'read')
  get(@CallParam() { scope, params }: TenantCall<typeof operations.get>) {
    return this.service.list(scope, params.quarter);
  }

  @Endpoint(operations.save, 'write')
  save(@CallParam() { scope, body }: TenantCall<typeof operations.save>) {
    return this.service.save(scope, body);
  }

  @Endpoint(operations.saveBulk, 'write')
  saveBulk(@CallParam() { scope, body, idempotencyKey }: TenantCall<typeof operations.saveBulk>) {
    return this.plans.save(scope, body, idempotencyKey);
  }

  @Endpoint(operations.takeBackPlan, 'write')
  takeBackPlan(@CallParam() { scope, params }: TenantCall<typeof operations.takeBackPlan>) {
    return this.plans.takeBack(scope, params.quarter);
  }

  @Endpoint(operations.delete, 'write')
  delete(@CallParam() { scope, params }: TenantCall<typeof operations.delete>) {
    return this.service.delete(scope, params.id);
  }
}
