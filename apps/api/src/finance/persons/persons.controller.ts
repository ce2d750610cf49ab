import { persons } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { CallParam, Endpoint, type TenantCall } from '../../platform/http/endpoint.js';
import { PersonsService } from './persons.service.js';

@Controller()
export class PersonsController {
  constructor(private readonly service: PersonsService) {}

  @Endpoint(persons.get, 'read')
  get(@CallParam() { scope }: TenantCall<typeof persons.get>) {
    return this.service.list(scope);
  }

  @Endpoint(persons.save, 'write')
  save(@CallParam() { scope, body }: TenantCall<typeof persons.save>) {
    return this.service.save(scope, body);
  }

  @Endpoint(persons.delete, 'write')
  delete(@CallParam() { scope, params }: TenantCall<typeof persons.delete>) {
    return this.service.delete(scope, params.id);
  }
}
