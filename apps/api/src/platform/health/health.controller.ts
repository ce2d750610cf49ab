import { health } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { SYSTEM_ACTOR, Transactions } from '../database/transactions.js';
import { DomainError } from '../http/domain-error.js';
import { Endpoint } from '../http/endpoint.js';

@Controller()
export class HealthController {
  constructor(private readonly transactions: Transactions) {}

  @Endpoint(health.live)
  live() {
    return { status: 'ok' as const };
  }

  /** Ready means the database answers under the API's own role. */
  @Endpoint(health.ready)
  async ready() {
    try {
      await this.transactions.onPlatform(SYSTEM_ACTOR, ({ manager }) => manager.query('select 1'));
    } catch {
      throw new DomainError('SERVICE_UNAVAILABLE');
    }
    return { status: 'ok' as const };
  }
}
