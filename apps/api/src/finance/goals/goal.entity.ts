import type { Day } from '@fibado/planning';
import { Column, Entity } from 'typeorm';
import { TenantRow } from '../shared/tenant-row.js';

@Entity('goals')
export class GoalEntity extends TenantRow {
  @Column('text')
  name!: string;

  @Column('date')
  date!: Day;

  @Column('bigint', { name: 'amount_cents' })
  amountCents!: number;

  @Column('uuid', { name: 'account_ids', array: true, nullable: true })
  accountIds!: readonly string[] | null;
}
