import { recurrences } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { CallParam, Endpoint, type TenantCall } from '../../platform/http/endpoint.js';
import { DeclinedProposals } from './declined-proposals.service.js';
import { RecurrenceLearning } from './recurrence-learning.js';
import { RecurrencesService } from './recurrences.service.js';

@Controller()
export class RecurrencesController {
  constructor(
    private readonly service: RecurrencesService,
    private readonly learning: RecurrenceLearning,
    private readonly declined: DeclinedProposals,
  ) {}

  @Endpoint(recurrences.get, 'read')
  get(@CallParam() { scope }: TenantCall<typeof recurrences.get>) {
    return this.service.list(scope);
  }

  @Endpoint(recurrences.save, 'write')
  save(@CallParam() { scope, body }: TenantCall<typeof recurrences.save>) {
    return this.service.save(scope, body);
  }

  @Endpoint(recurrences.learn, 'read')
  learn(@CallParam() { scope }: TenantCall<typeof recurrences.learn>) {
    return this.learning.learn(scope);
  }

  @Endpoint(recurrences.keep, 'write')
  keep(@CallParam() { scope, body }: TenantCall<typeof recurrences.keep>) {
    return this.service.keep(scope, body);
  }

  @Endpoint(recurrences.decline, 'write')
  decline(@CallParam() { scope, body }: TenantCall<typeof recurrences.decline>) {
    return this.declined.decline(scope, body);
  }

  @Endpoint(recurrences.undoDecline, 'write')
  undoDecline(@CallParam() { scope, params }: TenantCall<typeof recurrences.undoDecline>) {
    return this.declined.undo(scope, params.id);
  }

  @Endpoint(recurrences.delete, 'write')
  delete(@CallParam() { scope, params, query }: TenantCall<typeof recurrences.delete>) {
    return this.service.delete(scope, params.id, query.from);
  }
}
