import { optimizer } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, CallParam, Endpoint } from '../../platform/http/endpoint.js';
import { WhatIfService } from './what-if.service.js';
import { OptimizerService } from './optimizer.service.js';
import { RunsService } from '../solver/runs.service.js';

@Controller()
export class OptimizerController {
  constructor(
    private readonly service: OptimizerService,
    private readonly runsService: RunsService,
    private readonly whatIfService: WhatIfService,
  ) {}

  @Endpoint(optimizer.optimize)
  optimize(@CallParam() { session, body, signal }: Call<typeof optimizer.optimize>) {
    return this.service.optimize(session, body, signal);
  }

  @Endpoint(optimizer.startRun)
  startRun(@CallParam() { session, body, idempotencyKey }: Call<typeof optimizer.startRun>) {
    return this.service.start(session, body, idempotencyKey);
  }

  @Endpoint(optimizer.queue)
  queue(@CallParam() { session }: Call<typeof optimizer.queue>) {
    return this.runsService.queueOf(session);
  }

  @Endpoint(optimizer.runs)
  runs(@CallParam() { session, query }: Call<typeof optimizer.runs>) {
    return this.runsService.page(session, query);
  }

  @Endpoint(optimizer.run)
  run(@CallParam() { session, params }: Call<typeof optimizer.run>) {
    return this.runsService.get(session, params.id);
  }

  @Endpoint(optimizer.cancelRun)
  cancelRun(@CallParam() { session, params }: Call<typeof optimizer.cancelRun>) {
    return this.runsService.cancel(session, params.id);
  }

  @Endpoint(optimizer.repeatRun)
  repeatRun(@CallParam() { session, params, idempotencyKey }: Call<typeof optimizer.repeatRun>) {
    return this.service.repeat(session, params.id, idempotencyKey);
  }

  @Endpoint(optimizer.whatIf)
  whatIf(@CallParam() { session, body, signal }: Call<typeof optimizer.whatIf>) {
    return this.whatIfService.whatIf(session, body, signal);
  }

  @Endpoint(optimizer.evaluate)
  evaluate(@CallParam() { body }: Call<typeof optimizer.evaluate>) {
    return this.whatIfService.evaluate(body);
  }
}
