import { yearEnd } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { CallParam, Endpoint, type TenantCall } from '../../platform/http/endpoint.js';
import { YearEndService } from './year-end.service.js';

@Controller()
export class YearEndController {
  constructor(private readonly service: YearEndService) {}

  @Endpoint(yearEnd.get, 'read')
  get(@CallParam() { scope, params }: TenantCall<typeof yearEnd.get>) {
    return this.service.report(scope, params.year);
  }
}
