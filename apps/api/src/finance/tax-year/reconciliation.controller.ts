import { reconciliation } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { CallParam, Endpoint, type TenantCall } from '../../platform/http/endpoint.js';
import { ReconciliationService } from './reconciliation.service.js';

@Controller()
export class ReconciliationController {
  constructor(private readonly service: ReconciliationService) {}

  @Endpoint(reconciliation.get, 'read')
  get(@CallParam() { scope, params }: TenantCall<typeof reconciliation.get>) {
    return this.service.report(scope, params.year);
  }

  @Endpoint(reconciliation.saveTyped, 'write')
  saveTyped(@CallParam() { scope, body }: TenantCall<typeof reconciliation.saveTyped>) {
    return this.service.saveTyped(scope, body);
  }
}
