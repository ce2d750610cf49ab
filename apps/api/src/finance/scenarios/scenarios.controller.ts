import { scenarios } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, CallParam, Endpoint, type TenantCall } from '../../platform/http/endpoint.js';
import { Promotion } from './promotion.js';
import { ScenarioRuns } from './scenario-runs.js';
import { ScenariosService } from './scenarios.service.js';

@Controller()
export class ScenariosController {
  constructor(
    private readonly service: ScenariosService,
    private readonly runs: ScenarioRuns,
    private readonly promotion: Promotion,
  ) {}

  @Endpoint(scenarios.list, 'read')
  list(@CallParam() { scope, params }: TenantCall<typeof scenarios.list>) {
    return this.service.list(scope, params.quarter);
  }

  @Endpoint(scenarios.get, 'read')
  get(@CallParam() { scope, params }: TenantCall<typeof scenarios.get>) {
    return this.service.get(scope, params.id);
  }

  @Endpoint(scenarios.save, 'write')
  save(@CallParam() { scope, body }: TenantCall<typeof scenarios.save>) {
    return this.service.save(scope, body);
  }

  @Endpoint(scenarios.delete, 'write')
  delete(@CallParam() { scope, params }: TenantCall<typeof scenarios.delete>) {
    return this.service.delete(scope, params.id);
  }

  @Endpoint(scenarios.run)
  run(@CallParam() { session, body, signal }: Call<typeof scenarios.run>) {
    return this.runs.run(session, body, signal);
  }

  @Endpoint(scenarios.tryOut)
  tryOut(@CallParam() { session, body, signal }: Call<typeof scenarios.tryOut>) {
    return this.runs.tryOut(session, body, signal);
  }

  @Endpoint(scenarios.compare, 'read')
  compare(@CallParam() { scope, params, query }: TenantCall<typeof scenarios.compare>) {
    return this.service.compare(scope, params.quarter, query.horizonQuarters);
  }

  @Endpoint(scenarios.promote, 'write')
  promote(@CallParam() { scope, body, idempotencyKey }: TenantCall<typeof scenarios.promote>) {
    return this.promotion.promote(scope, body, idempotencyKey);
  }
}
