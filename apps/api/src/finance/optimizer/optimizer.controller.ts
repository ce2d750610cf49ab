import { optimizer } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, Called, Endpoint } from '../../platform/http/endpoint.js';
import { OptimizerService } from './optimizer.service.js';

@Controller()
export class OptimizerController {
  constructor(private readonly service: OptimizerService) {}

  @Endpoint(optimizer.optimize)
  optimize(@Called() { session, body, signal }: Call<typeof optimizer.optimize>) {
    return this.service.optimize(session, body, signal);
  }

  @Endpoint(optimizer.whatIf)
  whatIf(@Called() { body, signal }: Call<typeof optimizer.whatIf>) {
    return this.service.whatIf(body, signal);
  }

  @Endpoint(optimizer.evaluate)
  evaluate(@Called() { body }: Call<typeof optimizer.evaluate>) {
    return this.service.evaluate(body);
  }
}
