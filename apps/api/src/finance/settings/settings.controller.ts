import { settings } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, Called, Endpoint } from '../../platform/http/endpoint.js';
import { Households } from '../shared/households.js';
import { SettingsService } from './settings.service.js';

@Controller()
export class SettingsController {
  constructor(
    private readonly households: Households,
    private readonly service: SettingsService,
  ) {}

  @Endpoint(settings.get)
  get(@Called() { session }: Call<typeof settings.get>) {
    return this.households.of(session, (scope) => this.service.get(scope));
  }

  @Endpoint(settings.save)
  save(@Called() { session, body }: Call<typeof settings.save>) {
    return this.households.of(session, (scope) => this.service.save(scope, body));
  }
}
