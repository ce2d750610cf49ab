import type { BodyOf, Settings, settings } from '@fibado/contracts';
import type { PlanningSettings } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { PlanInputs } from '../shared/plan-inputs.js';
import { DEFAULT_SETTINGS, toPlanningSettings, toSettings, toSettingsRow } from './settings.mapper.js';
import { SettingsRepository } from './settings.repository.js';

@Injectable()
export class SettingsService {
  constructor(
    private readonly rows: SettingsRepository,
    private readonly audit: Audit,
    private readonly inputs: PlanInputs,
  ) {}

  /** The household's settings; the defaults, at version 1, until they are saved for the first time. */
  async get(scope: TenantScope): Promise<Settings> {
    const row = await this.rows.find(scope);
    return row ? toSettings(row) : DEFAULT_SETTINGS;
  }

  /** The part that shapes a plan's mathematics. */
  async planning(scope: TenantScope): Promise<PlanningSettings> {
    return toPlanningSettings(await this.get(scope));
  }

  /** Brings back what was put away, in place of what is there. */
  async restore(scope: TenantScope, settings: Settings): Promise<void> {
    // The first version is that of the defaults, of which there is no row.
    if (settings.version > DEFAULT_SETTINGS.version)
      await this.rows.put(scope, toSettingsRow(settings, scope.tenantId, settings.version));
  }

  async save(scope: TenantScope, body: BodyOf<typeof settings.save>): Promise<Settings> {
    const before = await this.get(scope);
    const row = toSettingsRow(body, scope.tenantId, body.version + 1);
    const first = body.version === DEFAULT_SETTINGS.version;
    const done = first
      ? await this.rows.insert(scope, row)
      : await this.rows.update(scope, row, body.version);
    if (!done) throw new DomainError('STALE_VERSION');
    const after = toSettings(row);
    await this.audit.record(scope, {
      action: 'settings.save',
      entity: 'settings',
      entityId: scope.tenantId,
      before,
      after,
    });
    await this.inputs.changed(scope);
    return after;
  }
}
