import { adminServices } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, Called, Endpoint } from '../../platform/http/endpoint.js';
import { ServicesService } from './services.service.js';

@Controller()
export class ServicesController {
  constructor(private readonly service: ServicesService) {}

  @Endpoint(adminServices.get)
  get(@Called() { session }: Call<typeof adminServices.get>) {
    return this.service.list(session);
  }

  @Endpoint(adminServices.getOne)
  getOne(@Called() { session, params }: Call<typeof adminServices.getOne>) {
    return this.service.detail(session, params.cd);
  }

  @Endpoint(adminServices.probe)
  probe(@Called() { session, params }: Call<typeof adminServices.probe>) {
    return this.service.probe(session, params.cd);
  }

  @Endpoint(adminServices.save)
  save(@Called() { session, body }: Call<typeof adminServices.save>) {
    return this.service.save(session, body);
  }

  @Endpoint(adminServices.delete)
  delete(@Called() { session, params }: Call<typeof adminServices.delete>) {
    return this.service.delete(session, params.cd);
  }
}
