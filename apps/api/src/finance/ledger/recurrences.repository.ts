import { Injectable } from '@nestjs/common';
import { readRows } from '../../platform/database/read-rows.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { TenantRows } from '../shared/tenant-rows.js';
import { RecurrenceEntity } from './recurrence.entity.js';

@Injectable()
export class RecurrencesRepository extends TenantRows<RecurrenceEntity> {
  constructor() {
    super(RecurrenceEntity);
  }

  /** By description. */
  list(scope: TenantScope): Promise<RecurrenceEntity[]> {
    return readRows(scope, RecurrenceEntity, {}, ['description', 'id']);
  }
}
