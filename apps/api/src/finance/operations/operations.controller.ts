import { operations } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, Called, Endpoint } from '../../platform/http/endpoint.js';
import { Households } from '../shared/households.js';
import { OperationsService } from './operations.service.js';

@Controller()
export class OperationsController {
  constructor(
    private readonly households: Households,
    private readonly service: OperationsService,
  ) {}

  @Endpoint(operations.get)
  get(@Called() { session, params }: Call<typeof operations.get>) {
    return this.households.of(session, (scope) => this.service.list(scope, params.quarter));
  }

  @Endpoint(operations.save)
  save(@Called() { session, body }: Call<typeof operations.save>) {
    return this.households.of(session, (scope) => this.service.save(scope, body));
  }

  @Endpoint(operations.saveBulk)
  saveBulk(@Called() { session, body, idempotencyKey }: Call<typeof operations.saveBulk>) {
    return this.households.of(session, (scope) => this.service.saveBulk(scope, body, idempotencyKey));
  }

  @Endpoint(operations.delete)
  delete(@Called() { session, params }: Call<typeof operations.delete>) {
    return this.households.of(session, (scope) => this.service.delete(scope, params.id));
  }
}
