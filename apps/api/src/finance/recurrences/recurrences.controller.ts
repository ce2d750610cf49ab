import { recurrences } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, Called, Endpoint } from '../../platform/http/endpoint.js';
import { Households } from '../shared/households.js';
import { RecurrencesService } from './recurrences.service.js';

@Controller()
export class RecurrencesController {
  constructor(
    private readonly households: Households,
    private readonly service: RecurrencesService,
  ) {}

  @Endpoint(recurrences.get)
  get(@Called() { session }: Call<typeof recurrences.get>) {
    return this.households.of(session, (scope) => this.service.list(scope));
  }

  @Endpoint(recurrences.save)
  save(@Called() { session, body }: Call<typeof recurrences.save>) {
    return this.households.of(session, (scope) => this.service.save(scope, body));
  }

  @Endpoint(recurrences.delete)
  delete(@Called() { session, params, query }: Call<typeof recurrences.delete>) {
    return this.households.of(session, (scope) => this.service.delete(scope, params.id, query.from));
  }
}
