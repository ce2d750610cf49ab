import { accounts } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, Called, Endpoint } from '../../platform/http/endpoint.js';
import { Households } from '../shared/households.js';
import { AccountsService } from './accounts.service.js';

@Controller()
export class AccountsController {
  constructor(
    private readonly households: Households,
    private readonly service: AccountsService,
  ) {}

  @Endpoint(accounts.get)
  get(@Called() { session }: Call<typeof accounts.get>) {
    return this.households.of(session, (scope) => this.service.list(scope));
  }

  @Endpoint(accounts.getAlreadySetUp)
  getAlreadySetUp(@Called() { session, params }: Call<typeof accounts.getAlreadySetUp>) {
    return this.households.of(session, (scope) => this.service.listSetUp(scope, params.quarter));
  }

  @Endpoint(accounts.save)
  save(@Called() { session, body }: Call<typeof accounts.save>) {
    return this.households.of(session, (scope) => this.service.save(scope, body));
  }

  @Endpoint(accounts.delete)
  delete(@Called() { session, params }: Call<typeof accounts.delete>) {
    return this.households.of(session, (scope) => this.service.delete(scope, params.id));
  }
}
