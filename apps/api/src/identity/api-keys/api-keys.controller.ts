import { apiKeys } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, CallParam, Endpoint } from '../../platform/http/endpoint.js';
import { ApiKeysService } from './api-keys.service.js';

@Controller()
export class ApiKeysController {
  constructor(private readonly service: ApiKeysService) {}

  @Endpoint(apiKeys.get)
  get(@CallParam() { session }: Call<typeof apiKeys.get>) {
    return this.service.list(session);
  }

  @Endpoint(apiKeys.save)
  save(@CallParam() { session, body }: Call<typeof apiKeys.save>) {
    return this.service.make(session, body);
  }

  @Endpoint(apiKeys.delete)
  delete(@CallParam() { session, params }: Call<typeof apiKeys.delete>) {
    return this.service.revoke(session, params.id);
  }
}
