import { Injectable } from '@nestjs/common';
import { readRows } from '../../platform/database/read-rows.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { TenantRows } from '../shared/tenant-rows.js';
import { DeclinedProposalEntity } from './declined-proposal.entity.js';

@Injectable()
export class DeclinedProposalsRepository extends TenantRows<DeclinedProposalEntity> {
  constructor() {
    super(DeclinedProposalEntity);
  }

  /** By description. */
  list(scope: TenantScope): Promise<DeclinedProposalEntity[]> {
    return readRows(scope, DeclinedProposalEntity, {}, ['description', 'id']);
  }
}
