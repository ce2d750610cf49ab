import { insights } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, Called, Endpoint } from '../../platform/http/endpoint.js';
import { InsightsService } from './insights.service.js';

@Controller()
export class InsightsController {
  constructor(private readonly service: InsightsService) {}

  @Endpoint(insights.limitPrices)
  limitPrices(@Called() { session, body, signal }: Call<typeof insights.limitPrices>) {
    return this.service.limitPrices(session, body, signal);
  }

  @Endpoint(insights.whyNot)
  whyNot(@Called() { session, body, signal }: Call<typeof insights.whyNot>) {
    return this.service.whyNot(session, body, signal);
  }

  @Endpoint(insights.frontier)
  frontier(@Called() { session, body, signal }: Call<typeof insights.frontier>) {
    return this.service.frontier(session, body, signal);
  }

  @Endpoint(insights.offer)
  offer(@Called() { session, body, signal }: Call<typeof insights.offer>) {
    return this.service.offer(session, body, signal);
  }

  @Endpoint(insights.robust)
  robust(@Called() { session, body, signal }: Call<typeof insights.robust>) {
    return this.service.robust(session, body, signal);
  }

  @Endpoint(insights.regret)
  regret(@Called() { session, body, signal }: Call<typeof insights.regret>) {
    return this.service.regret(session, body, signal);
  }
}
