import { settings } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { CallParam, Endpoint, type TenantCall } from '../../platform/http/endpoint.js';
import { SettingsService } from './settings.service.js';

@Controller()
export class SettingsController {
  constructor(private readonly service: SettingsService) {}

  @Endpoint(settings.get, 'read')
  get(@CallParam() { scope }: TenantCall<typeof settings.get>) {
    return this.service.get(scope);
  }

  @Endpoint(settings.save, 'write')
  save(@CallParam() { scope, body }: TenantCall<typeof settings.save>) {
    return this.service.save(scope, body);
  }
}
