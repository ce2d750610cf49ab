import { adminDeadLetters } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, CallParam, Endpoint } from '../../platform/http/endpoint.js';
import { DeadLettersService } from './dead-letters.service.js';

@Controller()
export class DeadLettersController {
  constructor(private readonly service: DeadLettersService) {}

  @Endpoint(adminDeadLetters.list)
  list(@CallParam() { session, query }: Call<typeof adminDeadLetters.list>) {
    return this.service.list(session, query);
  }

  @Endpoint(adminDeadLetters.retry)
  retry(@CallParam() { session, params }: Call<typeof adminDeadLetters.retry>) {
    return this.service.retry(session, params.id);
  }

  @Endpoint(adminDeadLetters.discard)
  discard(@CallParam() { session, params }: Call<typeof adminDeadLetters.discard>) {
    return this.service.discard(session, params.id);
  }
}
