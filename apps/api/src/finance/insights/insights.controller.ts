import { insights } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, CallParam, Endpoint } from '../../platform/http/endpoint.js';
import { InsightsService } from './insights.service.js';

@Controller()
export class InsightsController {
  constructor(private readonly service: InsightsService) {}

  @Endpoint(insights.limitPrices)
  limitPrices(@CallParam() { session, body, signal }: Call<typeof insights.limitPrices>) {
    return this.service.limitPrices(session, body, signal);
  }

  @Endpoint(insights.whyNot)
  whyNot(@CallParam() { session, body, signal }: Call<typeof insights.whyNot>) {
    return this.service.whyNot(session, body, signal);
  }

  @Endpoint(insights.frontier)
  frontier(@CallParam() { session, body, signal }: Call<typeof insights.frontier>) {
    return this.service.frontier(session, body, signal);
  }

  @Endpoint(insights.offer)
  offer(@CallParam() { session, body, signal }: Call<typeof insights.offer>) {
    return this.service.offer(session, body, signal);
  }

  @Endpoint(insights.termOffers)
  termOffers(@CallParam() { session, body, signal }: Call<typeof insights.termOffers>) {
    return this.service.termOffers(session, body, signal);
  }

  @Endpoint(insights.lotChoices)
  lotChoices(@CallParam() { session, body, signal }: Call<typeof insights.lotChoices>) {
    return this.service.lotChoices(session, body, signal);
  }

  @Endpoint(insights.goals)
  goals(@CallParam() { session, body, signal }: Call<typeof insights.goals>) {
    return this.service.goals(session, body, signal);
  }

  @Endpoint(insights.robust)
  robust(@CallParam() { session, body, signal }: Call<typeof insights.robust>) {
    return this.service.robust(session, body, signal);
  }

  @Endpoint(insights.regret)
  regret(@CallParam() { session, body, signal }: Call<typeof insights.regret>) {
    return this.service.regret(session, body, signal);
  }
}
