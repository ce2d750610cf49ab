import { quarters } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, Called, Endpoint } from '../../platform/http/endpoint.js';
import { Households } from '../shared/households.js';
import { QuartersService } from './quarters.service.js';
import { SetupsService } from './setups.service.js';
import { SummaryService } from './summary.service.js';

@Controller()
export class QuartersController {
  constructor(
    private readonly households: Households,
    private readonly service: QuartersService,
    private readonly setups: SetupsService,
    private readonly summaries: SummaryService,
  ) {}

  @Endpoint(quarters.list)
  list(@Called() { session }: Call<typeof quarters.list>) {
    return this.households.of(session, (scope) => this.service.list(scope));
  }

  @Endpoint(quarters.getQuarter)
  getQuarter(@Called() { session, params }: Call<typeof quarters.getQuarter>) {
    return this.households.snapshot(session, (scope) => this.service.inFull(scope, params.date));
  }

  @Endpoint(quarters.canInit)
  canInit(@Called() { session, params }: Call<typeof quarters.canInit>) {
    return this.households.of(session, (scope) => this.service.canInit(scope, params.date));
  }

  @Endpoint(quarters.init)
  init(@Called() { session, body }: Call<typeof quarters.init>) {
    return this.households.of(session, (scope) => this.service.init(scope, body.date));
  }

  @Endpoint(quarters.getSetups)
  getSetups(@Called() { session, params }: Call<typeof quarters.getSetups>) {
    return this.households.of(session, (scope) => this.setups.list(scope, params.date));
  }

  @Endpoint(quarters.saveSetups)
  saveSetups(@Called() { session, body }: Call<typeof quarters.saveSetups>) {
    return this.households.of(session, (scope) => this.setups.save(scope, body));
  }

  @Endpoint(quarters.importSetups)
  importSetups(@Called() { session, body, file, signal }: Call<typeof quarters.importSetups>) {
    if (file) return this.setups.importFile(session, body.date, file, signal);
    return this.households.of(session, (scope) => this.setups.refreshOpenings(scope, body.date));
  }

  @Endpoint(quarters.deleteSetup)
  deleteSetup(@Called() { session, params }: Call<typeof quarters.deleteSetup>) {
    return this.households.of(session, (scope) => this.setups.delete(scope, params.date, params.accountId));
  }

  @Endpoint(quarters.delete)
  delete(@Called() { session, params }: Call<typeof quarters.delete>) {
    return this.households.of(session, (scope) => this.service.delete(scope, params.date));
  }

  @Endpoint(quarters.start)
  start(@Called() { session, body }: Call<typeof quarters.start>) {
    return this.households.of(session, (scope) => this.service.start(scope, body.date));
  }

  @Endpoint(quarters.close)
  close(@Called() { session, body }: Call<typeof quarters.close>) {
    return this.households.of(session, (scope) => this.service.close(scope, body));
  }

  @Endpoint(quarters.summary)
  summary(@Called() { session, params }: Call<typeof quarters.summary>) {
    return this.households.snapshot(session, (scope) => this.summaries.of(scope, params.date));
  }
}
