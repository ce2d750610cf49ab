import { push } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, CallParam, Endpoint } from '../../platform/http/endpoint.js';
import { PushService } from './push.service.js';

@Controller()
export class PushController {
  constructor(private readonly service: PushService) {}

  @Endpoint(push.get)
  get(@CallParam() { session }: Call<typeof push.get>) {
    return this.service.get(session);
  }

  @Endpoint(push.save)
  save(@CallParam() { session, body }: Call<typeof push.save>) {
    return this.service.save(session, body);
  }

  @Endpoint(push.test)
  test(@CallParam() { session, params, signal }: Call<typeof push.test>) {
    return this.service.test(session, params.id, signal);
  }

  @Endpoint(push.delete)
  delete(@CallParam() { session, params }: Call<typeof push.delete>) {
    return this.service.delete(session, params.id);
  }
}
