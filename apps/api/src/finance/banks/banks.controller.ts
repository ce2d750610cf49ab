import { banks } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, Called, Endpoint } from '../../platform/http/endpoint.js';
import { Households } from '../shared/households.js';
import { BanksService } from './banks.service.js';

@Controller()
export class BanksController {
  constructor(
    private readonly households: Households,
    private readonly service: BanksService,
  ) {}

  @Endpoint(banks.get)
  get(@Called() { session }: Call<typeof banks.get>) {
    return this.households.of(session, (scope) => this.service.list(scope));
  }

  @Endpoint(banks.save)
  save(@Called() { session, body }: Call<typeof banks.save>) {
    return this.households.of(session, (scope) => this.service.save(scope, body));
  }

  @Endpoint(banks.delete)
  delete(@Called() { session, params }: Call<typeof banks.delete>) {
    return this.households.of(session, (scope) => this.service.delete(scope, params.id));
  }
}
