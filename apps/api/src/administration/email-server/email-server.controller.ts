import { adminEmailServer } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, Called, Endpoint } from '../../platform/http/endpoint.js';
import { EmailServerService } from './email-server.service.js';

@Controller()
export class EmailServerController {
  constructor(private readonly service: EmailServerService) {}

  @Endpoint(adminEmailServer.get)
  get(@Called() { session }: Call<typeof adminEmailServer.get>) {
    return this.service.get(session);
  }

  @Endpoint(adminEmailServer.save)
  save(@Called() { session, body }: Call<typeof adminEmailServer.save>) {
    return this.service.save(session, body);
  }

  @Endpoint(adminEmailServer.delete)
  delete(@Called() { session }: Call<typeof adminEmailServer.delete>) {
    return this.service.delete(session);
  }

  @Endpoint(adminEmailServer.test)
  test(@Called() { session, body }: Call<typeof adminEmailServer.test>) {
    return this.service.test(session, body);
  }

  @Endpoint(adminEmailServer.queue)
  queue(@Called() { session, query }: Call<typeof adminEmailServer.queue>) {
    return this.service.list(session, query);
  }

  @Endpoint(adminEmailServer.retry)
  retry(@Called() { session, params }: Call<typeof adminEmailServer.retry>) {
    return this.service.retry(session, params.id);
  }

  @Endpoint(adminEmailServer.cancel)
  cancel(@Called() { session, params }: Call<typeof adminEmailServer.cancel>) {
    return this.service.cancel(session, params.id);
  }
}
