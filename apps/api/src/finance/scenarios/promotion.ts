import { type BodyOf, type ResponseOf, scenarios } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { Idempotency } from '../../platform/idempotency/idempotency.js';
import { QuarterGate } from '../ledger/quarter-gate.js';
import { ScenarioAdoption } from './scenario-adoption.js';
import { ScenariosService } from './scenarios.service.js';

type Promoted = ResponseOf<typeof scenarios.promote>;

/** Makes a scenario real, all or nothing. */
@Injectable()
export class Promotion {
  constructor(
    private readonly scenarios: ScenariosService,
    private readonly adoption: ScenarioAdoption,
    private readonly gate: QuarterGate,
    private readonly idempotency: Idempotency,
    private readonly audit: Audit,
  ) {}

  promote(scope: TenantScope, body: BodyOf<typeof scenarios.promote>, key?: string): Promise<Promoted> {
    return this.idempotency.once(scope, key, scenarios.promote.id, body, () => this.once(scope, body));
  }

  private async once(
    scope: TenantScope,
    { id, version }: BodyOf<typeof scenarios.promote>,
  ): Promise<Promoted> {
    const known = await this.scenarios.find(scope, id);
    // Quarters are locked before what is in them, everywhere.
    const quarter = await this.gate.enter(scope, known.quarter, 'INITIALIZED', 'STARTED');
    const row = await this.scenarios.lock(scope, id);
    if (row.version !== version) throw new DomainError('STALE_VERSION');
    const outcome = await this.scenarios.freshOutcome(scope, row);
    const { runId, transfers } = await this.adoption.adopt(scope, quarter, row, outcome);
    const promoted = await this.scenarios.markPromoted(scope, row);
    await this.audit.record(scope, {
      action: 'scenarios.promote',
      entity: 'scenario',
      entityId: id,
      after: {
        quarter: row.quarter,
        name: row.name,
        changes: row.changes,
        runId,
        transfers,
      },
    });
    return { scenario: await this.scenarios.asItIs(scope, promoted), runId, transfers };
  }
}
