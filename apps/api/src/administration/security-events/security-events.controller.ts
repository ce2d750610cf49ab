import { securityEvents } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, Called, Endpoint } from '../../platform/http/endpoint.js';
import { SecurityEventsReader } from './security-events-reader.js';

@Controller()
export class SecurityEventsController {
  constructor(private readonly reader: SecurityEventsReader) {}

  @Endpoint(securityEvents.own)
  own(@Called() { session, query }: Call<typeof securityEvents.own>) {
    return this.reader.own(session, query);
  }

  @Endpoint(securityEvents.get)
  get(@Called() { session, query }: Call<typeof securityEvents.get>) {
    return this.reader.page(session, query);
  }
}
