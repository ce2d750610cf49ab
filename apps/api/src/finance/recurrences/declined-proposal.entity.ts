import type { OperationKind } from '@fibado/planning';
import { Column, Entity } from 'typeorm';
import { TenantRow } from '../shared/tenant-row.js';

/** A proposed recurrence that a household declined, as far as it tells movements apart. */
@Entity('declined_proposals')
export class DeclinedProposalEntity extends TenantRow {
  @Column('text')
  kind!: OperationKind;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('uuid', { name: 'to_account_id', nullable: true })
  toAccountId!: string | null;

  @Column('text')
  description!: string;
}
