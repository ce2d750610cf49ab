import { scenarios } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, Called, Endpoint } from '../../platform/http/endpoint.js';
import { Households } from '../shared/households.js';
import { Promotion } from './promotion.js';
import { ScenariosService } from './scenarios.service.js';

@Controller()
export class ScenariosController {
  constructor(
    private readonly households: Households,
    private readonly service: ScenariosService,
    private readonly promotion: Promotion,
  ) {}

  @Endpoint(scenarios.list)
  list(@Called() { session, params }: Call<typeof scenarios.list>) {
    return this.households.snapshot(session, (scope) => this.service.list(scope, params.quarter));
  }

  @Endpoint(scenarios.get)
  get(@Called() { session, params }: Call<typeof scenarios.get>) {
    return this.households.snapshot(session, (scope) => this.service.get(scope, params.id));
  }

  @Endpoint(scenarios.save)
  save(@Called() { session, body }: Call<typeof scenarios.save>) {
    return this.households.of(session, (scope) => this.service.save(scope, body));
  }

  @Endpoint(scenarios.delete)
  delete(@Called() { session, params }: Call<typeof scenarios.delete>) {
    return this.households.of(session, (scope) => this.service.delete(scope, params.id));
  }

  @Endpoint(scenarios.run)
  run(@Called() { session, body, signal }: Call<typeof scenarios.run>) {
    return this.service.run(session, body, signal);
  }

  @Endpoint(scenarios.compare)
  compare(@Called() { session, params }: Call<typeof scenarios.compare>) {
    return this.households.snapshot(session, (scope) => this.service.compare(scope, params.quarter));
  }

  @Endpoint(scenarios.promote)
  promote(@Called() { session, body, idempotencyKey }: Call<typeof scenarios.promote>) {
    return this.households.of(session, (scope) => this.promotion.promote(scope, body, idempotencyKey));
  }
}
