import { imports } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, CallParam, Endpoint, type TenantCall } from '../../platform/http/endpoint.js';
import { fileOf } from '../shared/file-of.js';
import { ComparisonsService } from './comparisons.service.js';
import { ImportReversal } from './import-reversal.js';
import { ImportsService } from './imports.service.js';

@Controller()
export class ImportsController {
  constructor(
    private readonly service: ImportsService,
    private readonly comparisons: ComparisonsService,
    private readonly reversal: ImportReversal,
  ) {}

  @Endpoint(imports.layouts)
  layouts() {
    return this.service.layouts();
  }

  @Endpoint(imports.preview)
  preview(@CallParam() { session, body, file, signal }: Call<typeof imports.preview>) {
    return this.service.preview(session, body.accountId, fileOf(file), signal);
  }

  @Endpoint(imports.computeChanges)
  computeChanges(@CallParam() { session, body, file, signal }: Call<typeof imports.computeChanges>) {
    return this.service.computeChanges(session, body, fileOf(file), signal);
  }

  @Endpoint(imports.apply, 'write')
  apply(@CallParam() { scope, body, idempotencyKey }: TenantCall<typeof imports.apply>) {
    return this.comparisons.apply(scope, body, idempotencyKey);
  }

  @Endpoint(imports.remembered, 'read')
  remembered(@CallParam() { scope, params }: TenantCall<typeof imports.remembered>) {
    return this.service.remembered(scope, params.id);
  }

  @Endpoint(imports.history, 'read')
  history(@CallParam() { scope, query }: TenantCall<typeof imports.history>) {
    return this.service.history(scope, query);
  }

  @Endpoint(imports.revert, 'write')
  revert(@CallParam() { scope, params }: TenantCall<typeof imports.revert>) {
    return this.reversal.revert(scope, params.id);
  }
}
