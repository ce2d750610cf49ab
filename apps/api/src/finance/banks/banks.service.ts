import type { Bank, BodyOf, banks } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { HouseholdEntries } from '../shared/household-entries.js';
import { PlanInputs } from '../shared/plan-inputs.js';
import type { BankEntity } from './bank.entity.js';
import { toBank, toBankRow } from './banks.mapper.js';
import { BanksRepository } from './banks.repository.js';

@Injectable()
export class BanksService extends HouseholdEntries<BankEntity, Bank, BodyOf<typeof banks.save>> {
  constructor(
    protected readonly rows: BanksRepository,
    protected readonly audit: Audit,
    protected readonly inputs: PlanInputs,
  ) {
    super({
      name: 'banks',
      entity: 'bank',
      unique: { banks_name: 'name' },
      toValue: toBank,
      toRow: toBankRow,
    });
  }
}
