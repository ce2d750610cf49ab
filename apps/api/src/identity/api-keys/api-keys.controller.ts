import { apiKeys } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, Called, Endpoint } from '../../platform/http/endpoint.js';
import { ApiKeysService } from './api-keys.service.js';

@Controller()
export class ApiKeysController {
  constructor(private readonly service: ApiKeysService) {}

  @Endpoint(apiKeys.get)
  get(@Called() { session }: Call<typeof apiKeys.get>) {
    return this.service.list(session);
  }

  @Endpoint(apiKeys.save)
  save(@Called() { session, body }: Call<typeof apiKeys.save>) {
    return this.service.make(session, body);
  }

  @Endpoint(apiKeys.delete)
  delete(@Called() { session, params }: Call<typeof apiKeys.delete>) {
    return this.service.revoke(session, params.id);
  }
}
