import { adminServices } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, CallParam, Endpoint } from '../../platform/http/endpoint.js';
import { ServicesService } from './services.service.js';

@Controller()
export class ServicesController {
  constructor(private readonly service: ServicesService) {}

  @Endpoint(adminServices.get)
  get(@CallParam() { session }: Call<typeof adminServices.get>) {
    return this.service.list(session);
  }

  @Endpoint(adminServices.getOne)
  getOne(@CallParam() { session, params }: Call<typeof adminServices.getOne>) {
    return this.service.detail(session, params.cd);
  }

  @Endpoint(adminServices.probe)
  probe(@CallParam() { session, params }: Call<typeof adminServices.probe>) {
    return this.service.probe(session, params.cd);
  }

  @Endpoint(adminServices.save)
  save(@CallParam() { session, body }: Call<typeof adminServices.save>) {
    return this.service.save(session, body);
  }

  @Endpoint(adminServices.delete)
  delete(@CallParam() { session, params }: Call<typeof adminServices.delete>) {
    return this.service.delete(session, params.cd);
  }
}
