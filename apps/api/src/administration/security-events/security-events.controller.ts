import { securityEvents } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, CallParam, Endpoint } from '../../platform/http/endpoint.js';
import { SecurityEventsReader } from './security-events-reader.js';

@Controller()
export class SecurityEventsController {
  constructor(private readonly reader: SecurityEventsReader) {}

  @Endpoint(securityEvents.own)
  own(@CallParam() { session, query }: Call<typeof securityEvents.own>) {
    return this.reader.own(session, query);
  }

  @Endpoint(securityEvents.get)
  get(@CallParam() { session, query }: Call<typeof securityEvents.get>) {
    return this.reader.page(session, query);
  }
}
