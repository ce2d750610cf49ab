import { quarters } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, CallParam, Endpoint, type TenantCall } from '../../platform/http/endpoint.js';
import { QuarterLife } from './quarter-life.js';
import { QuartersService } from './quarters.service.js';
import { ReopeningService } from './reopening.service.js';
import { SetupsImport } from './setups-import.js';
import { SetupsService } from './setups.service.js';
import { SummaryService } from './summary.service.js';

@Controller()
export class QuartersController {
  constructor(
    private readonly service: QuartersService,
    private readonly life: QuarterLife,
    private readonly setups: SetupsService,
    private readonly setupsImport: SetupsImport,
    private readonly summaries: SummaryService,
    private readonly reopening: ReopeningService,
  ) {}

  @Endpoint(quarters.list, 'read')
  list(@CallParam() { scope }: TenantCall<typeof quarters.list>) {
    return this.service.list(scope);
  }

  @Endpoint(quarters.getQuarter, 'read')
  getQuarter(@CallParam() { scope, params }: TenantCall<typeof quarters.getQuarter>) {
    return this.service.inFull(scope, params.date);
  }

  @Endpoint(quarters.canInit, 'read')
  canInit(@CallParam() { scope, params }: TenantCall<typeof quarters.canInit>) {
    return this.life.canInit(scope, params.date);
  }

  @Endpoint(quarters.init, 'write')
  init(@CallParam() { scope, body }: TenantCall<typeof quarters.init>) {
    return this.life.init(scope, body.date);
  }

  @Endpoint(quarters.getSetups, 'read')
  getSetups(@CallParam() { scope, params }: TenantCall<typeof quarters.getSetups>) {
    return this.setups.list(scope, params.date);
  }

  @Endpoint(quarters.saveSetups, 'write')
  saveSetups(@CallParam() { scope, body }: TenantCall<typeof quarters.saveSetups>) {
    return this.setups.save(scope, body);
  }

  @Endpoint(quarters.importSetups)
  importSetups(@CallParam() { session, body, file, signal }: Call<typeof quarters.importSetups>) {
    return this.setupsImport.import(session, body.date, file, signal);
  }

  @Endpoint(quarters.deleteSetup, 'write')
  deleteSetup(@CallParam() { scope, params }: TenantCall<typeof quarters.deleteSetup>) {
    return this.setups.delete(scope, params.date, params.accountId);
  }

  @Endpoint(quarters.delete, 'write')
  delete(@CallParam() { scope, params }: TenantCall<typeof quarters.delete>) {
    return this.service.delete(scope, params.date);
  }

  @Endpoint(quarters.start, 'write')
  start(@CallParam() { scope, body }: TenantCall<typeof quarters.start>) {
    return this.life.start(scope, body.date);
  }

  @Endpoint(quarters.close, 'write')
  close(@CallParam() { scope, body }: TenantCall<typeof quarters.close>) {
    return this.life.close(scope, body);
  }

  @Endpoint(quarters.reopen, 'write')
  reopen(@CallParam() { scope, body }: TenantCall<typeof quarters.reopen>) {
    return this.reopening.reopen(scope, body.date);
  }

  @Endpoint(quarters.summary, 'read')
  summary(@CallParam() { scope, params }: TenantCall<typeof quarters.summary>) {
    return this.summaries.of(scope, params.date);
  }
}
