import { sessionEndpoints } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, CallParam, Endpoint } from '../../platform/http/endpoint.js';
import { ActingService } from './acting.service.js';

@Controller()
export class ActingController {
  constructor(private readonly service: ActingService) {}

  @Endpoint(sessionEndpoints.list)
  list(@CallParam() { session, query }: Call<typeof sessionEndpoints.list>) {
    return this.service.accounts(session, query);
  }

  @Endpoint(sessionEndpoints.genTokenForAccount)
  genTokenForAccount(
    @CallParam()
    { session, params, query, client, address }: Call<typeof sessionEndpoints.genTokenForAccount>,
  ) {
    return this.service.actAs(session, params.id, query.cdTenant, { client, address });
  }
}
