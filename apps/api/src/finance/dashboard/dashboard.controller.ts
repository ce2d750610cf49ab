import { dashboard } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { CallParam, Endpoint, type TenantCall } from '../../platform/http/endpoint.js';
import { DashboardService } from './dashboard.service.js';

@Controller()
export class DashboardController {
  constructor(private readonly service: DashboardService) {}

  @Endpoint(dashboard.get, 'read')
  get(@CallParam() { scope, params, query }: TenantCall<typeof dashboard.get>) {
    return this.service.get(scope, params.today, query.quarter);
  }
}
