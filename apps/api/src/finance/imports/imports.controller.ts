import { imports } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, Called, Endpoint } from '../../platform/http/endpoint.js';
import { fileOf } from '../shared/file-of.js';
import { Households } from '../shared/households.js';
import { ComparisonsService } from './comparisons.service.js';
import { ImportsService } from './imports.service.js';

@Controller()
export class ImportsController {
  constructor(
    private readonly households: Households,
    private readonly service: ImportsService,
    private readonly comparisons: ComparisonsService,
  ) {}

  @Endpoint(imports.layouts)
  layouts() {
    return this.service.layouts();
  }

  @Endpoint(imports.preview)
  preview(@Called() { session, body, file, signal }: Call<typeof imports.preview>) {
    return this.service.preview(session, body.accountId, fileOf(file), signal);
  }

  @Endpoint(imports.computeChanges)
  computeChanges(@Called() { session, body, file, signal }: Call<typeof imports.computeChanges>) {
    return this.service.computeChanges(session, body, fileOf(file), signal);
  }

  @Endpoint(imports.apply)
  apply(@Called() { session, body, idempotencyKey }: Call<typeof imports.apply>) {
    return this.households.of(session, (scope) => this.comparisons.apply(scope, body, idempotencyKey));
  }

  @Endpoint(imports.remembered)
  remembered(@Called() { session, params }: Call<typeof imports.remembered>) {
    return this.households.of(session, (scope) => this.service.remembered(scope, params.id));
  }

  @Endpoint(imports.history)
  history(@Called() { session, query }: Call<typeof imports.history>) {
    return this.households.of(session, (scope) => this.service.history(scope, query));
  }

  @Endpoint(imports.revert)
  revert(@Called() { session, params }: Call<typeof imports.revert>) {
    return this.households.of(session, (scope) => this.service.revert(scope, params.id));
  }
}
