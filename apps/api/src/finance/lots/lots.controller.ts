import { lots } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { CallParam, Endpoint, type TenantCall } from '../../platform/http/endpoint.js';
import { LotsService } from './lots.service.js';

@Controller()
export class LotsController {
  constructor(private readonly service: LotsService) {}

  @Endpoint(lots.get, 'read')
  get(@CallParam() { scope }: TenantCall<typeof lots.get>) {
    return this.service.list(scope);
  }

  @Endpoint(lots.save, 'write')
  save(@CallParam() { scope, body }: TenantCall<typeof lots.save>) {
    return this.service.record(scope, body);
  }

  @Endpoint(lots.break, 'write')
  break(@CallParam() { scope, body }: TenantCall<typeof lots.break>) {
    return this.service.break(scope, body);
  }

  @Endpoint(lots.renew, 'write')
  renew(@CallParam() { scope, body }: TenantCall<typeof lots.renew>) {
    return this.service.renew(scope, body);
  }

  @Endpoint(lots.delete, 'write')
  delete(@CallParam() { scope, params }: TenantCall<typeof lots.delete>) {
    return this.service.delete(scope, params.id);
  }
}
