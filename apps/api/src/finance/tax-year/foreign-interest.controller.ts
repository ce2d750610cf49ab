import { foreignInterest } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { CallParam, Endpoint, type TenantCall } from '../../platform/http/endpoint.js';
import { ForeignInterestService } from './foreign-interest.service.js';

@Controller()
export class ForeignInterestController {
  constructor(private readonly service: ForeignInterestService) {}

  @Endpoint(foreignInterest.get, 'read')
  get(@CallParam() { scope, params }: TenantCall<typeof foreignInterest.get>) {
    return this.service.report(scope, params.year);
  }
}
