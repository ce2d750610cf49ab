import { adminEmailServer } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, CallParam, Endpoint } from '../../platform/http/endpoint.js';
import { EmailServerService } from './email-server.service.js';

@Controller()
export class EmailServerController {
  constructor(private readonly service: EmailServerService) {}

  @Endpoint(adminEmailServer.get)
  get(@CallParam() { session }: Call<typeof adminEmailServer.get>) {
    return this.service.get(session);
  }

  @Endpoint(adminEmailServer.save)
  save(@CallParam() { session, body }: Call<typeof adminEmailServer.save>) {
    return this.service.save(session, body);
  }

  @Endpoint(adminEmailServer.delete)
  delete(@CallParam() { session }: Call<typeof adminEmailServer.delete>) {
    return this.service.delete(session);
  }

  @Endpoint(adminEmailServer.test)
  test(@CallParam() { session, body }: Call<typeof adminEmailServer.test>) {
    return this.service.test(session, body);
  }

  @Endpoint(adminEmailServer.queue)
  queue(@CallParam() { session, query }: Call<typeof adminEmailServer.queue>) {
    return this.service.list(session, query);
  }

  @Endpoint(adminEmailServer.retry)
  retry(@CallParam() { session, params }: Call<typeof adminEmailServer.retry>) {
    return this.service.retry(session, params.id);
  }

  @Endpoint(adminEmailServer.cancel)
  cancel(@CallParam() { session, params }: Call<typeof adminEmailServer.cancel>) {
    return this.service.cancel(session, params.id);
  }
}
